import { shownLiteral } from '@orrery/kernel';
import { toText } from '../duckdb/cast-to-text.ts';
import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

/** Words of PostgreSQL's grammar that name nothing unless they are quoted. */
const keywords =
  'all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char character check coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull join lateral leading least left like limit localtime localtimestamp national natural nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision primary real references returning right row select session_user setof similar smallint some substring symmetric table tablesample then time timestamp to trailing treat trim true union unique user using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable';
const keywordSet: ReadonlySet<string> = new Set(keywords.split(' '));

/** A name as statements write it: in quotes where it needs them. */
export function quotedIdentifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !keywordSet.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

const keywordList = keywords.split(' ').map(quoted).join(', ');

const identifier = `CASE WHEN regexp_full_match($1, '[a-z_][a-z0-9_]*') AND $1 NOT IN (${keywordList}) THEN $1 ELSE '"' || replace($1, '"', '""') || '"' END`;
const literal = `CASE WHEN contains($1, '\\') THEN 'E' ELSE '' END || '''' || replace(replace($1, '\\', '\\\\'), '''', '''''') || ''''`;

/** A value as `format` and `concat` write it: booleans are letters. */
export function written(value: Rendered, session: StatementSession): string | undefined {
  const { name } = value.type;
  if (name === 'text' || name === 'varchar' || name === 'bpchar' || name === 'name') return value.text;
  if (name === 'bool') return fillTemplate("CASE WHEN $1 THEN 't' WHEN NOT $1 THEN 'f' END", [value.text]);
  const text = toText(value, { name: 'text' }, session);
  return isCannot(text) ? undefined : text.text;
}

/** `%s`, `%I`, `%L` and `%%`, also by the position of their argument; widths are refused. */
const formatted: DuckDbRendering = ([format, ...args], type, session) => {
  if (typeof format?.constant !== 'string') return cannot('the format must be a constant');
  const texts: string[] = [];
  let next = 0;
  let rest = format.constant;
  while (rest !== '') {
    const [piece = '', plain, at, kind] = /^(?:([^%]+|%%)|%(?:(\d+)\$)?([sIL]))/.exec(rest) ?? [];
    if (piece === '') return cannot(`the format ${shownLiteral(format.constant)} has a part that is not rendered`);
    rest = rest.slice(piece.length);
    if (plain !== undefined) {
      texts.push(quoted(plain === '%%' ? '%' : plain));
      continue;
    }
    next = at === undefined ? next + 1 : Number(at);
    const arg = args[next - 1];
    const text = arg && written(arg, session);
    if (text === undefined) return cannot('too few arguments for format()');
    const none = `error('null values cannot be formatted as an SQL identifier')`;
    const forms = {
      s: `coalesce($1, '')`,
      I: `CASE WHEN $1 IS NULL THEN ${none} ELSE ${identifier} END`,
      L: `coalesce(${literal}, 'NULL')`,
    };
    texts.push(fillTemplate(forms[kind === 'I' || kind === 'L' ? kind : 's'], [text]));
  }
  return { text: texts.length === 0 ? "''" : `(${texts.join(' || ')})`, type };
};

const ofAny =
  (template: string): DuckDbRendering =>
  ([value], type, session) => {
    const text = value && written(value, session);
    return text === undefined
      ? cannot('this value is not rendered as text')
      : { text: fillTemplate(template, [text]), type };
  };

const word = `CASE WHEN regexp_matches(_w, '^[\\p{L}\\p{N}]') THEN CASE WHEN starts_with(_w, 'ß') THEN 'ß' ELSE upper(left(_w, 1)) END || lower(substring(_w, 2)) ELSE _w END`;
const capitals = `array_to_string(list_transform(regexp_extract_all($1, '[\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+'), lambda _w: ${word}), '')`;

const rows: readonly FunctionRow[] = [
  ['initcap', 'text -> text', `CASE WHEN $1 = '' THEN '' ELSE ${capitals} END`],
  ['format', ['text -> text', 'text, ...any -> text'], formatted, { isStrict: false, volatility: 'stable' }],
  ['quote_ident', 'text -> text', identifier],
  ['quote_literal', 'text -> text', literal],
  ['quote_nullable', 'text -> text', `coalesce(${literal}, 'NULL')`, { isStrict: false }],
  ['quote_literal', 'anyelement -> text', ofAny(literal), { volatility: 'stable' }],
  [
    'quote_nullable',
    'anyelement -> text',
    ofAny(`coalesce(${literal}, 'NULL')`),
    { volatility: 'stable', isStrict: false },
  ],
];

export const quotingFunctions = family(rows);
