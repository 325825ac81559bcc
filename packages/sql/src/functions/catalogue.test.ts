import { expect, it } from 'vitest';
import { elementNames, elementOf, type ParameterName, type TypeName } from '../types/index.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { allEntries, type FunctionEntry, functionsNamed, operatorsNamed, refusalOf } from './index.ts';

const postgres = usePostgres();

/** Names of types as signatures write them, for every type that an array or a base type of PostgreSQL is. */
const typeNames = `SELECT t.oid, CASE WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN e.typname || '[]' ELSE t.typname::text END AS name
  FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem`;

const polymorphic = new Set<string>([
  'any',
  'anyelement',
  'anyarray',
  'anynonarray',
  'anycompatible',
  'anycompatiblearray',
  'anycompatiblenonarray',
]);
/** Types of the catalogs that are shown, and have no functions and operators of their own here. */
const shownOnly = new Set<string>(['inet', 'xid', 'aclitem', 'pg_node_tree']);
const isKnown = (name: string) => {
  const element = elementOf(name as TypeName);
  return polymorphic.has(name) || (elementNames.includes(element) && !shownOnly.has(element));
};
/** Vectors and arrays of the catalogs, which PostgreSQL takes as any array. */
const ofCatalogs = new Set<string>(['int2vector', 'oidvector', 'oid[]', 'char[]', 'name[]']);
const isOfKnown = ({ parameters, result }: FunctionEntry) =>
  [...parameters, result].every(isKnown) && !ofCatalogs.has(parameters[0] ?? '');

/** Written beside PostgreSQL's functions of the name, or instead of syntax that its parser turns into calls of others. */
const ownNames = new Set([
  'current_timestamp',
  'current_date',
  'localtimestamp',
  'localtime',
  'user',
  'current_catalog',
  'position',
  'pow',
  'current_role',
  'system_user',
  // Written with the type text in place of regtype.
  'pg_typeof',
  // Fields of records, and tests of arrays, which have syntax of their own.
  'record_field',
  '_pg_expandarray',
  'in_array',
  'not_in_array',
  // The item of an array by its number, which the grammar writes as a subscript.
  'array_item',
]);
const ours = allEntries();

function shown(name: string, parameters: readonly ParameterName[], result: string): string {
  return `${name}(${parameters.join(', ')}) -> ${result}`;
}

function textOf({ name, parameters, result }: FunctionEntry): string {
  return shown(name, parameters, result);
}

it('has the functions of PostgreSQL under their names, all of them, with result, volatility and strictness', async () => {
  const rows = await postgres.ask(`WITH names AS (${typeNames})
    SELECT proname, array_to_string(ARRAY(SELECT n.name FROM unnest(proargtypes) WITH ORDINALITY a(o, i) JOIN names n ON n.oid = a.o ORDER BY i), ','),
      (SELECT name FROM names WHERE oid = prorettype), provolatile, proisstrict, prokind
    FROM pg_proc WHERE pronamespace = 11 AND prokind IN ('f', 'a', 'w')`);
  const names = new Set(ours.functions.filter(({ origin }) => origin === 'postgresql').map(({ name }) => name));
  const theirs = rows.flatMap(([name, args, result, volatility, strict, kind]) => {
    const parameters = (args ?? '').split(',').filter((arg) => arg !== '');
    if (!names.has(name ?? '') || !parameters.every(isKnown) || !isKnown(result ?? '')) return [];
    const facts = kind === 'f' ? `${volatility}${strict === 'true' || strict === 't' ? ' strict' : ''}` : '';
    return [`${shown(name ?? '', parameters as ParameterName[], result ?? '')} ${facts}`.trim()];
  });
  const own = ours.functions.flatMap((entry) => {
    if (entry.origin !== 'postgresql' || ownNames.has(entry.name) || !isOfKnown(entry)) return [];
    const facts =
      entry.kind === 'scalar' || entry.kind === 'set' ? `${entry.volatility[0]}${entry.isStrict ? ' strict' : ''}` : '';
    return [`${textOf(entry)} ${facts}`.trim()];
  });
  expect(theirs.filter((row) => !own.includes(row) && !ownNames.has(row.split('(')[0] ?? '')).toSorted()).toEqual([]);
  expect(own.filter((row) => !theirs.includes(row)).toSorted()).toEqual([]);
});

it('has the operators of PostgreSQL between its types', async () => {
  const rows = await postgres.ask(`WITH names AS (${typeNames})
    SELECT oprname, (SELECT name FROM names WHERE oid = oprleft), (SELECT name FROM names WHERE oid = oprright), (SELECT name FROM names WHERE oid = oprresult)
    FROM pg_operator WHERE oprnamespace = 11`);
  const names = new Set(ours.operators.map(({ name }) => name));
  const theirs = rows.flatMap(([name, left, right, result]) => {
    const parameters = [left, right].flatMap((side) => side ?? []);
    if (
      !names.has(name ?? '') ||
      ofCatalogs.has(parameters[0] ?? '') ||
      !parameters.every(isKnown) ||
      !isKnown(result ?? '')
    )
      return [];
    return [shown(name ?? '', parameters as ParameterName[], result ?? '')];
  });
  const own = ours.operators.filter(isOfKnown).map(textOf);
  expect(theirs.filter((row) => !own.includes(row)).toSorted()).toEqual([]);
  expect(own.filter((row) => !theirs.includes(row)).toSorted()).toEqual([]);
});

it('has no signature twice', () => {
  const texts = [...ours.functions, ...ours.operators].map(({ name, parameters }) => `${name}(${parameters.join()})`);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

it('refuses what acts on a server or a session, with the reason', () => {
  for (const name of [
    'pg_sleep',
    'pg_read_file',
    'lo_import',
    'pg_terminate_backend',
    'pg_advisory_lock',
    'dblink',
    'nextval',
    'pg_notify',
    'query_to_xml',
  ]) {
    expect([name, functionsNamed(name)]).toEqual([name, []]);
    expect(refusalOf(name)).toMatch(/^it /);
  }
  expect(refusalOf('lower')).toBeUndefined();
  expect(refusalOf('constructor')).toBeUndefined();
  expect(operatorsNamed('constructor')).toEqual([]);
});
