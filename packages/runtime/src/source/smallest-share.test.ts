import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { readForeignProject } from '@orrery/config';
import { type Engine, openEngine } from '@orrery/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { divideEngineMemory } from './engine-memory.ts';
import { engineSettings } from './engine-settings.ts';
import { SharedEngines, sharedEnginesLimits } from './shared-engines.ts';

const rows = 50_000;
const folder = mkdtempSync(join(tmpdir(), 'orrery-share-'));
const files = join(folder, 'data');
const never = new AbortController().signal;

const sources = {
  'a CSV file of two rows': "'data/two.csv'",
  'a CSV file': "'data/many.csv'",
  'a JSON file of two rows': "'data/two.json'",
  'a JSON file': "'data/many.json'",
  'a Parquet file': "'data/many.parquet'",
  'a database file': 'many',
};

beforeAll(async () => {
  mkdirSync(files);
  mkdirSync(join(folder, 'model'));
  const yaml = 'data_sources:\n  default:\n    type: duckdb\n    database: data/many.duckdb\n    allow: [data]\n';
  writeFileSync(join(folder, 'orrery.yml'), yaml);
  writeFileSync(join(files, 'two.csv'), 'city,amount\nOslo,10\nBergen,5\n');
  writeFileSync(join(files, 'two.json'), '{"city":"Oslo","amount":10}\n{"city":"Bergen","amount":5}\n');
  const instance = await DuckDBInstance.create(join(files, 'many.duckdb'));
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE many AS SELECT 'city ' || i % 1000 AS city, i % 977 AS amount, md5(CAST(i AS VARCHAR)) AS note FROM range(${rows}) AS numbers(i)`,
  );
  for (const format of ['csv', 'json', 'parquet'])
    await connection.run(`COPY many TO '${join(files, `many.${format}`)}' (FORMAT ${format})`);
  connection.closeSync();
  instance.closeSync();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The engine of an uploaded project, in the smallest share of the memory for all engines. */
async function openShare(memoryMb: number): Promise<{ readonly engine: Engine; readonly shareMb: number }> {
  const { shareMb } = new SharedEngines(sharedEnginesLimits(divideEngineMemory(memoryMb, 0).storedMb, 2));
  const read = readForeignProject(folder, { variables: new Map(), dataSources: new Map() });
  const source = read.dataSources.get('default');
  if (source === undefined) throw new Error('a data source');
  const limits = { dataDirectory: join(folder, 'temporary'), memoryMb: shareMb, threads: 2 };
  const { type, settings } = engineSettings('default', source, read, limits);
  return { engine: await openEngine(type, settings), shareMb };
}

describe.for([1024, 256])('with %i MB for all engines', (memoryMb) => {
  it.for(Object.entries(sources))(
    'answers plain queries over %s, one at a time and eight at once',
    async ([, source]) => {
      const { engine } = await openShare(memoryMb);
      const total = `SELECT city, SUM(amount) AS total FROM ${source} AS orders GROUP BY 1`;
      const texts = [1, 100, 5000, 10_000].map((limit) => `${total} ORDER BY 2 DESC NULLS LAST, 1 LIMIT ${limit}`);
      for (const text of texts) expect(await countOf(engine, text)).toBeGreaterThan(0);
      const counts = await Promise.all([...texts, ...texts].map((text) => countOf(engine, text)));
      expect(counts.every((count) => count > 0)).toBe(true);
      await engine.close();
    },
  );
});

async function countOf(engine: Engine, text: string): Promise<number> {
  let count = 0;
  for await (const { rowCount } of (await engine.run({ text, params: [] }, never)).batches) count += rowCount;
  return count;
}
