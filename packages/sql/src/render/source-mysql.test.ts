import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mariadbDatabase, type TestDatabase } from '../../../../tests/servers/mariadb.ts';
import {
  allEntries,
  type FunctionEntry,
  isCannot,
  mysqlTarget,
  rendersOnMysql,
  type TargetEngine,
} from '../functions/index.ts';
import { StatementRefused } from '../refusal.ts';
import { usePostgres } from '../types/postgres-for-test.ts';
import { rows, sourceSession, useSourceExpressions } from './sources-for-test.ts';
import { sourceProofs } from './source-expressions-for-test.ts';

const reference = usePostgres();
const render = useSourceExpressions();
const proved = new Set<string>();
const plainTarget = mysqlTarget(sourceSession);
/** Notes what is called. */
const target: TargetEngine = {
  ...plainTarget,
  call: (resolved, args) => {
    const made = plainTarget.call(resolved, args);
    if (!isCannot(made)) proved.add(callOf(resolved.signature));
    return made;
  },
};
let database: TestDatabase;
let source: Connection;

beforeAll(async () => {
  const insert = `INSERT INTO t VALUES ${rows.map((row) => `(${row})`).join(', ')}`;
  await reference.ask(
    'CREATE TEMPORARY TABLE t (id int, s text, u text, n float8, m float8, b bool, at timestamp, other timestamp)',
  );
  await reference.ask(insert);
  await reference.ask(`SET TimeZone = '${sourceSession.zone}'`);
  database = await mariadbDatabase();
  source = await createConnection({
    uri: database.url,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  // As the engine sets its sessions, and columns as they come.
  for (const statement of [
    'SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin',
    "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES,NO_UNSIGNED_SUBTRACTION,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00', div_precision_increment = 30",
    'CREATE TEMPORARY TABLE t (id int, s text COLLATE utf8mb4_general_ci, u varchar(20), n decimal(20, 5), m varchar(20), b boolean, at datetime(6), other datetime(6))',
    insert,
  ])
    await source.query(statement);
});
afterAll(async () => {
  await source.end();
  await database.drop();
});

const refused: string[] = [];

type Answer = readonly (string | null)[] | 'error';

/** Values as text; a warning is an error, as it is to the engine. */
async function ask(text: string): Promise<Answer> {
  try {
    const [found] = await source.query({ sql: `SELECT ${text} FROM t ORDER BY id`, rowsAsArray: true });
    const [warnings] = await source.query('SHOW WARNINGS');
    if ((warnings as readonly unknown[]).length > 0) return 'error';
    return (found as unknown as readonly (readonly unknown[])[]).map(([value]) =>
      value === null ? null : String(value),
    );
  } catch {
    return 'error';
  }
}

/** One text for each value, whatever zeros and signs an engine shows. */
function plain(type: string, value: string | null): string | null {
  if (value === null) return null;
  switch (type) {
    case 'boolean':
      return { true: '1', false: '0' }[value] ?? value;
    case 'double precision':
      return String(Number(value) + 0);
    case 'numeric':
    case 'timestamp without time zone':
      return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
    default:
      return value;
  }
}

it.for(sourceProofs)('$expression', async ({ expression, meaning }) => {
  const asked = meaning
    .replaceAll(/\bnow\(\)/gi, `timestamptz '${sourceSession.now}'`)
    .replaceAll(/\bcurrent_date\b/gi, `(timestamptz '${sourceSession.now}')::date`);
  let rendered: { readonly text: string; readonly type: string };
  try {
    rendered = render(expression, target);
  } catch (error) {
    if (!(error instanceof StatementRefused)) throw error;
    refused.push(expression);
    return;
  }
  const { text, type } = rendered;
  const theirs = await reference
    .ask(`SELECT pg_typeof(${asked}), CAST(${asked} AS text) FROM t ORDER BY id`)
    .catch((): 'error' => 'error');
  const ours = await ask(text);
  if (theirs === 'error' || ours === 'error') {
    expect([expression, ours === 'error', text]).toEqual([expression, theirs === 'error', text]);
    return;
  }
  expect([expression, type]).toEqual([expression, theirs[0]?.[0]]);
  const [mine, wanted] = [ours, theirs.map(([, value = null]) => value)].map((all) =>
    all.map((one) => plain(type, one)),
  );
  expect([expression, mine]).toEqual([expression, wanted]);
});

it('proves every function and operator that it renders', () => {
  const { functions, operators } = allEntries();
  const rendered = [...functions, ...operators].filter((entry) => rendersOnMysql(entry)).map(callOf);
  expect(rendered.filter((call) => !proved.has(call))).toEqual([]);
  expect(rendered.length).toBeGreaterThan(150);
});

it('takes readings of clocks for moments only in a zone whose clocks do not change', async () => {
  const inUtc = mysqlTarget({ ...sourceSession, zone: 'UTC' });
  const { text } = render("datediff('day', at, now())", inUtc);
  const theirs = await reference.ask("SELECT (date '2024-02-29' - at::date)::text FROM t ORDER BY id");
  expect(await ask(text)).toEqual(theirs.map(([days]) => days));
  expect(() => render("datediff('day', at, now())", target)).toThrow(StatementRefused);
});

it('refuses expressions that grow from level to level', () => {
  const nested = (call: (inner: string) => string) =>
    Array.from({ length: 40 }).reduce<string>((inner) => call(inner), 's');
  const least = `LEAST(${Array.from({ length: 1000 }, (_, at) => `n + ${at}`).join(', ')})`;
  for (const expression of [nested((inner) => `lower(${inner})`), nested((inner) => `left(${inner}, -1)`), least])
    expect(() => render(expression, target)).toThrow(StatementRefused);
});

it('refuses moments beside a change of the clocks', () => {
  const changing = mysqlTarget({ ...sourceSession, now: '2024-03-31 00:30:00.000000+00' });
  expect(() => render('at > now()', changing)).toThrow(StatementRefused);
  expect(render("at > now() - interval '1 day'", changing).type).toBe('boolean');
  expect(() => render("at > now() - interval '1 day' + interval '24 hours'", changing)).toThrow(StatementRefused);
});

function callOf({ name, parameters }: FunctionEntry): string {
  return `${name}(${parameters.join(', ')})`;
}
