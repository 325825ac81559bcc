import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** In order: each reads tables of the ones before it. */
const steps = ['setup', 'stores', 'products', 'customers', 'orders', 'refunds', 'sessions'] as const;

const historyDays = 3 * 365;

const scripts = join(import.meta.dirname, 'prepare');

export interface ShopSettings {
  /** Folder of `shop.duckdb`; made when missing. */
  readonly directory: string;
  /** `YYYY-MM-DD`; the data ends the day before. */
  readonly today: string;
  readonly onProgress?: (progress: ShopProgress) => void;
}

interface ShopProgress {
  readonly step: string;
  readonly done: number;
  readonly of: number;
}

export interface PreparedShop {
  readonly file: string;
  readonly rowCount: number;
  /** False when the file of that day was there already. */
  readonly isNew: boolean;
}

/**
 * Writes the demo's tables to `shop.duckdb`, the same rows for the same day. The file appears whole or not at all:
 * it is written under another name and renamed at the end. A file made for that day by these scripts is kept.
 */
export async function prepareShop({ directory, today, onProgress }: ShopSettings): Promise<PreparedShop> {
  if (!isDay(today)) throw new RangeError(`'${today}' is not a day, write YYYY-MM-DD`);
  await mkdir(directory, { recursive: true });
  const file = join(directory, 'shop.duckdb');
  const stampFile = join(directory, 'shop.stamp');
  const stamp = await stampOf(today);

  const kept = await readStamp(stampFile);
  if (kept?.stamp === stamp && (await exists(file))) return { file, rowCount: kept.rowCount, isNew: false };

  await removeUnfinished(directory);
  const unfinished = join(directory, `shop.${process.pid}.unfinished`);
  let rowCount: number;
  try {
    rowCount = await writeTables(unfinished, today, onProgress);
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  await writeFile(stampFile, `${stamp} ${rowCount}\n`);
  return { file, rowCount, isNew: true };
}

async function writeTables(file: string, today: string, onProgress: ShopSettings['onProgress']): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    await connection.run(`SET TimeZone = 'UTC'`);
    await connection.run(`ATTACH '${file.replaceAll("'", "''")}' AS shop`);
    await connection.run('USE shop');
    await connection.run(`SET VARIABLE today = DATE '${today}'`);
    await connection.run(`SET VARIABLE first_day = DATE '${today}' - ${historyDays}`);
    for (const [index, step] of steps.entries()) {
      onProgress?.({ step, done: index, of: steps.length });
      await connection.run(await readFile(join(scripts, `${step}.sql`), 'utf8'));
    }
    const rowCount = await countRows(connection);
    await connection.run('USE memory; DETACH shop');
    onProgress?.({ step: 'ready', done: steps.length, of: steps.length });
    return rowCount;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function countRows(connection: DuckDBConnection): Promise<number> {
  const reader = await connection.runAndReadAll(
    `SELECT sum(estimated_size)::DOUBLE FROM duckdb_tables() WHERE database_name = 'shop'`,
  );
  return Number(reader.getRows()[0]?.[0]);
}

/** Names the day and the scripts, so that changed scripts make new data. */
async function stampOf(today: string): Promise<string> {
  const texts = await Promise.all(steps.map((step) => readFile(join(scripts, `${step}.sql`))));
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return `${today} ${hash.digest('hex').slice(0, 16)}`;
}

async function readStamp(file: string): Promise<{ readonly stamp: string; readonly rowCount: number } | undefined> {
  if (!(await exists(file))) return undefined;
  const [day, hash, rows] = (await readFile(file, 'utf8')).trim().split(' ');
  return { stamp: `${day} ${hash}`, rowCount: Number(rows) };
}

/** What a killed run left behind. Whoever writes such a file right now has its process id in the name. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const writer = /^shop\.(\d+)\.unfinished/.exec(name)?.[1];
    if (writer && !isRunning(Number(writer))) await rm(join(directory, name), { force: true });
  }
}

function isRunning(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { directory: { type: 'string' }, today: { type: 'string' } } });
  const startedAt = performance.now();
  const shop = await prepareShop({
    directory: resolve(values.directory ?? join(import.meta.dirname, 'data')),
    today: values.today ?? new Date().toISOString().slice(0, 10),
    onProgress: ({ step, done, of }) => console.log(`  [${done}/${of}] ${step}`),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const rows = shop.rowCount.toLocaleString('en');
  console.log(shop.isNew ? `${shop.file}: ${rows} rows in ${seconds} s` : `${shop.file}: already there, ${rows} rows`);
}
