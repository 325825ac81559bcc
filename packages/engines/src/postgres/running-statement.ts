import type { FieldDef } from 'pg';
import { RunningRows } from '../running-rows.ts';
import type { PostgresLease } from './connections.ts';
import { columnDecoders } from './decode/column-decoder.ts';
import type { TextRow } from './decode/values.ts';
import type { PipelineListener } from './pipeline.ts';
import { toEngineError } from './postgres-errors.ts';
import { restore } from './session.ts';

export interface PostgresRunSettings {
  readonly lease: PostgresLease;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Asks the server to stop the statement, see `requestCancel`. */
  readonly cancel: () => Promise<void>;
}

/** A statement that was sent, and its rows. Ends the transaction after the answer. */
export class RunningPostgresStatement extends RunningRows<TextRow> implements PipelineListener {
  readonly #lease: PostgresLease;
  #isEnding = false;

  constructor({ lease, signal, timeoutMs, cancel }: PostgresRunSettings) {
    const flow = lease.client.connection.stream;
    super({ flow, signal, timeoutMs, stopStatement: cancel, giveUp: () => void this.#end('broken', undefined) });
    this.#lease = lease;
  }

  columns(fields: readonly FieldDef[]): void {
    this.queue.describe(columnDecoders(fields));
  }

  row(values: TextRow, bytes: number): void {
    this.orStop(() => this.queue.add(values, bytes));
  }

  lastRow(): void {
    this.orStop(() => this.queue.flush());
  }

  idle(): void {
    this.answered();
    void this.#end('idle', undefined);
  }

  failed(error: Error): void {
    this.answered();
    // After an error of the server, the transaction is still open. On a broken connection this fails.
    this.#lease.client.query(restore.map(({ text }) => text).join('; ')).then(
      () => this.#end('idle', error),
      () => this.#end('broken', error),
    );
  }

  async #end(connection: 'idle' | 'broken', error: Error | undefined): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (connection === 'idle') {
      await this.noStopOnItsWay();
      this.#lease.release();
    } else this.#lease.destroy();
    this.end(error && toEngineError(error));
  }
}
