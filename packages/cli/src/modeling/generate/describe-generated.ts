import type { CubeDraft, ViewDraft } from './draft/draft.ts';
import type { LeftOut } from './facts.ts';
import type { GeneratedModel } from './generate-model.ts';
import { cubePath, viewPath } from './model-paths.ts';

/** Summarises a run for the terminal; the files give the reasons. */
export function describeGenerated(generated: GeneratedModel, dataSource: string): string {
  const { tableCount, cubes, views, leftOut, leftAlone } = generated;
  const written = [...cubes.map(cubeLine), ...views.map(viewLine)];
  return [
    `${counted(tableCount, 'table')} in data source ${dataSource}: ${counted(cubes.length, 'cube')} and ${counted(views.length, 'view')} written.`,
    ...part('Written below model/:', columns(written)),
    ...part(
      'Taken from the data or from names, not declared in the source (comments in the files say why):',
      inferred(cubes),
    ),
    ...part('Left out:', leftOut.map(reasonLine)),
    ...part(
      'Left alone, because the model has them (to write a file again, remove it and repeat this command):',
      leftAlone.map(reasonLine),
    ),
    '',
    written.length > 0 ? 'Next: read the files, then orrery check --connect.' : 'Nothing was written.',
  ].join('\n');
}

/** Longer lists are cut to fit a screen, and say so. */
const maxLines = 40;

function part(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, maxLines).map((line) => `  ${line}`);
  const more = lines.length > maxLines ? [`  and ${lines.length - maxLines} more`] : [];
  return ['', title, ...shown, ...more];
}

function cubeLine({ name, source, dimensions, measures, joins }: CubeDraft): readonly [string, string] {
  const to = joins.length > 0 ? `, joins ${joins.map((join) => join.to).join(', ')}` : '';
  const members =
    source.kind === 'extends'
      ? `extends ${source.cube}`
      : `${counted(dimensions.length, 'dimension')}, ${counted(measures.length, 'measure')}`;
  return [cubePath(name), `${members}${to}`];
}

function viewLine({ name, inclusions }: ViewDraft): readonly [string, string] {
  const members = inclusions.reduce((sum, { includes }) => sum + includes.length, 0);
  return [viewPath(name), `${counted(members, 'member')} of ${counted(inclusions.length, 'cube')}`];
}

function inferred(cubes: readonly CubeDraft[]): readonly string[] {
  return cubes.flatMap(({ name, dimensions, joins }) => {
    const key = dimensions.filter(({ isPrimaryKey }) => isPrimaryKey);
    const keys = key.some(({ comment }) => comment) ? [`primary key ${key.map((one) => one.name).join(', ')}`] : [];
    const joined = joins.filter(({ comment, relationship }) => comment && relationship !== 'one_to_many');
    const all = [...keys, ...joined.map(({ to }) => `join to ${to}`)];
    return all.length > 0 ? [`${name}: ${all.join('; ')}`] : [];
  });
}

function reasonLine({ what, why }: LeftOut): string {
  return `${what}: ${why}`;
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `${first.padEnd(width)}  ${second}`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
