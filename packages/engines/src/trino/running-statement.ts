import { EngineError, type Statement } from '../engine.ts';
import { Gate } from '../network/index.ts';
import { RunningRows } from '../running-rows.ts';
import { columnDecoders } from './decode/column-decoders.ts';
import type { TrinoPage, TrinoRow } from './page.ts';
import { sentText, type SentText } from './statement-text.ts';
import type { TrinoClient, TrinoQuery } from './trino-client.ts';
import { asEngineError, serverError } from './trino-errors.ts';

export interface TrinoRunSettings {
  readonly client: TrinoClient;
  readonly statement: Statement;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Called when the server has ended the statement. */
  readonly over: () => void;
}

/**
 * A statement and its rows: the next page is requested when the reader has room. A stopped statement is ended at the
 * server, whose pages then go on until one says that it has failed.
 */
export class RunningTrinoStatement extends RunningRows<TrinoRow> {
  readonly #query: TrinoQuery;
  readonly #sent: SentText;
  readonly #gate: Gate;
  /** JSON of the columns, which each page repeats. */
  #columns: string | undefined;

  /** @throws EngineError for a text that is too long */
  constructor({ client, statement, signal, timeoutMs, over }: TrinoRunSettings) {
    const sent = sentText(statement);
    const requests = new AbortController();
    const query = client.query(sent.text, requests.signal);
    const gate = new Gate();
    super({
      flow: gate,
      signal,
      timeoutMs,
      stopStatement: () => query.cancel(),
      giveUp: () => requests.abort(),
    });
    this.#query = query;
    this.#sent = sent;
    this.#gate = gate;
    const end = (error: Error | undefined) => {
      for (const failure of [this.reason, error]) if (failure instanceof EngineError) failure.engineQueryId = query.id;
      over();
      this.end(error);
    };
    void this.#run().then(
      () => end(undefined),
      (error: unknown) => end(asEngineError(error)),
    );
  }

  /** See `ResultStream`. */
  get engineQueryId(): string | undefined {
    return this.#query.id;
  }

  async #run(): Promise<void> {
    if (this.reason !== undefined) return; // nothing was sent
    while (this.#query.hasNext) {
      const page = await this.#nextPage();
      if (page.error !== undefined) throw serverError(page.error, this.#sent);
      this.#take(page);
      await this.#gate.opened();
    }
    this.orStop(() => {
      if (this.#columns === undefined) throw unusable('the server ended the statement without columns');
      this.queue.flush();
    });
  }

  /** Reads the next page, and ends the statement at the server when its answer cannot be used. */
  async #nextPage(): Promise<TrinoPage> {
    try {
      return await this.#query.next();
    } catch (error) {
      await this.#query.cancel().catch(() => undefined); // it cannot be reached; it ends statements nobody reads
      throw error;
    }
  }

  #take({ columns, rows }: TrinoPage): void {
    if (columns === undefined) return;
    this.orStop(() => {
      const told = JSON.stringify(columns);
      if (this.#columns === undefined) this.queue.describe(columnDecoders(columns));
      this.#columns ??= told;
      if (told !== this.#columns) throw unusable('the columns changed from one page to the next');
      for (const row of rows) this.queue.add(row, sizeOf(row));
    });
  }
}

function unusable(reason: string): EngineError {
  return new EngineError('connection', new Error(reason));
}

/** Approximate size of a row in memory. */
function sizeOf(row: TrinoRow): number {
  let size = 0;
  for (const value of row) size += typeof value === 'string' ? value.length : 8;
  return size;
}
