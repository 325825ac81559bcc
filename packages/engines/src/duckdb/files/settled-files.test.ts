import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../engine.ts';
import { rowsOf } from '../../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from '../engine-for-test.ts';
import { SettledFiles } from './settled-files.ts';

/** DuckDB looks at 20,480 rows by default. */
const SAMPLED = 21_000;

/** Lines of which the last ones are of another type than all that DuckDB's sample holds. */
function lateLines(usual: string, late: readonly string[], header = 'id,v'): string {
  const lines = Array.from({ length: SAMPLED }, (_, id) => `${id},${usual}`);
  return [header, ...lines, ...late.map((value, index) => `${SAMPLED + index},${value}`), ''].join('\n');
}

function lateObjects(usual: string, late: readonly string[]): string {
  return [...Array.from({ length: SAMPLED }, () => usual), ...late].map((value) => `{"v":${value}}\n`).join('');
}

/** Opens an engine over a folder of files. */
async function over(files: Readonly<Record<string, string | Uint8Array>>, init: readonly string[] = []) {
  const projectDirectory = temporaryFolder();
  mkdirSync(join(projectDirectory, 'data'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(projectDirectory, 'data', name), content);
  const engine = await openForTest({ projectDirectory, allow: ['data'], init });
  const foreign = await openForTest({ projectDirectory, allow: ['data'], init, isForeign: true });
  return {
    folder: join(projectDirectory, 'data'),
    /** Asks the project's own engine and that of an uploaded project. */
    async rows(text: string) {
      const rows = await rowsOf(engine, text);
      expect(await rowsOf(foreign, text)).toEqual(rows);
      return rows;
    },
    /** The reason for which both refuse. */
    async refusal(text: string): Promise<string> {
      const reasons = [];
      for (const one of [engine, foreign]) {
        const error = await rowsOf(one, text).then(
          () => undefined,
          (failed: unknown) => failed,
        );
        reasons.push(
          error instanceof EngineError && error.cause instanceof Error
            ? `${error.errorClass}: ${error.cause.message}`
            : '',
        );
      }
      expect(reasons[1]?.split('/data/').length).toBe(reasons[0]?.split('/data/').length);
      return reasons[0] ?? '';
    },
  };
}

describe('CSV', () => {
  it('keeps the decimals of a column whose first 21,000 values are whole', async () => {
    const { rows } = await over({ 'a.csv': lateLines('1', ['1.5', '0.4']) }, [
      "CREATE TEMP VIEW late AS SELECT * FROM 'data/a.csv'",
      "CREATE TEMP VIEW by_call AS SELECT * FROM read_csv('data/a.csv', delim = ',', header = true)",
    ]);
    for (const source of ['late', 'by_call', "'data/a.csv'", "read_csv('data/*.csv')", "read_csv(['data/a.csv'])"])
      expect(await rows(`SELECT sum(v), max(v), count(*) FROM ${source}`)).toEqual([['21001.9', '1.5', '21002']]);
  });

  it('keeps the name that DuckDB gives a file', async () => {
    const { rows } = await over({ 'sales.csv': lateLines('1', ['1.5']) });
    expect(await rows("SELECT sum(sales.v) FROM 'data/sales.csv' WHERE sales.id > 5")).toEqual([['20995.5']]);
    expect(await rows("SELECT sum(s.v) FROM 'data/sales.csv' s JOIN 'data/sales.csv' AS t USING (id)")).toEqual([
      ['21001.5'],
    ]);
  });

  it.for([
    ['2024-01-01', ['2024-01-02 10:00:00'], '2024-01-02T10:00:00.000'],
    ['10:00:00', ['2024-01-02 11:00:00'], '2024-01-02 11:00:00'],
    ['1', ['12345678901234567890'], '12345678901234567890'],
    ['1', ['1e-1'], '1'],
    ['1', ['two'], 'two'],
    ['7', ['007'], '7'],
    ['12345678901234567890', ['12345678901234567891'], '12345678901234567891'],
  ] as const)('finds a type for %s and %s', async ([usual, late, max]) => {
    const { rows } = await over({ 'a.csv': lateLines(usual, late) });
    expect(await rows("SELECT max(v) FROM 'data/a.csv'")).toEqual([[max]]);
  });

  it('adds a whole number above 2^53 and decimals exactly', async () => {
    const { rows } = await over({ 'a.csv': 'id,v\n1,9007199254740993\n2,10.50\n' });
    expect(await rows("SELECT sum(v), typeof(any_value(v)) FROM 'data/a.csv'")).toEqual([
      ['9007199254741003.50', 'DECIMAL(38,2)'],
    ]);
  });

  it('settles the types of a later file of a list', async () => {
    const files = { 'a.csv': lateLines('1', []), 'b.csv': 'id,v\n1,2.5\n' };
    const { rows } = await over(files);
    for (const source of ["'data/*.csv'", "read_csv(['data/a.csv', 'data/b.csv'])", "read_csv('data/?.csv')"])
      expect(await rows(`SELECT sum(v) FROM ${source}`)).toEqual([['21002.5']]);
  });

  it('refuses a type of the author that would round a value, by file, column and row', async () => {
    const { refusal, rows } = await over({ 'a.csv': lateLines('1', ['1.5']) });
    for (const types of ["types = {'v': 'INTEGER'}", "columns = {'id': 'BIGINT', 'v': 'BIGINT'}, header = true"]) {
      const reason = await refusal(`SELECT sum(v) FROM read_csv('data/a.csv', ${types})`);
      expect(reason).toMatch(/^conversion: .*data\/a\.csv: column v is (INTEGER|BIGINT), and row 21001 holds "1\.5"/);
    }
    expect(await rows("SELECT sum(v) FROM read_csv('data/a.csv', types = {'v': 'DECIMAL(9, 1)'})")).toEqual([
      ['21001.5'],
    ]);
    expect(await refusal("SELECT sum(v) FROM read_csv('data/a.csv', types = {'v': 'DECIMAL(9, 0)'})")).toMatch(
      /row 21001/,
    );
  });

  it('refuses local times next to moments', async () => {
    const { refusal } = await over({ 'a.csv': lateLines('2024-01-01 00:00:00', ['2024-01-02 10:00:00+02']) });
    expect(await refusal("SELECT max(v) FROM 'data/a.csv'")).toMatch(/column v is TIMESTAMP, and row 21001 holds/);
  });

  it.for(['id,v\n1,2\n3,4\n5,6,7\n8,9,10\n11,12,13\n', 'id,v\n1,2\n3,4\n5,6,7\n8,9\n', 'id,v\n1,2\n3\n5,6\n'])(
    'refuses lines of different lengths in %j, and names the first',
    async (content) => {
      const { refusal } = await over({ 'a.csv': content });
      expect(await refusal("SELECT count(*) FROM 'data/a.csv'")).toMatch(
        /data\/a\.csv has lines of different lengths: line [34] has/,
      );
    },
  );

  it('reads a file with a title above its header, with quotes and without rows', async () => {
    const { rows } = await over({
      'a.csv': 'My report\nid,v\n1,2\n3,4.5\n',
      'b.csv': 'id,v\n1,"a\nb"\n2,"c,d"\n',
      'c.csv': 'id,v\n',
    });
    expect(await rows("SELECT sum(v) FROM 'data/a.csv'")).toEqual([['6.5']]);
    expect(await rows("SELECT max(v) FROM 'data/b.csv'")).toEqual([['c,d']]);
    expect(await rows("SELECT count(*) FROM 'data/c.csv'")).toEqual([['0']]);
  });

  it('settles again when the file has changed', async () => {
    const { rows, folder } = await over({ 'a.csv': lateLines('1', []) }, ["CREATE TEMP VIEW v AS FROM 'data/a.csv'"]);
    expect(await rows('SELECT sum(v) FROM v')).toEqual([['21000']]);
    writeFileSync(join(folder, 'a.csv'), lateLines('1', ['1.5', '0.4']));
    expect(await rows('SELECT sum(v) FROM v')).toEqual([['21001.9']]);
    expect(await rows("SELECT sum(v) FROM 'data/a.csv'")).toEqual([['21001.9']]);
  });
});

describe('JSON', () => {
  it.for([
    ['1', ['1.5', '0.4'], 'SELECT sum(v)', '21001.9'],
    ['[1]', ['[1.5]'], 'SELECT sum(v[1])', '21001.5'],
    ['{"a":1}', ['{"a":1.5,"b":2}'], 'SELECT sum(v.a)', '21001.5'],
    ['1', ['true'], "SELECT count(*) FILTER (WHERE CAST(v AS VARCHAR) = 'true')", '1'],
  ] as const)('settles %s and later %s over all rows', async ([usual, late, select, right]) => {
    const { rows } = await over({ 'a.json': lateObjects(usual, late) });
    for (const source of ["'data/a.json'", "read_json('data/*.json')", "read_json_auto(['data/a.json'])"])
      expect(await rows(`${select} FROM ${source}`)).toEqual([[right]]);
  });
});

describe('Parquet', () => {
  it.for([
    ['2::INTEGER', '2.5::DOUBLE', ['4.5', '2.5']],
    ['2.5::DECIMAL(18, 1)', '2.76::DECIMAL(18, 2)', ['5.26', '2.76']],
    ['2::BIGINT', '2.76::DECIMAL(9, 2)', ['4.76', '2.76']],
    ['0.5::FLOAT', '2.5::DOUBLE', ['3', '2.5']],
  ] as const)('keeps the values of files with %s and %s', async ([first, second, right]) => {
    const { rows, folder } = await over({});
    await write(join(folder, 'a.parquet'), first);
    await write(join(folder, 'b.parquet'), second);
    for (const source of [
      "read_parquet(['data/a.parquet', 'data/b.parquet'])",
      "parquet_scan('data/*.parquet', filename = true)",
      "'data/*.parquet'",
    ])
      expect(await rows(`SELECT sum(v), max(v) FROM ${source}`)).toEqual([right]);
  });

  it('reads a column that only a later file has', async () => {
    const { rows, folder } = await over({});
    await write(join(folder, 'a.parquet'), '1');
    await write(join(folder, 'b.parquet'), '2 AS v, 5 AS w');
    expect(await rows("SELECT sum(v), sum(w) FROM 'data/*.parquet'")).toEqual([['3', '5']]);
  });

  it('reads folders by hive', async () => {
    const { rows, folder } = await over({});
    for (const [day, value] of [
      ['1', '1'],
      ['2', '2.5'],
    ] as const) {
      mkdirSync(join(folder, `day=${day}`));
      await write(join(folder, `day=${day}`, 'a.parquet'), value);
    }
    const source = "read_parquet('data/*/*.parquet', hive_partitioning = true)";
    expect(await rows(`SELECT sum(v), sum(day) FROM ${source}`)).toEqual([['3.5', '3']]);
  });

  it.for([
    ['2::BIGINT', '0.5::FLOAT'],
    ["TIMESTAMP '2024-01-01'", "TIMESTAMPTZ '2024-01-01 00:00:00+02'"],
    ["TIMESTAMPTZ '2024-01-01 00:00:00+02'", "TIMESTAMP '2024-01-01'"],
    ['1::DECIMAL(38, 0)', '2.76::DECIMAL(38, 2)'],
    ['true', '5'],
    ['9007199254740993', '0.5::DOUBLE'],
  ] as const)('refuses files with %s and %s, by file and column', async ([first, second]) => {
    const { refusal, folder } = await over({});
    await write(join(folder, 'a.parquet'), first);
    await write(join(folder, 'b.parquet'), second);
    expect(await refusal("SELECT max(v) FROM 'data/*.parquet'")).toMatch(
      /^conversion: .*data\/[ab]\.parquet: column v /,
    );
  });

  it('counts the NaN that the statistics of another writer leave out', async () => {
    const { rows } = await over({ 'a.parquet': ofPyarrow });
    const table = "(VALUES (1, 1.0::DOUBLE), (2, 'nan'), (3, 3.0)) AS t(id, x)";
    for (const source of [table, "'data/a.parquet'", "read_parquet('data/*.parquet')"])
      expect(await rows(`SELECT CAST(max(x) AS VARCHAR), count(*) FILTER (WHERE x > 5) FROM ${source}`)).toEqual([
        ['nan', '1'],
      ]);
    expect(await rows("SELECT id FROM 'data/a.parquet' WHERE x > 5")).toEqual([['2']]);
    expect(await rows("SELECT CAST(max(x) AS VARCHAR) FROM 'data/a.parquet'")).toEqual([['nan']]);
  });

  it('refuses decimals above 38 digits', async () => {
    const { refusal } = await over({ 'a.parquet': withWideDecimals });
    expect(await refusal("SELECT max(v) FROM 'data/a.parquet'")).toMatch(/column v has decimals of 39 digits/);
  });

  it('forgets what it knew of a file that is rewritten in place', async () => {
    const { rows, folder } = await over({});
    const path = join(folder, 'a.parquet');
    const time = new Date('2024-01-01T00:00:00Z');
    const above7 = "SELECT max(v), sum(v), (SELECT count(*) FROM 'data/a.parquet' WHERE v > 7) FROM 'data/a.parquet'";
    await write(path, 'unnest([1, 5, 6])');
    utimesSync(path, time, time);
    const { size } = statSync(path);
    expect(await rows(above7)).toEqual([['6', '12', '0']]);
    await write(join(folder, 'next.parquet'), 'unnest([2, 8, 9])');
    writeFileSync(path, readFileSync(join(folder, 'next.parquet')));
    utimesSync(path, time, time);
    expect(statSync(path).size).toBe(size);
    expect(await rows(above7)).toEqual([['9', '19', '2']]);
  });
});

async function write(path: string, value: string): Promise<void> {
  await writeDatabase(
    ':memory:',
    `COPY (SELECT ${value} ${value.includes(' AS ') ? '' : 'AS v'}) TO '${path}' (FORMAT parquet)`,
  );
}

/** Written by pyarrow 26.0.1: id 1, 2, 3 and x 1.0, NaN, 3.0. */
const ofPyarrow = Buffer.from(
  'UEFSMRUEFRgVGEwVBhUAEgAAAQAAAAIAAAADAAAAFQAVFBUULBUGFRAVBhUGHBgEAwAAABgEAQAAABYAKAQDAAAAGAQBAAAAEREAAAACAAAABg' +
    'ECAyQAFQQVMBUwTBUGFQASAAAAAAAAAADwPwAAAAAAAPh/AAAAAAAACEAVABUUFRQsFQYVEBUGFQYcGAgAAAAAAAAIQBgIAAAAAAAA8D8WACgI' +
    'AAAAAAAACEAYCAAAAAAAAPA/EREAAAACAAAABgECAyQAFQQZPDUAGAZzY2hlbWEVBAAVAiUCGAJpZAAVCiUCGAF4ABYGGRwZLCYAHBUCGTUABh' +
    'AZGAJpZBUAFgYWpgEWpgEmPCYIHBgEAwAAABgEAQAAABYAKAQDAAAAGAQBAAAAEREAGSwVBBUAFQIAFQAVEBUCADwpBhkmAAYAAAAmABwVChk1' +
    'AAYQGRgBeBUAFgYW3gEW3gEm+gEmrgEcGAgAAAAAAAAIQBgIAAAAAAAA8D8WACgIAAAAAAAACEAYCAAAAAAAAPA/EREAGSwVBBUAFQIAFQAVEB' +
    'UCADwpBhkmAAYAAAAWhAMWBiYIFoQDACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAAAZAQAAUEFSMQ==',
  'base64',
);

/** Written by pyarrow 26.0.1: v 3.75 and 1.25 as decimals of 39 digits. */
const withWideDecimals = Buffer.from(
  'UEFSMRUEFUQVREwVBBUAEgAAAAAAAAAAAAAAAAAAAAAAAXcAAAAAAAAAAAAAAAAAAAAAfRUAFRIVEiwVBBUQFQYVBhwYEQAAAAAAAAAAAAAAAA' +
    'AAAAF3GBEAAAAAAAAAAAAAAAAAAAAAfRYAKBEAAAAAAAAAAAAAAAAAAAABdxgRAAAAAAAAAAAAAAAAAAAAAH0REQAAAAIAAAAEAQEDAhUEGSw1' +
    'ABgGc2NoZW1hFQIAFQ4VIhUCGAF2JQoVBBVOLFwVBBVOAAAAFgQZHBkcJgAcFQ4ZNQAGEBkYAXYVABYEFrgCFrgCJmgmCBwYEQAAAAAAAAAAAA' +
    'AAAAAAAAF3GBEAAAAAAAAAAAAAAAAAAAAAfRYAKBEAAAAAAAAAAAAAAAAAAAABdxgRAAAAAAAAAAAAAAAAAAAAAH0REQAZLBUEFQAVAgAVABUQ' +
    'FQIAPCkGGSYABAAAABa4AhYEJggWuAIAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkcHAAAAOoAAABQQVIx',
  'base64',
);

describe('work that is left behind', () => {
  it('is interrupted, and what waits for its turn does not begin', async () => {
    const folder = temporaryFolder();
    for (const name of ['a.json', 'b.json']) writeFileSync(join(folder, name), '{"v":1}');
    let interrupt: () => void = () => undefined;
    const prepare = vi.fn(
      () =>
        new Promise<never>((_, reject) => {
          interrupt = () => reject(new Error('INTERRUPT'));
        }),
    );
    // A connection whose work ends by an interruption alone.
    const connection = { prepare, runAndReadAll: prepare, interrupt: () => interrupt() } as unknown as DuckDBConnection;
    const files = new SettledFiles(
      async () => connection,
      () => true,
    );
    const leaving = new AbortController();
    const left = ['a.json', 'b.json'].map((name) =>
      expect(files.settle(`SELECT * FROM read_json('${join(folder, name)}')`, leaving.signal)).rejects.toThrow(
        'cancelled',
      ),
    );
    await vi.waitFor(() => expect(prepare).toHaveBeenCalled());
    leaving.abort();
    await Promise.all(left);
    const asked = prepare.mock.calls.length;
    await files.stop();
    expect(prepare.mock.calls.length).toBe(asked);
  });
});
