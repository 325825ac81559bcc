import type { Connection, FieldDef, Submittable } from 'pg';
import type { Statement } from '../engine.ts';
import { boundMessages } from './bound-messages.ts';
import type { TextRow } from './decode/values.ts';
import { begin, type PipelineStatement, restore } from './session.ts';

export interface PipelineListener {
  columns(fields: readonly FieldDef[]): void;
  row(values: TextRow, bytes: number): void;
  /** The statement has ended; its transaction ends next. */
  lastRow(): void;
  /** The connection can take the next statement. */
  idle(): void;
  /** The server refused a statement, or the connection broke. No other event follows. */
  failed(error: Error): void;
}

/** The position of the statement's result among the results of the pipeline. */
const STATEMENT = 2;

/**
 * One read-only transaction around one statement, sent at once and answered in one round trip: begin, settings, the
 * statement, and its rollback. After an error the server skips the rest, so that nothing ever runs outside of the
 * transaction.
 *
 * Requests all rows with one message, because PostgreSQL runs a statement that is fetched in portions without parallel
 * workers. The network holds back a server that is faster than the reader.
 */
export class Pipeline implements Submittable {
  readonly #settings: PipelineStatement;
  readonly #statement: Statement;
  readonly #listener: PipelineListener;
  #completed = 0;
  #messages: ReturnType<typeof boundMessages> | undefined;

  constructor(settings: PipelineStatement, statement: Statement, listener: PipelineListener) {
    this.#settings = settings;
    this.#statement = statement;
    this.#listener = listener;
  }

  submit(connection: Connection): void {
    const { text, params } = this.#statement;
    this.#messages = boundMessages(connection.stream);
    connection.stream.cork();
    send(connection, begin);
    send(connection, this.#settings);
    send(
      connection,
      { text, values: params.map((param) => (typeof param === 'boolean' ? String(param) : param)) },
      true,
    );
    for (const step of restore) send(connection, step);
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#listener.columns(fields);
  }

  handleDataRow({ fields, length }: { readonly fields: TextRow; readonly length: number }): void {
    this.#messages?.whole();
    if (this.#completed === STATEMENT) this.#listener.row(fields, length);
  }

  handleCommandComplete(): void {
    this.#completed += 1;
    if (this.#completed === STATEMENT + 1) this.#listener.lastRow();
  }

  handleReadyForQuery(): void {
    this.#messages?.end();
    this.#listener.idle();
  }

  handleError(error: Error): void {
    this.#messages?.end();
    this.#listener.failed(error);
  }
}

/** Sends a statement. With `describes`, the server reports the columns of the rows. */
function send(connection: Connection, { text, values }: PipelineStatement, describes = false): void {
  connection.parse({ name: '', text, types: [] }, true);
  connection.bind({ values: [...values] }, true);
  if (describes) connection.describe({ type: 'P' }, true);
  connection.execute(null, true);
}
