import type { Statement } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { Gate } from '../network/index.ts';
import { RunningRows } from '../running-rows.ts';
import type { ClickhouseClient } from './clickhouse-client.ts';
import { asEngineError } from './clickhouse-errors.ts';
import { ByteReader, moreNeeded } from './decode/byte-reader.ts';
import { type ClickhouseRow, type ColumnReader, columnReaders } from './decode/column-decoders.ts';
import type { ClickhouseValue } from './decode/shown-decodings.ts';

/** Bound on one row, and on the names and types of the columns, which are held until all of it is there. */
const longestRow = 128 * 1024 * 1024;
const mostColumns = 100_000;

export interface ClickhouseRunSettings {
  readonly client: ClickhouseClient;
  readonly statement: Statement;
  readonly queryId: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called when the server has ended the statement. */
  readonly over: () => void;
}

/**
 * A statement and its rows, which are read from the body of the answer as the reader has room. A stopped statement is
 * ended at the server.
 */
export class RunningClickhouseStatement extends RunningRows<ClickhouseRow> {
  readonly #settings: ClickhouseRunSettings;
  readonly #requests: AbortController;
  readonly #gate: Gate;
  readonly #reader = new ByteReader();
  #columns: readonly ColumnReader[] | undefined;

  constructor(settings: ClickhouseRunSettings) {
    const { client, queryId, signal, timeoutMs, over } = settings;
    const requests = new AbortController();
    const gate = new Gate();
    super({
      flow: gate,
      signal,
      timeoutMs,
      stopStatement: async () => {
        await client.kill(queryId, requests.signal).catch(unlessForbidden);
        requests.abort();
      },
      giveUp: () => requests.abort(),
    });
    this.#settings = settings;
    this.#requests = requests;
    this.#gate = gate;
    const end = (error: Error | undefined) => {
      over();
      this.end(error);
    };
    void this.#run().then(
      () => end(undefined),
      (error: unknown) => end(asEngineError(error)),
    );
  }

  async #run(): Promise<void> {
    if (this.reason !== undefined) return; // nothing was sent
    const { client, statement, queryId, timeoutMs } = this.#settings;
    const pieces = await client.rows({ statement, queryId, timeoutMs, signal: this.#requests.signal });
    for await (const piece of pieces) {
      if (this.reason !== undefined) continue;
      if (this.#reader.add(piece)) this.orStop(() => this.#readRows());
      await this.#gate.opened();
    }
    if (this.reason !== undefined) return;
    this.#reader.join();
    this.orStop(() => {
      this.#readRows();
      if (!this.#reader.isAtEnd || this.#columns === undefined)
        throw unusable('the answer ends in the middle of a row');
      this.queue.flush();
    });
  }

  #readRows(): void {
    const reader = this.#reader;
    for (let start = reader.place; !reader.isAtEnd; start = reader.place) {
      try {
        if (this.#columns === undefined) this.#readHead();
        else this.#readRow(this.#columns, reader.place);
      } catch (error) {
        if (error !== moreNeeded) throw error;
        reader.returnTo(start);
        if (reader.waiting > longestRow) throw new EngineError('resource', new Error('a row is too long'));
        return;
      }
    }
  }

  #readRow(columns: readonly ColumnReader[], start: number): void {
    const reader = this.#reader;
    reader.beginRow();
    const row = new Array<ClickhouseValue>(columns.length);
    for (let index = 0; index < columns.length; index += 1) row[index] = (columns[index] as ColumnReader).read(reader);
    if (reader.place === start) throw unusable('rows without bytes');
    this.queue.add(row, reader.place - start);
  }

  #readHead(): void {
    const reader = this.#reader;
    const count = reader.length();
    if (count > mostColumns) throw new EngineError('resource', new Error(`${count} columns are too many`));
    const texts = Array.from({ length: count * 2 }, () => reader.text().toString());
    const columns = texts.slice(0, count).map((name, index) => ({ name, type: texts[count + index] ?? '' }));
    this.#columns = columnReaders(columns, this.#settings.statement.columns ?? []);
    this.queue.describe(this.#columns.map(({ read: _, ...column }) => column));
  }
}

/** The account may not see which statements run: closing the connection ends them, too. */
function unlessForbidden(error: unknown): void {
  if (!(error instanceof EngineError && error.errorClass === 'forbidden')) throw error;
}

function unusable(reason: string): EngineError {
  return new EngineError('connection', new Error(reason));
}
