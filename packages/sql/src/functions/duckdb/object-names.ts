import { shownLiteral } from '@orrery/kernel';
import { arrayOf, elementNames, oidOf, type SqlType, typeNamed, typeText, type TypeName } from '../../types/index.ts';
import type { ObjectKind, ObjectNames, StatementSession } from '../entry.ts';
import { type CannotRender, cannot, type Rendered } from './rendered.ts';
import { fillTemplate, quoted } from './template.ts';

const kinds: ReadonlySet<string> = new Set(['regclass', 'regtype', 'regproc', 'regnamespace', 'regrole']);

export function isObjectKind(name: string): name is ObjectKind {
  return kinds.has(name);
}

const types: readonly TypeName[] = [
  ...elementNames.filter((name) => name !== 'void'),
  ...elementNames.filter((name) => oidOf(arrayOf(name)) !== 0).map(arrayOf),
  'int2vector',
  'oidvector',
  'void',
];
/** Types that no value has, and functions are declared with. */
const pseudoTypes: readonly (readonly [oid: number, shown: string])[] = [
  [2275, 'cstring'],
  [2276, '"any"'],
  [2277, 'anyarray'],
  [2279, 'trigger'],
  [2281, 'internal'],
  [2283, 'anyelement'],
  [3838, 'event_trigger'],
];
const namedTypes: readonly (readonly [oid: number, shown: string])[] = [
  ...types.map((name) => [oidOf(name), typeText(name)] as const),
  ...pseudoTypes,
];

/** The names of types, which are the same for all statements. */
export const typeNames: ObjectNames = {
  list: (kind) => (kind === 'regtype' ? namedTypes : []),
  find: (kind, name) => (kind === 'regtype' ? typeNumber(name) : undefined),
};

/** `int4`, `integer`, `pg_catalog.int4`, `_int4`, `int4[]`, `"char"`. */
function typeNumber(written: string): number | undefined {
  const pseudo = pseudoTypes.find(([, shown]) => shown === written.trim().toLowerCase())?.[0];
  if (pseudo !== undefined) return pseudo;
  const [, mark, name = '', brackets] = /^(?:pg_catalog\.)?(_)?(.*?)(\[\])?$/i.exec(written.trim()) ?? [];
  const [, plain = '', modifier] = /^([^(]*?)\s*(?:\(([\d, ]*)\))?$/.exec(name) ?? [];
  const numbers = modifier?.split(',').map(Number);
  const isArray = (mark ?? brackets) !== undefined;
  const unquoted = plain === '"char"' ? plain : plain.replaceAll('"', '');
  const found = typeNamed({ name: unquoted, isArray, ...(numbers ? { modifier: numbers } : {}) });
  return 'refusal' in found || oidOf(found.name) === 0 ? undefined : oidOf(found.name);
}

const words: Readonly<Record<ObjectKind, string>> = {
  regclass: 'relation',
  regtype: 'type',
  regproc: 'function',
  regnamespace: 'schema',
  regrole: 'role',
};

const absentCodes = {
  regclass: 'sql.unknown-table',
  regtype: 'sql.unknown-type',
  regproc: 'sql.unknown-function',
  regnamespace: 'sql.unknown-schema',
  regrole: 'sql.unknown-role',
} as const;

function absentObject(kind: ObjectKind, name: string): string {
  return `${words[kind]} "${shownLiteral(name)}" does not exist`;
}

/** A constant name, or the digits of a number, as the number of an object. */
export function objectNamed(
  text: string,
  kind: ObjectKind,
  { names = typeNames }: StatementSession,
): Rendered | CannotRender {
  const oid = text === '-' ? 0 : /^\d{1,10}$/.test(text) ? Number(text) : names.find(kind, text);
  if (oid === undefined) return cannot(absentObject(kind, text), absentCodes[kind]);
  return { text: `CAST(${oid} AS BIGINT)`, type: { name: kind }, constant: String(oid) };
}

/** The name of a number; a number without a name is shown as it is. */
export function nameOfObject(operand: Rendered, to: SqlType, { names = typeNames }: StatementSession): Rendered {
  const kind = operand.type.name;
  const list = isObjectKind(kind) ? names.list(kind) : [];
  const type = { name: to.name };
  const known = list.find(([oid]) => String(oid) === operand.constant)?.[1];
  if (known !== undefined) return { text: quoted(known), type, constant: known };
  const shown = listed(list.map(([, name]) => name));
  const found = `list_extract(${shown}, list_position(${numbers(list)}, $1))`;
  return {
    text: fillTemplate(`CASE WHEN $1 = 0 THEN '-' ELSE coalesce(${found}, CAST($1 AS VARCHAR)) END`, [operand.text]),
    type,
  };
}

/** The number of a name that each row has. */
export function objectOfName(operand: Rendered, kind: ObjectKind, session: StatementSession): Rendered | CannotRender {
  if (typeof operand.constant === 'string') return objectNamed(operand.constant, kind, session);
  const failed = `error('${words[kind]} "' || $1 || '" does not exist')`;
  const text = `CASE WHEN $1 IS NULL THEN NULL WHEN regexp_full_match($1, '\\d{1,10}') THEN CAST($1 AS BIGINT) ELSE coalesce(${foundByName(kind, session)}, ${failed}) END`;
  return { text: fillTemplate(text, [operand.text]), type: { name: kind } };
}

/** Looks for `$1` among the names, as it is written first, then in any letter case and without quotes. */
export function foundByName(kind: ObjectKind, { names = typeNames }: StatementSession): string {
  const list = names.list(kind).flatMap(([oid, shown]) => spellings(kind, shown).map((name) => [oid, name] as const));
  const oids = numbers(list);
  const folded = "replace(lower($1), '\"', '')";
  const exact = `list_extract(${oids}, list_position(${listed(list.map(([, name]) => name))}, $1))`;
  const other = `list_extract(${oids}, list_position(${listed(list.map(([, name]) => name.toLowerCase().replaceAll('"', '')))}, ${folded}))`;
  return `coalesce(${exact}, ${other})`;
}

/** Whether a name is shown with its schema. */
export function hasSchema(shown: string): boolean {
  return /^(?:[^".]+|"(?:[^"]|"")*")\./.test(shown);
}

function spellings(kind: ObjectKind, shown: string): readonly string[] {
  if (kind === 'regclass') return hasSchema(shown) ? [shown] : [shown, `public.${shown}`, `pg_catalog.${shown}`];
  return [shown, `pg_catalog.${shown}`];
}

function listed(texts: readonly string[]): string {
  return texts.length === 0 ? 'CAST([] AS VARCHAR[])' : `[${texts.map(quoted).join(', ')}]`;
}

function numbers(list: readonly (readonly [number, string])[]): string {
  return `CAST([${list.map(([oid]) => oid).join(', ')}] AS BIGINT[])`;
}
