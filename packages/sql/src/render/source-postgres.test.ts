import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { allEntries, isCannot, postgresTarget } from '../functions/index.ts';
import { StatementRefused } from '../refusal.ts';
import { type TypeName, typeText } from '../types/index.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { rows, sourceSession, useSourceExpressions } from './sources-for-test.ts';
import { sourceProofs } from './source-expressions-for-test.ts';

const reference = usePostgres();
const render = useSourceExpressions();
const target = postgresTarget(sourceSession);
let database: TestDatabase;
let source: pg.Client;

beforeAll(async () => {
  const create = (types: string) => `CREATE TEMPORARY TABLE t (id int, ${types})`;
  const insert = `INSERT INTO t VALUES ${rows.map((row) => `(${row})`).join(', ')}`;
  await reference.ask(create('s text, u text, n float8, m float8, b bool, at timestamp, other timestamp'));
  await reference.ask(insert);
  await reference.ask(`SET TimeZone = '${sourceSession.zone}'`);
  database = await postgresDatabase();
  source = new pg.Client({ connectionString: database.url, types: { getTypeParser: () => String } });
  await source.connect();
  // As the engine sets its sessions, and columns as they come.
  for (const statement of [
    "SET TimeZone = 'UTC'",
    "SET IntervalStyle = 'iso_8601'",
    "SET DateStyle = 'ISO, DMY'",
    create('s text COLLATE "de-x-icu", u varchar(20), n numeric, m text, b bool, at timestamp, other timestamp'),
    insert,
  ])
    await source.query(statement);
});
afterAll(async () => {
  await source.end();
  await database.drop();
});

it.for(sourceProofs)('$expression', async ({ expression, meaning }) => {
  const asked = meaning
    .replaceAll(/\bnow\(\)/gi, `timestamptz '${sourceSession.now}'`)
    .replaceAll(/\bcurrent_date\b/gi, `(timestamptz '${sourceSession.now}')::date`);
  const theirs = await reference
    .ask(`SELECT pg_typeof(${asked}), CAST(${asked} AS text) FROM t ORDER BY id`)
    .catch((error: Error) => error.message);
  const { text, type } = render(expression, target);
  const shown = type === 'timestamp with time zone' ? `timezone('${sourceSession.zone}', ${text})` : text;
  const ours = await source
    .query<(string | null)[]>({
      text: `SELECT pg_typeof(${text}), CAST(${shown} AS text) FROM t ORDER BY id`,
      rowMode: 'array',
    })
    .then(
      (result) => result.rows,
      (error: Error) => error.message,
    );
  if (typeof theirs === 'string' || typeof ours === 'string') {
    expect([expression, typeof ours, ours]).toEqual([expression, typeof theirs, ours]);
    return;
  }
  const plain =
    type === 'timestamp with time zone'
      ? theirs.map(([name, value]) => [name, value?.replace(/[+-]\d\d$/, '') ?? null])
      : theirs;
  expect([expression, type]).toEqual([expression, theirs[0]?.[0]]);
  expect([expression, ours]).toEqual([expression, plain]);
});

it('has every function and operator that it renders as itself, with its type', async () => {
  const { functions, operators } = allEntries();
  const found: string[] = [];
  for (const entry of [...functions, ...operators]) {
    const { parameters, result, name } = entry;
    const types = parameters.map((one): TypeName => (one === 'any' ? 'text' : (one as TypeName))); // others are refused
    const args = types.flatMap((type) => {
      const arg = target.constant({ name: type }, null);
      return isCannot(arg) ? [] : [arg];
    });
    const rendered = target.call({ signature: entry, parameters: types, result: result as TypeName }, args);
    if (isCannot(rendered) || parameters.some((one) => /^any(?!$)/.test(one))) continue;
    const shown = await reference.ask(`SELECT pg_typeof(${rendered.text})`).catch((error: Error) => [[error.message]]);
    const call = `${name}(${parameters.join(', ')})`;
    expect([call, shown[0]?.[0]]).toEqual([call, typeText(rendered.type.name)]);
    found.push(call);
  }
  expect(found.length).toBeGreaterThan(400);
});

it.for(['initcap(s)', 'array_length(ARRAY[1, 2], 1)', '(at - other)::text', 'random()', "to_char(at, 'TMMonth')"])(
  'refuses %s, which depends on settings or is left to the engine of results',
  (expression) => {
    expect(() => render(expression, target)).toThrow(StatementRefused);
  },
);
