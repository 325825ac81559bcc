import { expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { describeTrino } from '../../../../tests/servers/trino.ts';
import { type Engine, EngineCancelled } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, schemaForTest, type TestTrino } from './trino-for-test.ts';

/** Never fires. */
const patient = new AbortController().signal;

/** Computes for hours without memory; the comment tells the statements of a test apart. */
function endless({ settings }: TestTrino): string {
  const joined = ['b', 'c', 'd'].map((name) => ` CROSS JOIN UNNEST(sequence(1, 10000)) AS ${name} (n)`);
  return `SELECT /* ${settings.schema} */ count(*) FROM UNNEST(sequence(1, 10000)) AS a (n)${joined.join('')}`;
}

function rowsForEver({ settings }: TestTrino): string {
  const joined = ['b', 'c', 'd', 'e'].map((name) => ` CROSS JOIN UNNEST(sequence(1, 100)) AS ${name} (n)`);
  return `SELECT /* ${settings.schema} */ a.n FROM UNNEST(sequence(1, 100)) AS a (n)${joined.join('')}`;
}

/** Statements of the test that the server still knows as running or waiting. */
async function running({ ask, settings }: TestTrino): Promise<readonly unknown[]> {
  return ask(
    `SELECT query_id, state FROM system.runtime.queries WHERE query LIKE 'SELECT /* ${settings.schema} */%' AND state NOT IN ('FINISHED', 'FAILED')`,
  );
}

describeTrino('stopping', () => {
  it('stops 64 statements when their callers leave, and leaves nothing behind', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open({ maxRunning: 64 });
    const leaving = new AbortController();
    const statement = { text: rowsForEver(trino), params: [] };
    const streams = await Promise.all(Array.from({ length: 64 }, () => engine.run(statement, leaving.signal)));
    expect(await running(trino)).toHaveLength(64);
    leaving.abort();
    const ended = streams.map(({ batches }) =>
      drainRest(batches[Symbol.asyncIterator]()).catch((error: unknown) => error),
    );
    for (const error of await Promise.all(ended)) expect(error).toBeInstanceOf(EngineCancelled);
    expect(await running(trino)).toEqual([]);
    expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  });

  it('stops statements that compute', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open();
    const leaving = new AbortController();
    const asked = Array.from({ length: 4 }, () => engine.run({ text: endless(trino), params: [] }, leaving.signal));
    const ended = asked.map((stream) => stream.catch((error: unknown) => error));
    await eventually(async () => expect(await running(trino)).toHaveLength(4));
    leaving.abort();
    for (const error of await Promise.all(ended)) expect(error).toBeInstanceOf(EngineCancelled);
    expect(await running(trino)).toEqual([]);
  });

  it('stops a statement that is being read, and one whose reader has enough', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open({ maxRunning: 1 });
    const leaving = new AbortController();
    const { batches } = await engine.run({ text: rowsForEver(trino), params: [] }, leaving.signal);
    const reader = batches[Symbol.asyncIterator]();
    await reader.next();
    leaving.abort();
    await expect(drainRest(reader)).rejects.toBeInstanceOf(EngineCancelled);
    for await (const { rowCount } of (await engine.run({ text: rowsForEver(trino), params: [] }, patient)).batches) {
      expect(rowCount).toBeGreaterThan(0);
      break;
    }
    expect(await running(trino)).toEqual([]);
  });

  it('stops a statement by its clock, and all of them when it is closed', async () => {
    const trino = await schemaForTest();
    const hasty = await trino.open({ timeoutMs: 500 });
    await expect(rowsOf(hasty, endless(trino))).rejects.toMatchObject({ errorClass: 'timeout' });
    const engine = await trino.open();
    const asked = rowsOf(engine, endless(trino));
    const ended = expect(asked).rejects.toBeInstanceOf(EngineCancelled);
    await eventually(async () => expect(await running(trino)).toHaveLength(1));
    await engine.close();
    await ended;
    expect(await running(trino)).toEqual([]);
  });

  it('hands nothing in for a caller who has left', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open();
    await expect(
      engine.run({ text: `SELECT /* ${trino.settings.schema} */ 1`, params: [] }, AbortSignal.abort()),
    ).rejects.toBeInstanceOf(EngineCancelled);
    const known = `SELECT count(*) FROM system.runtime.queries WHERE query LIKE 'SELECT /* ${trino.settings.schema} */%'`;
    expect(await trino.ask(known)).toEqual([[0]]);
  });

  it('reports that an operator ended a statement', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open();
    const ended = expect(rowsOf(engine, endless(trino))).rejects.toMatchObject({ errorClass: 'timeout' });
    await eventually(async () => expect(await running(trino)).toHaveLength(1));
    const [[id] = []] = (await running(trino)) as readonly (readonly unknown[])[];
    await trino.ask(`CALL system.runtime.kill_query(query_id => '${String(id)}', message => 'no')`);
    await ended;
  });
});

async function drainRest(reader: AsyncIterator<unknown>): Promise<void> {
  while (!(await reader.next()).done);
}

describeTrino('errors', () => {
  const failure = async (engine: Engine, text: string, params: readonly (string | null)[] = []) =>
    rowsOf(engine, text, params).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('have a class by their code', async () => {
    const engine = await (await schemaForTest()).open();
    const cases = [
      ['SELECT nix', 'statement'],
      ['SELECT * FROM nix', 'statement'],
      ['SELEC', 'forbidden'],
      ['SELECT 1 FROM', 'statement'],
      ["SELECT 1 > 'a'", 'statement'],
      ["SELECT CAST('a' || CAST(rand() AS varchar) AS bigint)", 'conversion'],
      ['SELECT 1 / CAST(rand() * 0 AS integer)', 'conversion'],
      ["SELECT date_parse('x', '%Y')", 'conversion'],
      ['SELECT CAST(300 AS tinyint)', 'conversion'],
      ["SELECT BIGINT '9223372036854775807' + n FROM (VALUES 1) AS t(n)", 'conversion'],
      [`SELECT ${Array.from({ length: 5000 }, (_, n) => `n = ${n}`).join(' OR ')} FROM (VALUES 1) AS t(n)`, 'resource'],
      [Array.from({ length: 160 }, () => 'SELECT count(*) FROM tpch.tiny.nation').join(' UNION ALL '), 'resource'],
      ["WITH SESSION query_max_run_time = '1ms' SELECT count(*) FROM tpch.sf1000.lineitem", 'timeout'],
    ] as const;
    for (const [text, errorClass] of cases)
      expect({ text: text.slice(0, 80), error: await failure(engine, text) }).toMatchObject({ error: { errorClass } });
  });

  it('have the place in the text, with and without parameters', async () => {
    const engine = await (await schemaForTest()).open();
    const text = "SELECT 'it''s 😀',\r\n '😀', 'a''b' || nix";
    expect(await failure(engine, text)).toMatchObject({ position: text.indexOf('nix') });
    expect(await failure(engine, `${text}, ?`, ['x'])).toMatchObject({ position: text.indexOf('nix') });
    const first = "SELECT 'it''s 😀', nix";
    expect(await failure(engine, first)).toMatchObject({ position: first.indexOf('nix') });
    expect(await failure(engine, `${first}, ?`, [null])).toMatchObject({ position: first.indexOf('nix') });
  });

  it('are of the connection where the server is down or does not accept the account', async () => {
    const trino = await schemaForTest();
    const down = await trino.open({ port: 1 });
    expect(await failure(down, 'SELECT 1')).toMatchObject({ errorClass: 'connection' });
    await expect(down.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
    const role = await trino.open({ roles: [{ catalog: 'system', role: 'nix' }] });
    expect(await failure(role, 'SELECT 1')).toMatchObject({ errorClass: 'connection' });
  });
});

describeTrino('checks', () => {
  it('answer while every place is taken', async () => {
    const trino = await schemaForTest();
    const engine = await trino.open({ maxRunning: 1 });
    const leaving = new AbortController();
    const asked = expect(engine.run({ text: endless(trino), params: [] }, leaving.signal)).rejects.toThrow();
    await engine.check(patient);
    leaving.abort();
    await asked;
  });
});

describeTrino('tables', () => {
  it('are described with their columns and comments', async () => {
    const trino = await schemaForTest();
    await trino.ask(
      `CREATE TABLE orders (id bigint NOT NULL COMMENT 'The number', "a ""b""" decimal(10,2), at timestamp(6) with time zone, items array(varchar)) COMMENT 'All orders'`,
    );
    await trino.ask('CREATE VIEW done AS SELECT id FROM orders');
    const engine = await trino.open();
    const schema = trino.settings.schema ?? '';
    const keys = { primaryKey: [], uniqueKeys: [], foreignKeys: [] };
    const done = {
      schema,
      name: 'done',
      isOnPath: true,
      kind: 'view',
      columns: [{ name: 'id', engineType: 'bigint', type: 'number', isNullable: true }],
      ...keys,
    };
    expect(await engine.describeTables(patient)).toEqual([
      done,
      {
        schema,
        name: 'orders',
        isOnPath: true,
        kind: 'table',
        comment: 'All orders',
        columns: [
          { name: 'id', engineType: 'bigint', type: 'number', isNullable: false, comment: 'The number' },
          { name: 'a "b"', engineType: 'decimal(10,2)', type: 'number', isNullable: true },
          { name: 'at', engineType: 'timestamp(6) with time zone', type: 'time', isNullable: true },
          { name: 'items', engineType: 'array(varchar)', isNullable: true },
        ],
        ...keys,
      },
    ]);
    expect(await engine.describeTables(patient, 1)).toEqual([done]);
  });

  it('of a schema that is not there are an error, and of an empty one none', async () => {
    const trino = await schemaForTest();
    expect(await (await trino.open()).describeTables(patient)).toEqual([]);
    await expect((await trino.open({ schema: 'nix' })).describeTables(patient)).rejects.toMatchObject({
      errorClass: 'statement',
      cause: { message: 'the catalog memory has no schema nix' },
    });
    const [{ schema, isOnPath } = {}] = await (await trino.open({ catalog: 'TPCH', schema: 'Tiny' })).describeTables(
      patient,
    );
    expect([schema, isOnPath]).toEqual(['tiny', true]);
  });

  it('of all schemas of the catalog are listed where none is named', async () => {
    const { schema: _, ...settings } = (await schemaForTest()).settings;
    const engine = await openForTest({ ...settings, catalog: 'tpch' });
    const tables = await engine.describeTables(patient);
    expect(new Set(tables.map(({ schema }) => schema))).toContain('sf1');
    expect(tables.some(({ schema }) => schema === 'information_schema')).toBe(false);
    expect(tables.find(({ schema, name }) => schema === 'tiny' && name === 'nation')).toMatchObject({
      isOnPath: false,
      columns: [{ name: 'nationkey' }, { name: 'name' }, { name: 'regionkey' }, { name: 'comment' }],
    });
  });
});
