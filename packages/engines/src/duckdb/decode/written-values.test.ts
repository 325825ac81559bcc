import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Batch, Engine, ResultColumn } from '../../engine.ts';
import { encodeRows, type RowFormat } from '../../encode/index.ts';
import { openDuckDb } from '../../open-engine.ts';
import { settingsForTest } from '../engine-for-test.ts';
import { randomBelow, randomText, valuesPerType, type WrittenType, writtenTypes } from './values-for-test.ts';

/** One column of random texts for each type, which statements cast to it. */
const folder = mkdtempSync(join(tmpdir(), 'orrery-values-'));
let engine: Engine;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(join(folder, 'values.duckdb'));
  const connection = await instance.connect();
  for (const [index, { texts }] of writtenTypes.entries()) {
    await connection.run(`CREATE TABLE t${index} (x VARCHAR)`);
    const appender = await connection.createAppender(`t${index}`);
    const next = randomBelow(Number(process.env['ORRERY_PROVE_SEED'] ?? 0) + index + 1);
    for (let row = 0; row < valuesPerType; row += 1) {
      if (next(20) === 0) appender.appendNull();
      else appender.appendVarchar(texts(next));
      appender.endRow();
    }
    appender.closeSync();
  }
  connection.closeSync();
  instance.closeSync();
  const paths = { projectDirectory: folder, temporaryDirectory: folder };
  engine = await openDuckDb({ ...settingsForTest(paths), database: 'values.duckdb' });
}, 120_000);

afterAll(async () => {
  await engine?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface ReadRows {
  readonly columns: readonly ResultColumn[];
  readonly batches: readonly Batch[];
}

async function read(statement: string): Promise<ReadRows> {
  const { columns, batches } = await engine.run({ text: statement, params: [] }, new AbortController().signal);
  const all: Batch[] = [];
  for await (const batch of batches) all.push(batch);
  return { columns, batches: all };
}

async function encoded({ columns, batches }: ReadRows, format: RowFormat, shows?: 'day' | 'interval' | 'number') {
  const keys = columns.map(({ name }, output) => ({ name, output, ...(shows ? { shows } : {}) }));
  return Buffer.concat((await encodeRows({ columns, batches }, { format, keys }, 2 ** 30)).data);
}

/** The same rows as texts, as other engines give them. */
const asTexts = ({ columns, batches }: ReadRows): ReadRows => ({
  columns,
  batches: batches.map(({ rowCount, columns: values }) => ({ rowCount, columns: values })),
});

/** The rows by `JSON.stringify` alone. */
function reference(format: RowFormat, { columns, batches }: ReadRows): string {
  const names = columns.map(({ name }) => name);
  const values = names.map((_, index) => batches.flatMap((batch) => batch.columns[index] ?? []));
  const rows = (values[0] ?? []).map((_, row) => values.map((column) => column[row]));
  switch (format) {
    case 'default':
      return JSON.stringify(rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]]))));
    case 'compact':
      return JSON.stringify({ members: names, dataset: rows });
    case 'columnar':
      return JSON.stringify({ members: names, columns: values });
    case 'lines':
      return linesOf(rows);
  }
}

/**
 * Lines end with the row that reaches their length, with the rows of a batch, and with the rows that are written at once:
 * fewer where they have many cells.
 */
function linesOf(rows: readonly (readonly unknown[])[]): string {
  let [all, line] = ['', ''];
  const atOnce = Math.min(2048, Math.floor(32_768 / (rows[0]?.length ?? 1)));
  for (const [index, row] of rows.entries()) {
    line += `${line === '' ? '{"data":[' : ','}${JSON.stringify(row)}`;
    const isLast = index === rows.length - 1 || ((index % 2048) + 1) % atOnce === 0 || (index + 1) % 2048 === 0;
    if (line.length < 128 * 1024 && !isLast) continue;
    all += `${line}]}\n`;
    line = '';
  }
  return all;
}

const formats = ['default', 'compact', 'columnar', 'lines'] as const;

describe.each(writtenTypes.map((type, index) => ({ ...type, index })))('$type', ({ index, type, value }) => {
  it(`writes ${valuesPerType} random values as their texts`, async () => {
    const result = await read(`SELECT CAST(x AS ${type}) AS "a ""name"" é" FROM t${index}`);
    for (const format of formats) {
      const bytes = await encoded(result, format);
      expect(bytes.equals(await encoded(asTexts(result), format))).toBe(true);
      expect(bytes.equals(Buffer.from(reference(format, result)))).toBe(true);
    }
  });

  it('shows them as texts are shown', async () => {
    const result = await read(`SELECT CAST(x AS ${type}) AS x FROM t${index} LIMIT 20000`);
    for (const shows of ['day', 'number', 'interval'] as const) {
      const [bytes, texts] = [await encoded(result, 'lines', shows), await encoded(asTexts(result), 'lines', shows)];
      expect(bytes.equals(texts)).toBe(true);
    }
  });

  it.runIf(value)('has the values that were written', async () => {
    const { batches } = await read(`SELECT CAST(x AS ${type}) AS x, x AS text FROM t${index}`);
    let wrong = 0;
    for (const { columns, rowCount } of batches) {
      for (let row = 0; row < rowCount; row += 1) {
        const text = columns[1]?.[row];
        const expected = typeof text === 'string' ? (value as NonNullable<WrittenType['value']>)(text) : null;
        if (columns[0]?.[row] !== expected) wrong += 1;
      }
    }
    expect(wrong).toBe(0);
  });
});

it('writes columns of all types side by side, in their order', async () => {
  const columns = writtenTypes.map(({ type }, index) => `CAST(t${index}.x AS ${type}) AS c${index}`);
  const from = writtenTypes.map((_, index) => (index === 0 ? 't0' : `POSITIONAL JOIN t${index}`));
  const result = await read(`SELECT ${columns.join(', ')} FROM ${from.join(' ')} ORDER BY t8.x DESC LIMIT 3000`);
  expect(result.batches.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(3000);
  for (const format of formats) {
    expect((await encoded(result, format)).equals(Buffer.from(reference(format, result)))).toBe(true);
  }
});

it('ends lines of wide characters at the same length', async () => {
  const next = randomBelow(99);
  const text = Array.from({ length: 50 }, () => randomText(next))
    .join('')
    .replaceAll("'", '');
  const result = await read(
    `SELECT repeat('é漢😀', 3000 + i::INT) || $$${text.replaceAll('$', '')}$$ AS x FROM range(300) t(i)`,
  );
  expect((await encoded(result, 'lines')).equals(Buffer.from(reference('lines', result)))).toBe(true);
});
