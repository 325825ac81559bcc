import { type Engine, EngineCancelled, EngineError, type ResultColumn, type ResultStream } from '../engine.ts';
import type { EngineSource } from '../engine-source.ts';
import { openEngine } from '../open-engine.ts';
import { encodeRows, firstValueOf, type RowOutlet, type Rows } from '../encode/index.ts';
import type { EngineRequest, EngineResults } from './engine-messages.ts';

/** The engines of one runtime, opened on first use, inside the thread that works for it. */
export class EngineHost {
  readonly #sources: ReadonlyMap<string, EngineSource>;
  readonly #maxResultBytes: number;
  readonly #mayOpen: () => boolean;
  readonly #engines = new Map<string, Promise<Engine>>();
  readonly #closing = new AbortController();

  /** @param mayOpen called before each engine is opened */
  constructor(sources: ReadonlyMap<string, EngineSource>, maxResultBytes: number, mayOpen: () => boolean) {
    this.#sources = sources;
    this.#maxResultBytes = maxResultBytes;
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
    const engine = await unlessAborted(this.#engineFor(request.source), signal);
    switch (request.kind) {
      case 'open':
        return undefined;
      case 'check':
        return engine.check(signal).then(() => undefined);
      case 'rows':
        return this.#rows(engine, request, signal, outlet);
      case 'first-value':
        return firstValueOf(await engine.run(request.statement, signal));
      case 'columns':
        return columnsOf(await engine.run(request.statement, signal));
    }
  }

  /** Stops running statements and closes the engines. */
  async close(): Promise<void> {
    this.#closing.abort();
    const opened = await Promise.allSettled(this.#engines.values());
    await Promise.all(opened.map((engine) => (engine.status === 'fulfilled' ? engine.value.close() : undefined)));
  }

  async #rows(
    engine: Engine,
    { source, statement, encoding }: Extract<EngineRequest, { kind: 'rows' }>,
    signal: AbortSignal,
    outlet: RowOutlet | undefined,
  ): Promise<Rows> {
    const startedAt = performance.now();
    const result = await engine.run(statement, signal);
    const timed = outlet && timedOutlet(outlet, startedAt + this.#timeoutOf(source));
    const { data, rowCount, encodeMs, heldMs } = await encodeRows(result, encoding, this.#maxResultBytes, timed);
    const engineMs = performance.now() - startedAt - encodeMs - heldMs;
    return { data, rowCount, generation: result.generation, engineMs, encodeMs };
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

  #timeoutOf(name: string): number {
    return this.#sources.get(name)?.settings.timeoutMs ?? 0;
  }

  async #open(name: string): Promise<Engine> {
    const source = this.#sources.get(name);
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
function unlessAborted(opening: Promise<Engine>, signal: AbortSignal): Promise<Engine> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new EngineCancelled());
    signal.addEventListener('abort', leave, { once: true });
    opening.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
