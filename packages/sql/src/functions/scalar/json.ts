import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate } from '../duckdb/template.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';
import { written } from './quoting.ts';

const escapes = [
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
] as const;
const codeOf = (character: string) => `chr(${character.charCodeAt(0)})`;
const string = `'"' || ${escapes.reduce((text, [from, to]) => `replace(${text}, ${codeOf(from)}, '${to}')`, '$1')} || '"'`;
const refusedControl = `CASE WHEN regexp_matches($1, '[\\x00-\\x07\\x0b\\x0e-\\x1f]') THEN error('control characters in json are not rendered') ELSE ${string} END`;

/** A value as PostgreSQL writes it in json. */
function valueText(value: Rendered, session: StatementSession): string | undefined {
  const { name } = value.type;
  if (value.constant === null) return "'null'";
  if (name === 'json') return `coalesce(${value.text}, 'null')`;
  if (name === 'jsonb' || name.endsWith('[]') || name === 'interval' || name === 'timestamptz') return undefined;
  if (name === 'bool')
    return fillTemplate("CASE WHEN $1 IS NULL THEN 'null' WHEN $1 THEN 'true' ELSE 'false' END", [value.text]);
  const text = written(value, session);
  if (text === undefined) return undefined;
  if (/^(?:int|numeric)/.test(name)) return `coalesce(${text}, 'null')`;
  if (name === 'float8')
    return fillTemplate(
      `CASE WHEN $1 IS NULL THEN 'null' WHEN $1 IN ('NaN', 'Infinity', '-Infinity') THEN '"' || $1 || '"' ELSE $1 END`,
      [text],
    );
  const day = name === 'timestamp' ? `replace(${text}, ' ', 'T')` : text;
  return fillTemplate(`CASE WHEN $1 IS NULL THEN 'null' ELSE ${refusedControl} END`, [day]);
}

function all(args: readonly Rendered[], session: StatementSession): readonly string[] | undefined {
  const texts = args.map((arg) => valueText(arg, session));
  const known = texts.filter((text) => text !== undefined);
  return known.length < texts.length ? undefined : known;
}

const unready = { cannot: 'a value of this type is not rendered as json' };

const built: DuckDbRendering = (args, type, session) => {
  if (args.length % 2 !== 0) return cannot('argument list must have even number of elements');
  const values = all(
    args.filter((_, index) => index % 2 === 1),
    session,
  );
  if (!values) return unready;
  const pairs: string[] = [];
  for (const [index, value] of values.entries()) {
    const key = args[index * 2];
    const name = key && written(key, session);
    if (name === undefined) return unready;
    const missing = `error('null value not allowed for object key')`;
    pairs.push(
      `${fillTemplate(`CASE WHEN $1 IS NULL THEN ${missing} ELSE ${refusedControl} END`, [name])} || ' : ' || ${value}`,
    );
  }
  return { text: `('{' || ${[pairs.join(` || ', ' || `), "'}'"].filter((text) => text !== '').join(' || ')})`, type };
};

const list: DuckDbRendering = (args, type, session) => {
  const values = all(args, session);
  return values
    ? { text: `('[' || ${[values.join(` || ', ' || `), "']'"].filter((text) => text !== '').join(' || ')})`, type }
    : unready;
};

const single: DuckDbRendering = ([value], type, session) => {
  const text = value && valueText(value, session);
  if (!value || text === undefined) return unready;
  return { text: `(CASE WHEN ${value.text} IS NOT NULL THEN ${text} END)`, type };
};

const rows: readonly FunctionRow[] = [
  ['json_build_object', [' -> json', '...any -> json'], built, { isStrict: false }],
  ['json_build_array', [' -> json', '...any -> json'], list, { isStrict: false }],
  ['to_json', 'anyelement -> json', single],
];

export const jsonFunctions = family(rows, { volatility: 'stable' });
