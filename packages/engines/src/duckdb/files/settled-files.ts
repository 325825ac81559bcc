import { type BigIntStats, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineCancelled, EngineError } from '../../engine.ts';
import { toEngineError } from '../duckdb-errors.ts';
import { quoteText } from '../quote.ts';
import { ask, quoteName } from './ask.ts';
import { callWith, type FileRead, fileReads } from './file-reads.ts';
import { FileRefused } from './file-refused.ts';
import { settleCsv } from './settle-csv.ts';
import { settleJson } from './settle-json.ts';
import { settleParquet } from './settle-parquet.ts';

/** Time in milliseconds after which work that goes on is interrupted again: one read asks several times. */
const interruptAgainMs = 20;

/** Maximum number of reads whose types are kept. */
const MOST_KEPT = 1_000;

interface Settled {
  readonly generation: string;
  /** The text to read by, or the error that refuses the files. */
  readonly text: Promise<string>;
}

/**
 * Types of the files that statements read, settled over all files and all rows of a generation, before the first answer.
 *
 * A read enters when a statement names its files for the first time. It is settled again when one of them has changed, has
 * gone, or a new one matches. Statements that arrive meanwhile wait for the same work. Where the types of DuckDB's sample
 * hold for all rows, the statement stays as it is.
 */
export class SettledFiles {
  readonly #connect: () => Promise<DuckDBConnection>;
  readonly #mayRead: (path: string) => boolean;
  readonly #settled = new Map<string, Settled>();
  readonly #readsOf = new WeakMap<readonly string[], readonly FileRead[]>();
  #connection: Promise<DuckDBConnection> | undefined;
  /** Reads are settled one after the other. */
  #sequence: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  /** @param mayRead whether a path may be looked at; DuckDB decides on the others, and refuses them */
  constructor(connect: () => Promise<DuckDBConnection>, mayRead: (path: string) => boolean) {
    this.#connect = connect;
    this.#mayRead = mayRead;
  }

  /**
   * Writes the types that hold for all rows into a statement, where DuckDB would take others.
   *
   * @throws EngineError `conversion` where no type keeps all values; EngineCancelled when `signal` fires
   */
  async settle(statement: string, signal: AbortSignal): Promise<string> {
    let text = statement;
    for (const read of this.#reads(statement).toReversed()) {
      const written = await unlessAborted(this.#settledText(read), signal);
      text = text.slice(0, read.from) + written + text.slice(read.to);
    }
    return text;
  }

  /** Text that changes when a file that one of these statements reads has changed. */
  async generation(statements: readonly string[]): Promise<string> {
    const reads = this.#readsOf.get(statements) ?? statements.flatMap((statement) => this.#reads(statement));
    this.#readsOf.set(statements, reads);
    const generations: string[] = [];
    for (const read of reads) generations.push(generationOf(await this.#filesOf(read)));
    return generations.join('|');
  }

  /** Ends the work that statements left behind whose callers have left; no other may wait for it. */
  async stop(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    this.#isStopping = true;
    const over = this.#sequence.then(() => {
      this.#isStopping = false;
    });
    while (this.#isStopping) {
      connection?.interrupt();
      await Promise.race([over, pause(interruptAgainMs)]);
    }
  }

  async close(): Promise<void> {
    await this.stop();
    (await this.#connection?.catch(() => undefined))?.closeSync();
  }

  #reads(statement: string): readonly FileRead[] {
    return fileReads(statement).filter(({ files }) => files.every((file) => this.#mayRead(file)));
  }

  async #settledText(read: FileRead): Promise<string> {
    const files = await this.#filesOf(read);
    const key = JSON.stringify([read.head, [...read.options], read.alias]);
    const generation = generationOf(files);
    const known = this.#settled.get(key);
    if (known?.generation === generation) return known.text;
    const text = this.#inSequence(async () => this.#write(read, files));
    text.catch((error: unknown) => {
      // A refusal holds for this generation; other failures are tried again.
      if (!(error instanceof EngineError && error.cause instanceof FileRefused)) this.#settled.delete(key);
    });
    this.#settled.delete(key);
    this.#settled.set(key, { generation, text });
    const [oldest] = this.#settled.keys();
    if (this.#settled.size > MOST_KEPT && oldest !== undefined) this.#settled.delete(oldest);
    return text;
  }

  async #write(read: FileRead, files: readonly string[]): Promise<string> {
    if (this.#isStopping) throw new EngineCancelled();
    if (files.length === 0) return original(read);
    const connection = await this.#control();
    try {
      return await settledCall(connection, read, files);
    } catch (error) {
      if (error instanceof FileRefused) throw new EngineError('conversion', error);
      throw toEngineError(error);
    }
  }

  /** The files that exist, in the order in which DuckDB reads them. */
  async #filesOf({ files }: FileRead): Promise<readonly string[]> {
    const found: string[] = [];
    for (const file of files) {
      if (!/[*?[\]{}]/.test(file)) found.push(file);
      else found.push(...(await this.#matches(file)));
    }
    return [...new Set(found)].filter((file) => statOf(file)?.isFile() === true);
  }

  async #matches(pattern: string): Promise<readonly string[]> {
    try {
      const rows = await ask(await this.#control(), `SELECT file FROM glob(${quoteText(pattern)})`);
      return rows.map(({ file }) => String(file)).toSorted();
    } catch {
      return []; // the statement itself gets the error
    }
  }

  #control(): Promise<DuckDBConnection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  #inSequence<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#sequence.then(work);
    this.#sequence = done.catch(() => undefined); // the statement gets the error
    return done;
  }
}

async function settledCall(connection: DuckDBConnection, read: FileRead, files: readonly string[]): Promise<string> {
  if (read.format === 'csv') return withOptions(read, await settleCsv(connection, read, files));
  if (read.format === 'json') return withOptions(read, await settleJson(connection, read));
  const { options, withNan } = await settleParquet(connection, read, files);
  if (withNan.size === 0) return withOptions(read, options);
  // A sum has no statistics, so that none hides the NaN.
  const sums = [...withNan].map(([name, type]) => `${quoteName(name)} + CAST(0 AS ${type}) AS ${quoteName(name)}`);
  return `(SELECT * REPLACE (${sums.join(', ')}) FROM ${callWith(read, options)})${aliasOf(read)}`;
}

function withOptions(read: FileRead, options: Readonly<Record<string, string>>): string {
  return Object.keys(options).length === 0 ? original(read) : callWith(read, options) + aliasOf(read);
}

function aliasOf({ alias }: FileRead): string {
  return alias === undefined ? '' : ` AS ${quoteName(alias)}`;
}

function original({ text }: FileRead): string {
  return text;
}

function generationOf(files: readonly string[]): string {
  return files.map((file) => `${file}:${identity(statOf(file))}`).join('/');
}

function identity(stats: BigIntStats | undefined): string {
  return stats === undefined ? '' : `${stats.dev}.${stats.ino}.${stats.mtimeNs}.${stats.ctimeNs}.${stats.size}`;
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined; // DuckDB reports why
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new EngineCancelled();
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(new EngineCancelled());
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
