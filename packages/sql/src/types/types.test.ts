import { expect, it } from 'vitest';
import {
  canCast,
  categoryOf,
  commonType,
  elementNames,
  findCast,
  isPreferred,
  oidOf,
  type TypeName,
  typeNamed,
  typeText,
} from './index.ts';
import { usePostgres } from './postgres-for-test.ts';

const postgres = usePostgres();
const stored = elementNames.filter((name) => name !== 'void' && name !== 'record' && name !== 'unknown');

it('knows number, category, preference and shown name of every type', async () => {
  const rows = await postgres.ask(
    'SELECT typname, oid, typarray, typcategory, typispreferred, format_type(oid, NULL) FROM pg_type WHERE typnamespace = 11',
  );
  // PostgreSQL 14 counts the types for internal use as strings.
  const theirs = new Map(rows.map(([name, ...facts]) => [name, facts.map((fact) => (fact === 'Z' ? 'S' : fact))]));
  for (const name of elementNames) {
    const array: TypeName = `${name}[]`;
    const preferred = isPreferred(name) ? 't' : 'f';
    const ours = [oidOf(name), oidOf(array), categoryOf(name), preferred, typeText(name)].map(String);
    expect([name, ...ours]).toEqual([name, ...(theirs.get(name) ?? [])]);
  }
});

it('has the casts of pg_cast between its types, and no others', async () => {
  const names = stored.map((name) => `'${name}'`).join();
  const rows = await postgres.ask(`SELECT s.typname, t.typname, castcontext, castmethod
    FROM pg_cast JOIN pg_type s ON s.oid = castsource JOIN pg_type t ON t.oid = casttarget
    WHERE s.typname IN (${names}) AND t.typname IN (${names}) AND s.oid <> t.oid`);
  const theirs = rows.map(([from, to, context, method]) => [from, to, context, method].join(' '));
  const ours = stored.flatMap((from) =>
    stored.flatMap((to) => {
      const cast = findCast(from, to);
      if (cast === undefined || cast.method === 'same') return [];
      const letter = { relabel: 'b', function: 'f', text: 'i', items: '', same: '' }[cast.method];
      return [`${from} ${to} ${cast.context[0]} ${letter}`];
    }),
  );
  // Texts become everything, and everything becomes text, without a row.
  const isListed = (row: string) => theirs.includes(row);
  expect(theirs.filter((row) => !ours.includes(row))).toEqual([]);
  const others = ours.filter((row) => !isListed(row)).map((row) => row.split(' '));
  expect(
    others.filter(([from, to, context, method]) => {
      const toText = categoryOf(to as TypeName) === 'S' && context === 'a';
      const fromText = categoryOf(from as TypeName) === 'S' && context === 'e';
      return method !== 'i' || !(toText || fromText);
    }),
  ).toEqual([]);
});

it('gives branches the type that PostgreSQL gives them', async () => {
  const internal = new Set<string>(['char', 'pg_node_tree']); // other rules after PostgreSQL 14
  const compared = stored.filter((name) => !internal.has(name));
  for (const one of compared) {
    for (const other of compared) {
      const common = commonType([{ name: one }, { name: other }, { name: 'unknown' }]);
      const sql = `SELECT pg_typeof(CASE WHEN true THEN NULL::${one} WHEN false THEN NULL::${other} ELSE NULL END)`;
      const theirs = await postgres.ask(sql).then(
        ([row]) => row?.[0],
        () => 'none',
      );
      expect([one, other, 'mismatch' in common ? 'none' : typeText(common.name)]).toEqual([one, other, theirs]);
    }
  }
});

const written = [
  ['decimal', [10, 2]],
  ['numeric', []],
  ['DEC', [5]],
  ['double  precision', []],
  ['float', []],
  ['float', [24]],
  ['float', [25]],
  ['character varying', [20]],
  ['varchar', []],
  ['char', []],
  ['char', [3]],
  ['bpchar', []],
  ['timestamp', [3]],
  ['timestamp without time zone', []],
  ['timestamp with time zone', []],
  ['time', [2]],
  ['INT', []],
  ['smallint', []],
  ['bigint', []],
  ['real', []],
  ['bool', []],
  ['int8', []],
  ['name', []],
  ['jsonb', []],
  ['bytea', []],
  ['uuid', []],
] as const;

it.each(written)('reads the name %s with %j as PostgreSQL does', async (name, modifier) => {
  for (const isArray of [false, true]) {
    const type = typeNamed({ name, modifier, isArray });
    if ('refusal' in type) throw new Error(type.refusal);
    const [word = '', ...others] = name.split(/\s+/);
    const brackets = modifier.length > 0 ? `(${modifier.join()})` : '';
    const rest = others.join(' ');
    const sql = word === 'timestamp' ? `${word}${brackets} ${rest}` : `${word} ${rest}${brackets}`;
    const [row] = await postgres.ask(`SELECT pg_typeof(CAST(NULL AS ${sql}${isArray ? '[]' : ''}))`);
    expect(typeText(type.name)).toBe(row?.[0]);
  }
});

it('refuses names and modifiers that PostgreSQL or its own numbers have not', () => {
  const refused = [
    { name: 'money' },
    { name: 'numeric', modifier: [39] },
    { name: 'numeric', modifier: [3, 4] },
    { name: 'varchar', modifier: [0] },
    { name: 'int4', modifier: [3] },
    { name: 'float', modifier: [54] },
    { name: 'constructor' },
  ];
  for (const type of refused) expect(typeNamed(type)).toHaveProperty('refusal');
});

it('casts arrays item by item', () => {
  expect(canCast('int4[]', 'int8[]', 'implicit')).toBe(true);
  expect(canCast('int8[]', 'int4[]', 'implicit')).toBe(false);
  expect(canCast('int8[]', 'int4[]', 'assignment')).toBe(true);
  expect(canCast('text[]', 'int4[]', 'explicit')).toBe(true);
  expect(canCast('int4[]', 'int4', 'explicit')).toBe(false);
  expect(canCast('int4[]', 'text', 'assignment')).toBe(true);
});
