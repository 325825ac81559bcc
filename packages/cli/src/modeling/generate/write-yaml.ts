import type { CubeDraft, DimensionDraft, InclusionDraft, JoinDraft, MeasureDraft, ViewDraft } from './draft/draft.ts';

export function cubeYaml(cube: CubeDraft): string {
  const { source } = cube;
  return lines(
    cube.comments.map(comment),
    'cubes:',
    `  - name: ${nameText(cube.name)}`,
    source.kind === 'extends' ? `    extends: ${nameText(source.cube)}` : `    sql_table: ${scalar(source.sql)}`,
    entry(4, 'data_source', cube.dataSource),
    entry(4, 'title', cube.title),
    entry(4, 'description', cube.description),
    cube.isPublic ? [] : '    public: false',
    section('joins', cube.joins.map(joinYaml)),
    section('dimensions', cube.dimensions.map(dimensionYaml)),
    section('measures', cube.measures.map(measureYaml)),
  );
}

export function viewYaml(view: ViewDraft): string {
  return lines(
    comment('Written by orrery generate. It is yours to edit: no later run writes over it.'),
    'views:',
    `  - name: ${nameText(view.name)}`,
    entry(4, 'title', view.title),
    entry(4, 'description', view.description),
    section('cubes', view.inclusions.map(inclusionYaml)),
  );
}

type YamlLines = string | readonly YamlLines[];

function lines(...parts: readonly YamlLines[]): string {
  return `${flat(parts).join('\n')}\n`;
}

function flat(part: YamlLines): readonly string[] {
  return typeof part === 'string' ? [part] : part.flatMap(flat);
}

function section(name: string, items: readonly YamlLines[]): YamlLines {
  return items.length === 0 ? [] : ['', `    ${name}:`, items];
}

function joinYaml(join: JoinDraft): YamlLines {
  return [
    remark(join.comment),
    `      - name: ${nameText(join.to)}`,
    `        relationship: ${join.relationship}`,
    entry(8, 'sql', join.sql),
  ];
}

function dimensionYaml(dimension: DimensionDraft): YamlLines {
  return [
    remark(dimension.comment),
    `      - name: ${nameText(dimension.name)}`,
    entry(8, 'title', dimension.title),
    entry(8, 'description', dimension.description),
    entry(8, 'sql', dimension.sql),
    `        type: ${dimension.type}`,
    entry(8, 'format', dimension.format),
    dimension.isPrimaryKey ? '        primary_key: true' : [],
    dimension.isPublic ? [] : '        public: false',
  ];
}

function measureYaml(measure: MeasureDraft): YamlLines {
  return [
    `      - name: ${nameText(measure.name)}`,
    entry(8, 'title', measure.title),
    entry(8, 'description', measure.description),
    entry(8, 'sql', measure.sql),
    `        type: ${measure.type}`,
    entry(8, 'format', measure.format),
  ];
}

function inclusionYaml({ path, alias, includes }: InclusionDraft): YamlLines {
  return [
    `      - join_path: ${path.length === 1 ? nameText(path.join('')) : path.join('.')}`,
    alias === undefined ? [] : ['        prefix: true', `        alias: ${nameText(alias)}`],
    '        includes:',
    includes.map((name) => `          - ${nameText(name)}`),
  ];
}

function entry(indent: number, key: string, value: string | undefined): YamlLines {
  return value === undefined ? [] : `${' '.repeat(indent)}${key}: ${scalar(value)}`;
}

function remark(text: string | undefined): YamlLines {
  return text === undefined ? [] : `      ${comment(text)}`;
}

/** Writes a comment on one line, and breaks up text that would open a template. */
function comment(text: string): string {
  return `# ${text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s\u2028\u2029\ufeff]+/gu, ' ')
    .replaceAll(/\{(?=[{%#])/g, '{ ')
    .trim()}`;
}

const plain = /^[A-Za-z][\w ,.();/+-]*[\w).]$|^[A-Za-z]$/;
const notText = /^(?:true|false|null|yes|no|on|off|nan|inf)$/i;

/** Quotes a name that YAML would read as a value. */
function nameText(name: string): string {
  return notText.test(name) ? `"${name}"` : name;
}

/** Writes a text as people would: plain, quoted where needed, with escapes where nothing else works. */
function scalar(text: string): string {
  const wellFormed = text.toWellFormed();
  if (plain.test(wellFormed) && !notText.test(wellFormed) && !/ #|: /.test(wellFormed)) return wellFormed;
  const isPrintable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(wellFormed);
  if (isPrintable && !/\{[{%#]/.test(wellFormed)) {
    if (!/["\\]/.test(wellFormed)) return `"${wellFormed}"`;
    return `'${wellFormed.replaceAll("'", "''")}'`;
  }
  // A JSON string is also a YAML string; template markers of other tools must not appear in the file.
  const escaped = JSON.stringify(wellFormed).replaceAll(/\{(?=[{%#])/g, String.raw`\u007b`);
  return escaped.replaceAll(/[^ -~]/g, (letter) =>
    [...letter].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
}
