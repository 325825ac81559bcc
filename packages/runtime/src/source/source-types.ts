import { EngineError } from '@orrery/engines';
import { type CubeName, dataSourceOf, type MemberId, type ModelIndex, requirePiece } from '@orrery/semantic';
import { outsideRequests, Unavailable } from '@orrery/kernel';
import type { AskedRuntime, ColumnsAsker } from './ask-times.ts';
import type { KnownTypes, TypesAsker } from './known-types.ts';
import type { ModelSnapshot, Runtime } from '../runtime.ts';

/** Time after which types are queried again in the background, because a column's type may change while we serve. */
const freshMs = 10 * 60_000;
/** Time after which a refused statement is tried again. */
const refusedMs = 60_000;
/** Maximum wait of callers that can do without the source. */
const patienceMs = 2000;
/** Time in which such callers skip a source that did not answer. */
const lostMs = 30_000;
/** Bound on cubes, over all variants and states of the model. */
const mostCubes = 20_000;

interface TypesAnswer<Types> {
  readonly types: Types;
  readonly askedAt: number;
}

type TenantOfTypes = Pick<TypesAsker, 'tenant' | 'signal'>;

/** A query to a data source that runs. */
interface Asking<Types> {
  readonly types: Promise<Types>;
  readonly stopping: AbortController;
  /** Number of requests that wait for it. */
  waiting: number;
}

/** Known types for one state of the model. */
interface CachedTypes<Types> {
  readonly answers: ReadonlyMap<CubeName, Types>;
  readonly model: ModelSnapshot;
}

/** Query that asks a data source for the types of one cube. */
export interface TypesAsked<Types> {
  ask(cube: CubeName, model: ModelIndex, runtime: AskedRuntime, asker: ColumnsAsker): Promise<Types>;
  /** Types that are known without an answer. */
  without(cube: CubeName, model: ModelSnapshot): Types;
  into(model: ModelSnapshot, answers: readonly Types[]): ModelSnapshot;
}

export interface SourceTypesSettings {
  readonly runtime: AskedRuntime & Pick<Runtime, 'generationOf'>;
  readonly now: () => number;
}

/**
 * Queries each data source once about types of the columns of a cube, when a query first reads the cube.
 *
 * A result is valid for a definition of the cube and a generation of the data; for another one, the source is queried
 * before the query runs. Where the generation is unknown, it is queried again after some minutes, and the old result is
 * used meanwhile. Failures are not cached.
 */
export class SourceTypes<Types extends { readonly unknown: readonly MemberId[] }> implements KnownTypes {
  readonly #asked: TypesAsked<Types>;
  readonly #settings: SourceTypesSettings;
  readonly #answers = new Map<string, TypesAnswer<Types>>();
  readonly #asking = new Map<string, Asking<Types>>();
  /** Time of the last failure by data source. */
  readonly #lost = new Map<string, number>();
  readonly #known = new WeakMap<ModelSnapshot, CachedTypes<Types>>();

  constructor(asked: TypesAsked<Types>, settings: SourceTypesSettings) {
    this.#asked = asked;
    this.#settings = settings;
  }

  of(model: ModelSnapshot): ModelSnapshot {
    return this.#known.get(model)?.model ?? model;
  }

  async learn(cubes: readonly CubeName[], model: ModelSnapshot, asker: TypesAsker): Promise<ModelSnapshot> {
    const current = await this.#currentFor(cubes, model);
    if (current) return current;
    const found = await Promise.all(
      cubes.map(async (cube) => [cube, await this.#typesOf(cube, model, asker)] as const),
    );
    const known = this.#known.get(model);
    if (found.every(([cube, types]) => known?.answers.get(cube) === types)) return known?.model ?? model;
    const answers = new Map([...(known?.answers ?? []), ...found]);
    const next = { answers, model: this.#asked.into(model, [...answers.values()]) };
    this.#known.set(model, next);
    return next.model;
  }

  /** Returns the model, where every cube is of one data source, and has an answer that is fresh and a part of what is known. */
  async #currentFor(cubes: readonly CubeName[], model: ModelSnapshot): Promise<ModelSnapshot | undefined> {
    const { index } = model;
    const [dataSource, ...others] = new Set(cubes.map((cube) => dataSourceOf(index, cube)));
    if (dataSource === undefined || others.length > 0 || !this.#known.has(model)) return undefined;
    try {
      const generation = await this.#settings.runtime.generationOf(dataSource);
      const known = this.#known.get(model);
      const isCurrent = cubes.every((cube) => {
        const answer = this.#answers.get(keyOf(cube, index, generation));
        return answer !== undefined && answer.types === known?.answers.get(cube) && this.#isFresh(answer);
      });
      return isCurrent ? known?.model : undefined;
    } catch {
      return undefined; // looking up each cube reports it
    }
  }

  async #typesOf(cube: CubeName, model: ModelSnapshot, asker: TypesAsker): Promise<Types> {
    const dataSource = dataSourceOf(model.index, cube);
    try {
      const key = keyOf(cube, model.index, await this.#settings.runtime.generationOf(dataSource));
      const answer = this.#answers.get(key);
      if (!answer && asker.insists) return await this.#ask(key, cube, model, asker);
      if (!answer) return (await this.#askBriefly(key, cube, model, asker.tenant)) ?? this.#without(cube, model);
      // The next query tries again.
      if (!this.#isFresh(answer)) this.#ask(key, cube, model, { tenant: asker.tenant }).catch(() => undefined);
      return answer.types;
    } catch (error) {
      const isLost = error instanceof EngineError || error instanceof Unavailable;
      if (asker.insists || !isLost) throw error;
      this.#lost.set(dataSource, this.#settings.now());
      return this.#without(cube, model);
    }
  }

  #isFresh({ types, askedAt }: TypesAnswer<Types>): boolean {
    const isRefused = types.unknown.length > 0;
    return this.#settings.now() - askedAt <= (isRefused ? refusedMs : freshMs);
  }

  #without(cube: CubeName, model: ModelSnapshot): Types {
    return this.#known.get(model)?.answers.get(cube) ?? this.#asked.without(cube, model);
  }

  /** Returns `undefined` for a source that does not answer, or did not a moment ago. A late answer is stored. */
  async #askBriefly(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Promise<Types | undefined> {
    const dataSource = dataSourceOf(model.index, cube);
    const lostAt = this.#lost.get(dataSource);
    if (lostAt !== undefined && this.#settings.now() - lostAt < lostMs) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#lost.set(dataSource, this.#settings.now());
      resolve(undefined);
    }, patienceMs);
    try {
      return await Promise.race([this.#ask(key, cube, model, { tenant }), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Concurrent equal requests share one query, which is stopped when all of their callers have left. A request without
   * a signal waits to the end.
   */
  async #ask(key: string, cube: CubeName, model: ModelSnapshot, { tenant, signal }: TenantOfTypes): Promise<Types> {
    signal?.throwIfAborted();
    const asking = this.#asking.get(key) ?? this.#begin(key, cube, model, tenant);
    asking.waiting += 1;
    if (!signal) return asking.types;
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = () => {
      asking.waiting -= 1;
      if (asking.waiting === 0) this.#stop(key, asking);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([asking.types, promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Asking<Types> {
    const stopping = new AbortController();
    const types = outsideRequests(() => this.#askAnew(key, cube, model, { tenant, stop: stopping.signal }));
    const asking = { types, stopping, waiting: 0 };
    this.#asking.set(key, asking);
    const forget = () => {
      if (this.#asking.get(key) === asking) this.#asking.delete(key);
    };
    types.then(forget, forget);
    return asking;
  }

  /** Ends the query for types and forgets it, so that the next caller starts a new one. */
  #stop(key: string, asking: Asking<Types>): void {
    if (this.#asking.get(key) === asking) this.#asking.delete(key);
    asking.stopping.abort();
  }

  async #askAnew(key: string, cube: CubeName, model: ModelSnapshot, asker: ColumnsAsker): Promise<Types> {
    const reported = await this.#asked.ask(cube, model.index, this.#settings.runtime, asker);
    const before = this.#answers.get(key)?.types;
    const types = before && JSON.stringify(before) === JSON.stringify(reported) ? before : reported;
    this.#answers.delete(key);
    this.#lost.delete(dataSourceOf(model.index, cube));
    this.#answers.set(key, { types, askedAt: this.#settings.now() });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > mostCubes && oldest !== undefined) this.#answers.delete(oldest);
    return types;
  }
}

function keyOf(cube: CubeName, model: ModelIndex, generation: string | undefined): string {
  return `${cube} ${requirePiece(model, cube).hash} ${generation ?? ''}`;
}
