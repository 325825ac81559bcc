import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mariadbDatabase } from '../../../../tests/servers/mariadb.ts';
import { postgresDatabase } from '../../../../tests/servers/postgres.ts';
import { serverSettings } from '../../../../tests/servers/server-settings.ts';
import type { TableBounds } from '../table-description.ts';
import { ThreadedEngines } from './threaded-engines.ts';

/** Statements that users write, on servers, in the thread of the engines. */
let engines: ThreadedEngines;
const drops: (() => Promise<unknown>)[] = [];
const never = new AbortController().signal;

beforeAll(async () => {
  const [postgres, mariadb] = await Promise.all([postgresDatabase(), mariadbDatabase()]);
  drops.push(
    () => postgres.drop(),
    () => mariadb.drop(),
  );
  const create =
    'CREATE TABLE aside (id integer PRIMARY KEY, note varchar(20)); CREATE TABLE orders (id integer PRIMARY KEY, price decimal(30,9), day date, note varchar(20)); INSERT INTO orders VALUES ';
  const rows =
    "(1, 12345678901234567890.123456789, '2026-05-01', 'a'), (2, 0.1, '2026-05-02', NULL), (3, 3, '2026-05-03', 'c')";
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(create + rows);
  await client.end();
  const connection = await createConnection({ uri: mariadb.url, multipleStatements: true });
  await connection.query(create + rows);
  await connection.end();
  engines = new ThreadedEngines({
    sources: new Map([
      ['postgres', { type: 'postgres' as const, settings: { ...serverSettings(postgres.url), searchPath: [] } }],
      ['mysql', { type: 'mysql' as const, settings: serverSettings(mariadb.url) }],
    ]),
    results: { memoryLimitMb: 64, threads: 1, maxRunning: 2, timeoutMs: 60_000 },
    maxResultBytes: 4 * 2 ** 20,
    onFault: (fault) => {
      throw fault;
    },
  });
});

afterAll(async () => {
  await engines?.close();
  for (const drop of drops) await drop();
});

const run = (source: string, text: string, mostRows = 100, signal = never) =>
  engines.working.request(
    { kind: 'written', source, statement: { text, params: [], isOfUser: true }, mostRows },
    signal,
  );

const tablesOf = (source: string, most: TableBounds) =>
  engines.working.request({ kind: 'tables', source, most }, never);

const linesOf = ({ data }: Awaited<ReturnType<typeof run>>) =>
  Buffer.concat(data)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => JSON.parse(line).data);

describe.each(['postgres', 'mysql'])('a statement of a user on %s', (source) => {
  it('has the columns that the source tells, and numbers with all their digits', async () => {
    const answer = await run(source, 'SELECT id, price, day, note FROM orders ORDER BY id');
    expect(answer.columns).toMatchObject([
      { name: 'id', type: 'number' },
      { name: 'price', type: 'number' },
      { name: 'day', type: 'time', isDay: true },
      { name: 'note', type: 'string' },
    ]);
    expect(linesOf(answer).map(([id, price, ...others]) => [id, price.replace(/\.?0+$/, ''), ...others])).toEqual([
      ['1', '12345678901234567890.123456789', '2026-05-01', 'a'],
      ['2', '0.1', '2026-05-02', null],
      ['3', '3', '2026-05-03', 'c'],
    ]);
    expect(answer.isCut).toBe(false);
  });

  it('ends at its bound, in its own order, and the connection is as good as new', async () => {
    for (let time = 0; time < 3; time += 1) {
      const cut = await run(source, 'SELECT id FROM orders ORDER BY id DESC', 2);
      expect([cut.isCut, cut.rowCount, linesOf(cut)]).toEqual([true, 2, [['3'], ['2']]]);
    }
    expect((await run(source, 'SELECT id FROM orders', 3)).isCut).toBe(false);
    expect(linesOf(await run(source, 'SELECT id FROM orders WHERE id > 9'))).toEqual([]);
  });

  it('stops with its caller', async () => {
    const controller = new AbortController();
    const many = Array.from({ length: 16 }, (_, index) => `orders AS o${index}`).join(', ');
    const running = run(source, `SELECT count(*) FROM ${many}`, 1, controller.signal);
    setTimeout(() => controller.abort(), 200);
    await expect(running).rejects.toMatchObject({ name: 'EngineCancelled' });
    expect(linesOf(await run(source, 'SELECT 1 AS one'))).toEqual([['1']]);
  });

  it.each([
    'DELETE FROM orders',
    'WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
    'SELECT * FROM orders FOR UPDATE',
    'SELECT 1; DELETE FROM orders',
    'SET SESSION TRANSACTION READ WRITE',
    source === 'mysql' ? 'SELECT SLEEP(10)' : 'SELECT pg_sleep(10)',
    source === 'mysql' ? "SELECT * FROM orders INTO OUTFILE '/tmp/orrery'" : "COPY orders TO PROGRAM 'cat'",
    source === 'mysql' ? "SELECT GET_LOCK('a', 1)" : 'SELECT pg_advisory_lock(1)',
  ])('refuses %s', async (text) => {
    await expect(run(source, text)).rejects.toHaveProperty('errorClass');
    expect(linesOf(await run(source, 'SELECT count(*) AS n FROM orders'))).toEqual([['3']]);
  });

  it('is told where a fault is', async () => {
    const error = await run(source, 'SELECT id,\nnothing FROM orders').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ errorClass: 'statement' });
    if (source === 'postgres') expect(error).toMatchObject({ position: 11 });
  });

  /** Other tests may have tables on the same server. */
  const all = { tables: 100_000, columns: 1_000_000 };

  it('finds its tables in a list', async () => {
    const { tables, isCut } = await tablesOf(source, all);
    const found = tables.find(({ name, isOnPath }) => name === 'orders' && isOnPath);
    expect(isCut).toBe(false);
    expect(found).toMatchObject({ kind: 'table', primaryKey: ['id'] });
    expect(found?.columns.map(({ name }) => name)).toEqual(['id', 'price', 'day', 'note']);
  });

  it('lists no more tables and columns than it may', async () => {
    const one = await tablesOf(source, { ...all, tables: 1 });
    expect([one.tables.length, one.isCut]).toEqual([1, true]);
    expect(one.tables[0]?.columns.length).toBeGreaterThan(0);
    const short = await tablesOf(source, { ...all, columns: 3 });
    expect(short.isCut).toBe(true);
    expect(short.tables.flatMap(({ columns }) => columns).length).toBeLessThanOrEqual(3);
  });
});
