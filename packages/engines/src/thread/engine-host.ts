import type { BlockToLoad, ResultsEngine } from '../duckdb/index.ts';
import {
  type Engine,
  EngineCancelled,
  EngineError,
  type ResultColumn,
  type ResultStream,
  type Statement,
} from '../engine.ts';
import { openEngine, openResultsEngine } from '../open-engine.ts';
import { firstTables } from '../table-description.ts';
import {
  encodeRows,
  FirstRows,
  firstValueOf,
  linesOf,
  type RowOutlet,
  type Rows,
  type WrittenRows,
} from '../encode/index.ts';
import type { EngineRequest, EngineResults, EngineHostSettings } from './engine-messages.ts';

interface HostedRequest {
  readonly signal: AbortSignal;
  readonly outlet: RowOutlet | undefined;
  readonly timeoutMs: number;
}

/** The engines of one runtime, opened on first use, inside a thread. */
export class EngineHost {
  readonly #settings: EngineHostSettings;
  readonly #mayOpen: () => boolean;
  readonly #engines = new Map<string, Promise<Engine>>();
  #results: Promise<ResultsEngine> | undefined;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  /** @param mayOpen called before each engine is opened */
  constructor(settings: EngineHostSettings, mayOpen: () => boolean) {
    this.#settings = settings;
    this.#mayOpen = mayOpen;
  }

  /**
   * Settles when no part of the statement runs any more.
   *
   * @param outlet takes rows while they are written
   * @throws EngineError, EngineCancelled, ResultTooLarge
   */
  async answer(
    request: EngineRequest,
    signal: AbortSignal,
    outlet?: RowOutlet,
  ): Promise<EngineResults[EngineRequest['kind']]> {
    if ((request.kind === 'rows' || request.kind === 'first-value') && request.blocks) {
      const { statement, blocks } = request;
      const { timeoutMs } = this.#settings.results;
      const run = (stop: AbortSignal) => this.#runAbove(statement, blocks, stop);
      if (request.kind === 'first-value') return firstValueOf(await run(signal));
      return this.#rows(run, request, { signal, outlet, timeoutMs });
    }
    const engine = await unlessAborted(this.#engineFor(request.source), signal);
    switch (request.kind) {
      case 'open':
        return undefined;
      case 'check':
        return engine.check(signal).then(() => undefined);
      case 'rows': {
        const source = this.#settings.sources.get(request.source);
        const timeoutMs = source && source.type !== 'unconnected' ? source.settings.timeoutMs : 0;
        return this.#rows((stop) => engine.run(request.statement, stop), request, { signal, outlet, timeoutMs });
      }
      case 'first-value':
        return firstValueOf(await engine.run(request.statement, signal));
      case 'columns':
        return columnsOf(await engine.run(request.statement, signal));
      case 'written':
        return this.#written(engine, request, signal);
      case 'tables':
        return firstTables(await engine.describeTables(signal, request.most.tables + 1), request.most);
    }
  }

  /** Gives back the memory that idle engines keep for their next statement. */
  async empty(): Promise<void> {
    if (this.#closing.signal.aborted) return this.close();
    const opened = await Promise.allSettled(this.#engines.values());
    const engines = opened.flatMap((engine) => (engine.status === 'fulfilled' ? [engine.value] : []));
    await Promise.all([await this.#results, ...engines].map((engine) => engine?.empty?.()));
  }

  /** Stops running statements and closes the engines. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    const opened = await Promise.allSettled(this.#engines.values());
    const results = await this.#results;
    const engines = opened.flatMap((engine) => (engine.status === 'fulfilled' ? [engine.value] : []));
    await Promise.all([results, ...engines].map((engine) => engine?.close()));
  }

  async #rows(
    run: (signal: AbortSignal) => Promise<ResultStream>,
    { encoding }: Extract<EngineRequest, { kind: 'rows' }>,
    { signal, outlet, timeoutMs }: HostedRequest,
  ): Promise<Rows> {
    const startedAt = performance.now();
    const result = await run(signal);
    const timed = outlet && timedOutlet(outlet, startedAt + timeoutMs);
    const { maxResultBytes } = this.#settings;
    const { data, rowCount, encodeMs, heldMs } = await encodeRows(result, encoding, maxResultBytes, timed);
    const { generation, blockGenerations, engineQueryId } = result;
    const engineMs = performance.now() - startedAt - encodeMs - heldMs;
    const generations = blockGenerations ? { blockGenerations } : {};
    return { data, rowCount, generation, ...generations, engineQueryId, engineMs, encodeMs };
  }

  async #written(
    engine: Engine,
    { statement, mostRows }: Extract<EngineRequest, { kind: 'written' }>,
    signal: AbortSignal,
  ): Promise<WrittenRows> {
    const startedAt = performance.now();
    const { columns, batches, generation, engineQueryId } = await engine.run(statement, signal);
    const first = new FirstRows(batches, mostRows);
    const { maxResultBytes } = this.#settings;
    const { data, rowCount, encodeMs } = await encodeRows(
      { columns, batches: first },
      linesOf(columns),
      maxResultBytes,
    );
    const engineMs = performance.now() - startedAt - encodeMs;
    return { data, rowCount, generation, engineQueryId, engineMs, encodeMs, columns, isCut: first.isCut };
  }

  async #runAbove(statement: Statement, blocks: readonly BlockToLoad[], signal: AbortSignal): Promise<ResultStream> {
    const results = await unlessAborted(this.#openResults(), signal);
    const runBlock = async ({ source, statement: own }: BlockToLoad, stop: AbortSignal) =>
      (await unlessAborted(this.#engineFor(source), stop)).run(own, stop);
    return results.run(statement, blocks, runBlock, signal);
  }

  #openResults(): Promise<ResultsEngine> {
    if (this.#closing.signal.aborted || !this.#mayOpen()) throw new EngineCancelled();
    this.#results ??= openResultsEngine(this.#settings.results);
    return this.#results;
  }

  /** Opens an engine on first use. If that fails, the next request tries again. */
  #engineFor(name: string): Promise<Engine> {
    if (this.#closing.signal.aborted) throw new EngineCancelled();
    const known = this.#engines.get(name);
    if (known) return known;
    const opening = this.#open(name);
    this.#engines.set(name, opening);
    opening.catch(() => this.#engines.delete(name));
    return opening;
  }

  async #open(name: string): Promise<Engine> {
    const source = this.#settings.sources.get(name);
    if (!source) throw new EngineError('connection', new Error(`there is no data source '${name}'`));
    if (!this.#mayOpen()) throw new EngineCancelled();
    return openEngine(source.type, source.settings);
  }
}

/** Applies the timeout of the statement to the time that its rows wait for the outlet. */
function timedOutlet(outlet: RowOutlet, deadline: number): RowOutlet {
  return {
    put: async (pieces) => {
      const late = Promise.withResolvers<never>();
      const reason = new Error('the time limit of the statement passed before its rows were read');
      const timer = setTimeout(() => late.reject(new EngineError('timeout', reason)), deadline - performance.now());
      try {
        await Promise.race([outlet.put(pieces), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Returns the columns. Reads all rows, so that the statement ends. */
async function columnsOf({ columns, batches }: ResultStream): Promise<readonly ResultColumn[]> {
  for await (const _ of batches);
  return columns;
}

/** Stops waiting for an engine that opens slowly when `signal` fires. */
function unlessAborted<T>(opening: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new EngineCancelled());
    signal.addEventListener('abort', leave, { once: true });
    opening.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
