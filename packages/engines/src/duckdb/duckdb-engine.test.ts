import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineCancelled, EngineError } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest } from './engine-for-test.ts';

afterEach(() => vi.restoreAllMocks());

const never = new AbortController().signal;

describe('values', () => {
  it('keeps every digit of numbers', async () => {
    const engine = await openForTest();
    const [row] = await rowsOf(
      engine,
      `SELECT 9007199254740993, -9223372036854775808, 170141183460469231731687303715884105727::HUGEINT,
        340282366920938463463374607431768211455::UHUGEINT, 18446744073709551615::UBIGINT,
        12345678901234567890123456.0123456789::DECIMAL(38, 10), -0.05::DECIMAL(4, 2), 0::DECIMAL(9, 3), 123456789012.5::DECIMAL(18, 1),
        (-170141183460469231731687303715884105727)::HUGEINT, -1::HUGEINT, 99999999999999999999999::BIGNUM`,
    );
    expect(row).toEqual([
      '9007199254740993',
      '-9223372036854775808',
      '170141183460469231731687303715884105727',
      '340282366920938463463374607431768211455',
      '18446744073709551615',
      '12345678901234567890123456.0123456789',
      '-0.05',
      '0.000',
      '123456789012.5',
      '-170141183460469231731687303715884105727',
      '-1',
      '99999999999999999999999',
    ]);
  });

  it('writes doubles with their shortest digits and without exponent', async () => {
    const engine = await openForTest();
    const [row] = await rowsOf(
      engine,
      `SELECT 0.1::DOUBLE, 1e21::DOUBLE, 1.5e-7::DOUBLE, -2.5e22::DOUBLE, 0.1::FLOAT, 16777216::FLOAT, 'NaN'::DOUBLE, '-Infinity'::DOUBLE, -0.0::DOUBLE, 1e-10::FLOAT`,
    );
    expect(row).toEqual([
      '0.1',
      '1000000000000000000000',
      '0.00000015',
      '-25000000000000000000000',
      '0.1',
      '16777216',
      null,
      null,
      '0',
      '0.0000000001',
    ]);
  });

  it('writes dates and every timestamp type to the millisecond', async () => {
    const engine = await openForTest();
    const [row] = await rowsOf(
      engine,
      `SELECT DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.999999', TIMESTAMP_S '2024-01-01 00:00:01', TIMESTAMP_MS '2024-01-01 00:00:00.007',
        TIMESTAMP_NS '2024-12-31 23:59:59.123456789', TIMESTAMPTZ '2024-06-30 22:00:00-04', DATE '0001-01-01', TIMESTAMP 'infinity', DATE '-infinity',
        TIMESTAMP '12024-01-01 00:00:00', TIMESTAMP_NS '1960-01-01 00:00:00.000000001', DATE '0044-03-15 (BC)'`,
    );
    expect(row).toEqual([
      '2024-02-29T00:00:00.000',
      '1969-12-31T23:59:59.999',
      '2024-01-01T00:00:01.000',
      '2024-01-01T00:00:00.007',
      '2024-12-31T23:59:59.123',
      '2024-07-01T02:00:00.000',
      '0001-01-01T00:00:00.000',
      null,
      null,
      '+012024-01-01T00:00:00.000',
      '1960-01-01T00:00:00.000',
      '-000043-03-15T00:00:00.000',
    ]);
  });

  it('agrees with the engine on the text of 20,000 timestamps between 1500 and 2500', async () => {
    const engine = await openForTest();
    const rows = await rowsOf(
      engine,
      `SELECT ts, strftime(ts, '%Y-%m-%dT%H:%M:%S.%g') FROM (
         SELECT make_timestamp(-14831769600000000 + CAST(hash(i) % 31556952000000000 AS BIGINT)) AS ts FROM range(20000) t(i))`,
    );
    expect(rows.filter(([ours, theirs]) => ours !== theirs)).toEqual([]);
  });

  it('agrees with the engine on the digits of random integers and decimals', async () => {
    const engine = await openForTest();
    const rows = await rowsOf(
      engine,
      `WITH source AS (SELECT CAST(hash(i) >> CAST(i % 64 AS INTEGER) AS HUGEINT) * (CASE WHEN i % 2 = 0 THEN 1 ELSE -1 END) AS n FROM range(20000) t(i))
       SELECT n, n::VARCHAR, (n // 4)::BIGINT, (n // 4)::BIGINT::VARCHAR, n * 1000000007, (n * 1000000007)::VARCHAR,
         (n::DECIMAL(38, 4) / 4)::DECIMAL(38, 4), (n::DECIMAL(38, 4) / 4)::DECIMAL(38, 4)::VARCHAR FROM source`,
    );
    expect(rows.filter((row) => row.some((value, column) => column % 2 === 0 && value !== row[column + 1]))).toEqual(
      [],
    );
  });

  it('gives everything else as text', async () => {
    const engine = await openForTest();
    const [row] = await rowsOf(
      engine,
      `SELECT 'Zürich', 'a text that is longer than twelve bytes: 漢字', '', 'x'::ENUM ('w', 'x'), '7f3c0c1e-0000-4000-8000-000000000001'::UUID, TIME '12:34:56',
        [1, 2], {'a': 1, 'b': 'c'}, MAP {'k': 1}, NULL, '{"a": [1]}'::JSON, true, false, 'a' || chr(0) || 'b'`,
    );
    expect(row).toEqual([
      'Zürich',
      'a text that is longer than twelve bytes: 漢字',
      '',
      'x',
      '7f3c0c1e-0000-4000-8000-000000000001',
      '12:34:56',
      '[1,2]',
      '{"a":1,"b":"c"}',
      '[{"key":"k","value":1}]',
      null,
      '{"a": [1]}',
      true,
      false,
      'a\0b',
    ]);
  });

  it('keeps the position of NULLs and repeated texts, over many chunks', async () => {
    const engine = await openForTest();
    const rows = await rowsOf(
      engine,
      `SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE 's' || (i % 5000) END, CASE WHEN i % 5 = 0 THEN NULL ELSE repeat('long', 4) || (i % 7) END, CASE WHEN i % 7 = 0 THEN NULL ELSE i % 2 = 0 END
       FROM range(10000) t(i) ORDER BY i`,
    );
    expect(rows).toHaveLength(10_000);
    for (const [index, row] of rows.entries()) {
      expect(row).toEqual([
        String(index),
        index % 3 === 0 ? null : `s${index % 5000}`,
        index % 5 === 0 ? null : `longlonglonglong${index % 7}`,
        index % 7 === 0 ? null : index % 2 === 0,
      ]);
    }
  });

  it('names columns and the form of their values', async () => {
    const engine = await openForTest();
    const { columns, batches } = await engine.run(
      {
        text: `SELECT 1 AS "constructor", 'x' AS "constructor", true AS c, DATE '2024-01-01' AS d WHERE false`,
        params: [],
      },
      never,
    );
    expect(columns).toEqual([
      { name: 'constructor', type: 'number', exact: 'integer' },
      { name: 'constructor', type: 'string', isText: true },
      { name: 'c', type: 'boolean' },
      { name: 'd', type: 'time', isDay: true },
    ]);
    for await (const _ of batches) throw new Error('no rows expected');
  });
});

describe('parameters', () => {
  it('binds text as given, booleans and NULL', async () => {
    const engine = await openForTest();
    const hostile = `'; DROP TABLE x; -- \\ %_ \0 \u202e`;
    const million = 'x'.repeat(1_000_000);
    expect(
      await rowsOf(engine, 'SELECT $1, CAST($2 AS DECIMAL(38, 0)), $3 AND true, $4 IS NULL, length($5), $1', [
        hostile,
        '9007199254740993',
        true,
        null,
        million,
      ]),
    ).toEqual([[hostile, '9007199254740993', true, true, '1000000', hostile]]);
  });

  it('refuses a wrong number of values', async () => {
    const engine = await openForTest();
    await expect(rowsOf(engine, 'SELECT $1', [])).rejects.toMatchObject({ errorClass: 'statement' });
  });

  it('takes 100,000 of them', async () => {
    const engine = await openForTest();
    const values = Array.from({ length: 100_000 }, (_, index) => String(index));
    const list = values.map((_, index) => `CAST($${index + 1} AS BIGINT)`).join(', ');
    expect(await rowsOf(engine, `SELECT count(*) FROM range(200000) t(i) WHERE i IN (${list})`, values)).toEqual([
      ['100000'],
    ]);
  });
});

describe('errors', () => {
  it.each([
    ['SELECT * FROM nowhere', 'statement'],
    ['SELECT 1 FROM', 'statement'],
    ['', 'forbidden'],
    ['SELEC 1', 'forbidden'],
    [`SELECT 'abc'::INTEGER`, 'conversion'],
    [`SELECT x::INTEGER FROM (SELECT 'a' || i AS x FROM range(5000) t(i))`, 'conversion'],
    ['SELECT CAST(300 AS TINYINT)', 'conversion'],
    [`SELECT * FROM read_csv('/etc/passwd')`, 'forbidden'],
    ['SELECT 1; SELECT 2', 'forbidden'],
    ['CREATE TABLE t AS SELECT 1', 'forbidden'],
    ['SELECT list(i) FROM range(300000000) t(i)', 'resource'],
  ])('%s is a %s error', async (text, errorClass) => {
    const engine = await openForTest({ memoryLimitMb: 64, maxTemporaryMb: 1 });
    const error = await rowsOf(engine, text).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ errorClass });
    expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  });

  it('keeps the message of the engine in the cause only', async () => {
    const engine = await openForTest();
    const error = (await rowsOf(engine, `SELECT 'secret'::INTEGER`).catch((caught: unknown) => caught)) as EngineError;
    expect(error.message).not.toContain('secret');
    expect(String(error.cause)).toContain('secret');
  });
});

describe('lifecycle', () => {
  it('answers checks until it is closed', async () => {
    const engine = await openForTest();
    await engine.check(AbortSignal.timeout(10_000));
    const { batches } = await engine.run({ text: 'SELECT * FROM range(100000000)', params: [] }, never);
    await engine.close();
    await expect(batches[Symbol.asyncIterator]().next()).rejects.toThrow('cancelled');
    await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({ errorClass: 'connection' });
  });

  it('runs init on every connection', async () => {
    const engine = await openForTest({ init: ['CREATE TEMP VIEW numbers AS SELECT 7 AS n'], maxRunning: 3 });
    expect(await Promise.all([1, 2, 3].map(() => rowsOf(engine, 'SELECT n FROM numbers')))).toEqual([
      [['7']],
      [['7']],
      [['7']],
    ]);
  });

  it('reports a failing init as a connection error', async () => {
    const engine = await openForTest({ init: ['CREATE TEMP VIEW v AS SELECT * FROM nowhere'] });
    await expect(engine.check(AbortSignal.timeout(10_000))).rejects.toMatchObject({ errorClass: 'connection' });
  });

  it('opens a new instance after an error that DuckDB does not survive', async () => {
    const engine = await openForTest({ init: ['CREATE TEMP VIEW numbers AS SELECT 7 AS n'] });
    const fatal = new Error('FATAL Error: Failed: database has been invalidated because of a previous fatal error');
    const running = await engine.run({ text: 'SELECT i FROM range(100000) t(i)', params: [] }, never);
    vi.spyOn(DuckDBConnection.prototype, 'prepare').mockRejectedValueOnce(fatal);
    await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({ errorClass: 'connection' });
    const opened = vi.spyOn(DuckDBInstance, 'create');
    expect(await rowsOf(engine, 'SELECT n FROM numbers')).toEqual([['7']]);
    expect(opened).toHaveBeenCalledTimes(1);
    let rows = 0;
    for await (const { rowCount } of running.batches) rows += rowCount;
    expect(rows).toBe(100_000);
  });

  it('runs each of two statements alone that ran out of memory next to each other', async () => {
    const engine = await openForTest();
    const full = new Error('Out of Memory Error: failed to allocate data');
    vi.spyOn(DuckDBConnection.prototype, 'prepare').mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    expect(await Promise.all([rowsOf(engine, 'SELECT 1'), rowsOf(engine, 'SELECT 2')])).toEqual([[['1']], [['2']]]);
  });

  it('runs no statement again that ran out of memory alone', async () => {
    const engine = await openForTest();
    const full = new Error('Out of Memory Error: failed to allocate data');
    const prepare = vi.spyOn(DuckDBConnection.prototype, 'prepare').mockRejectedValueOnce(full);
    await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({ errorClass: 'resource' });
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it('cancels a running init when the caller leaves', async () => {
    const engine = await openForTest({
      init: ['CREATE TEMP TABLE t AS SELECT count(*) FROM range(100000) a, range(1000000) b'],
    });
    await expect(engine.run({ text: 'SELECT 1', params: [] }, AbortSignal.timeout(100))).rejects.toBeInstanceOf(
      EngineCancelled,
    );
  });
});
