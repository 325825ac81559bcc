import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EngineCancelled } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, temporaryFolder, writeDatabase } from './engine-for-test.ts';

afterEach(() => vi.restoreAllMocks());

const never = new AbortController().signal;

/** Texts that the driver has prepared, in order. */
function preparedTexts(): readonly string[] {
  const texts: string[] = [];
  const { prepare } = DuckDBConnection.prototype;
  vi.spyOn(DuckDBConnection.prototype, 'prepare').mockImplementation(function (this: DuckDBConnection, text) {
    texts.push(text);
    return prepare.call(this, text);
  });
  return texts;
}

describe('a statement with the same text as one before', () => {
  it('is not prepared again, and has the rows of its own values', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const texts = preparedTexts();
    const text =
      'SELECT i, CAST($1 AS VARCHAR) FROM range(6) t(i) WHERE i > CAST($2 AS BIGINT) AND (CAST($3 AS BOOLEAN) OR i = 5)';
    const seen: unknown[] = [];
    for (const params of [
      ['a', '3', true],
      ['b', '4', true],
      [null, '3', false],
      ['c', null, true],
      ['d', '3', null],
      ['', '4', true],
    ])
      seen.push(await rowsOf(engine, text, params));
    expect(seen).toEqual([
      [
        ['4', 'a'],
        ['5', 'a'],
      ],
      [['5', 'b']],
      [['5', null]],
      [],
      [['5', 'd']],
      [['5', '']],
    ]);
    expect(texts).toEqual([text]);
  });

  it('needs all its values, and leaves none for the next', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const text = 'SELECT CAST($1 AS VARCHAR), CAST($2 AS VARCHAR)';
    expect(await rowsOf(engine, text, ['a', 'b'])).toEqual([['a', 'b']]);
    const cleared = vi.spyOn(DuckDBPreparedStatement.prototype, 'clearBindings');
    await expect(rowsOf(engine, text, ['c'])).rejects.toMatchObject({ errorClass: 'statement' });
    expect(await rowsOf(engine, text, ['d', 'e'])).toEqual([['d', 'e']]);
    expect(cleared).toHaveBeenCalledTimes(1);
  });

  it('runs after one that failed, one that was stopped and one whose reader has left', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const text = 'SELECT i + CAST($1 AS BIGINT) FROM range(1000000) t(i)';
    const first = async (param: string, signal = never) => {
      const { batches } = await engine.run({ text, params: [param] }, signal);
      for await (const { columns } of batches) return columns[0]?.[0];
      return undefined;
    };
    expect(await first('1')).toBe('1');
    await expect(first('no number')).rejects.toMatchObject({ errorClass: 'conversion' });
    expect(await first('2')).toBe('2');
    for (const delayMs of [0, 1, 2, 3]) {
      const controller = new AbortController();
      const { batches } = await engine.run({ text, params: ['3'] }, controller.signal);
      setTimeout(() => controller.abort(), delayMs);
      const read = (async () => {
        for await (const _ of batches);
      })();
      await expect(read).rejects.toBeInstanceOf(EngineCancelled);
      expect(await first(String(delayMs))).toBe(String(delayMs));
    }
  });

  it('is checked: what is refused is not kept', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    for (let time = 0; time < 2; time += 1) {
      const forbidden = rowsOf(engine, 'SELECT value FROM duckdb_settings() WHERE name = CAST($1 AS VARCHAR)', ['a']);
      await expect(forbidden).rejects.toMatchObject({ errorClass: 'forbidden' });
    }
  });

  it('reads the tables of a file that has replaced the database, by their new types', async () => {
    const projectDirectory = temporaryFolder();
    const file = join(projectDirectory, 'shop.duckdb');
    await writeDatabase(file, 'CREATE TABLE t AS SELECT 1 AS n');
    const engine = await openForTest({ projectDirectory, database: 'shop.duckdb', maxRunning: 1 });
    const text = 'SELECT n FROM t WHERE CAST(n AS VARCHAR) <> CAST($1 AS VARCHAR)';
    expect(await rowsOf(engine, text, ['2'])).toEqual([['1']]);
    await writeDatabase(`${file}.new`, "CREATE TABLE t AS SELECT 'one' AS n");
    renameSync(`${file}.new`, file);
    expect(await rowsOf(engine, text, ['2'])).toEqual([['one']]);
    expect(await rowsOf(engine, text, ['one'])).toEqual([]);
  });

  it('reads a file that was written meanwhile, by its new types', async () => {
    const projectDirectory = temporaryFolder();
    const engine = await openForTest({ projectDirectory, allow: ['.'], maxRunning: 1 });
    const text = "SELECT n FROM read_csv('a.csv') WHERE CAST(n AS VARCHAR) <> CAST($1 AS VARCHAR)";
    const seen: unknown[] = [];
    for (const rows of ['1\n2', 'one\ntwo', '1.5\n2', '2024-01-01\n2024-01-02']) {
      writeFileSync(join(projectDirectory, 'a.csv'), `n\n${rows}\n`);
      seen.push(await rowsOf(engine, text, ['2']));
    }
    expect(seen).toEqual([
      [['1']],
      [['one'], ['two']],
      [['1.5'], ['2']],
      [['2024-01-01T00:00:00.000'], ['2024-01-02T00:00:00.000']],
    ]);
  });
});

describe('statements that are kept', () => {
  const textOf = (index: number, length = 0) => `SELECT CAST($1 AS VARCHAR) /* ${index} ${'x'.repeat(length)} */`;

  it('have a bound; the ones used last remain', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const destroyed = vi.spyOn(DuckDBPreparedStatement.prototype, 'destroySync');
    for (let index = 0; index < 40; index += 1) await rowsOf(engine, textOf(index), ['a']);
    const texts = preparedTexts();
    expect(destroyed).toHaveBeenCalledTimes(40 - 32);
    await rowsOf(engine, textOf(39), ['b']);
    await rowsOf(engine, textOf(8), ['b']);
    expect(texts).toEqual([]);
    await rowsOf(engine, textOf(7), ['b']);
    expect(texts).toEqual([textOf(7)]);
  });

  it('are few when their texts are long', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const destroyed = vi.spyOn(DuckDBPreparedStatement.prototype, 'destroySync');
    for (let index = 0; index < 10; index += 1) await rowsOf(engine, textOf(index, 8_000), ['a']);
    expect(destroyed).toHaveBeenCalledTimes(10 - 4);
    await rowsOf(engine, textOf(10, 40_000), ['a']);
    expect(destroyed).toHaveBeenCalledTimes(11);
  });

  it('have parameters', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    const texts = preparedTexts();
    for (let time = 0; time < 2; time += 1) expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
    expect(texts).toEqual(['SELECT 1', 'SELECT 1']);
  });

  it('are given back with the memory of an idle engine', async () => {
    const engine = await openForTest({ maxRunning: 1 });
    await rowsOf(engine, textOf(0), ['a']);
    const destroyed = vi.spyOn(DuckDBPreparedStatement.prototype, 'destroySync');
    await engine.empty?.();
    expect(destroyed).toHaveBeenCalledTimes(1);
    expect(await rowsOf(engine, textOf(0), ['b'])).toEqual([['b']]);
  });
});
