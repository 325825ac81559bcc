import type { BlockToLoad, ResultsSettings } from '../duckdb/index.ts';
import { EngineCancelled, type ResultColumn, type Statement } from '../engine.ts';
import type { EngineSource } from '../engine-source.ts';
import type { RowEncoding, Rows, RowSink, WrittenRows } from '../encode/index.ts';
import type { FirstTables, TableBounds } from '../table-description.ts';
import { engineProgram, EngineThread, type EngineProgram } from './engine-thread.ts';

export interface ThreadedEnginesSettings {
  readonly sources: ReadonlyMap<string, EngineSource>;
  /** Settings of the work above results of the sources. */
  readonly results: ResultsSettings;
  /** Maximum size of the rows of one answer. */
  readonly maxResultBytes: number;
  /** Called when a thread ended unexpectedly. */
  readonly onFault: (fault: Error) => void;
  /** Replaces the program in tests. */
  readonly program?: EngineProgram;
}

/**
 * The engines of one runtime, in a thread of their own: it runs statements and writes rows, and returns only bytes. The
 * next request replaces a thread that has ended.
 */
export class ThreadedEngines {
  readonly #settings: ThreadedEnginesSettings;
  readonly #threads = new Set<EngineThread>();
  #isClosed = false;
  #thread: EngineThread;

  /** Starts the thread at once, so that it loads its code in parallel with other threads. */
  constructor(settings: ThreadedEnginesSettings) {
    this.#settings = settings;
    this.#thread = this.#start();
  }

  /** Opens a source, so that the first statement need not wait for it. @throws EngineError */
  open(source: string, signal?: AbortSignal): Promise<void> {
    return this.#working().request({ kind: 'open', source }, signal);
  }

  /** Resolves when the source answers. @throws EngineError, EngineCancelled */
  check(source: string, signal: AbortSignal): Promise<void> {
    return this.#working().request({ kind: 'check', source }, signal);
  }

  /**
   * @param sink takes long rows while they are written
   * @throws EngineError, EngineCancelled, ResultTooLarge; each only once the statement has ended
   */
  rows(
    source: string,
    statement: Statement,
    encoding: RowEncoding,
    signal: AbortSignal,
    sink?: RowSink,
  ): Promise<Rows> {
    const inPieces = sink !== undefined;
    return this.#working().request({ kind: 'rows', source, statement, encoding, inPieces }, signal, sink);
  }

  /**
   * Runs a statement above the results of blocks, which run on their sources.
   * @throws as `rows`, and ResultsError for failures of the work above
   */
  rowsAbove(
    blocks: readonly BlockToLoad[],
    statement: Statement,
    encoding: RowEncoding,
    signal: AbortSignal,
    sink?: RowSink,
  ): Promise<Rows> {
    const request = {
      kind: 'rows',
      source: 'results',
      statement,
      encoding,
      blocks,
      inPieces: sink !== undefined,
    } as const;
    return this.#working().request(request, signal, sink);
  }

  /**
   * Returns the first value of the first row, `null` without rows.
   * @throws as `rows`
   */
  firstValue(source: string, statement: Statement, signal: AbortSignal): Promise<string | boolean | null> {
    return this.#working().request({ kind: 'first-value', source, statement }, signal);
  }

  /** Does the same above the results of blocks. @throws as `rowsAbove` */
  firstValueAbove(
    blocks: readonly BlockToLoad[],
    statement: Statement,
    signal: AbortSignal,
  ): Promise<string | boolean | null> {
    return this.#working().request({ kind: 'first-value', source: 'results', statement, blocks }, signal);
  }

  /**
   * Returns the columns of a statement's rows.
   * @throws as `rows`
   */
  columns(source: string, statement: Statement, signal: AbortSignal): Promise<readonly ResultColumn[]> {
    return this.#working().request({ kind: 'columns', source, statement }, signal);
  }

  /** Returns the first rows of a statement in lines, and the columns that the source tells. @throws as `rows` */
  written(source: string, statement: Statement, mostRows: number, signal: AbortSignal): Promise<WrittenRows> {
    return this.#working().request({ kind: 'written', source, statement, mostRows }, signal);
  }

  /** Lists the first tables of a source, see `Engine.describeTables`. */
  tables(source: string, most: TableBounds, signal: AbortSignal): Promise<FirstTables> {
    return this.#working().request({ kind: 'tables', source, most }, signal);
  }

  /** Ends the thread with its engines; the next request starts another. Call it only while no request runs. */
  async rest(): Promise<void> {
    await this.#thread.close();
  }

  /** Stops running requests; resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** @throws EngineCancelled after closing */
  #working(): EngineThread {
    if (this.#isClosed) throw new EngineCancelled();
    if (!this.#thread.isWorking) this.#thread = this.#start();
    return this.#thread;
  }

  #start(): EngineThread {
    const { sources, results, maxResultBytes, onFault, program } = this.#settings;
    const thread = new EngineThread(program ?? engineProgram, { sources, results, maxResultBytes }, onFault);
    this.#threads.add(thread);
    void thread.ended.then(() => this.#threads.delete(thread));
    return thread;
  }
}
