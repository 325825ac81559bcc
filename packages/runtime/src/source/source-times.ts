import { hash } from 'node:crypto';
import { EngineError } from '@orrery/engines';
import { type CubeName, dataSourceOf, type MemberId, requirePiece, type ShownAs, timesOf } from '@orrery/semantic';
import { Unavailable } from '@orrery/kernel';
import { askTimes, type AskedRuntime, type TimesOfSource } from './ask-times.ts';
import type { KnownTimes, TimesAsker } from './known-times.ts';
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

interface Answer {
  readonly times: TimesOfSource;
  readonly askedAt: number;
}

/** Known types for one state of the model. */
interface Known {
  readonly answers: ReadonlyMap<CubeName, TimesOfSource>;
  readonly model: ModelSnapshot;
}

export interface SourceTimesSettings {
  readonly runtime: AskedRuntime & Pick<Runtime, 'generationOf'>;
  readonly now: () => number;
}

/**
 * Queries each data source once about which times of a cube are days, when a query first reads the cube.
 *
 * A result is valid for a definition of the cube and a generation of the data; for another one, the source is queried
 * before the query runs. Where the generation is unknown, it is queried again after some minutes, and the old result is
 * used meanwhile. Failures are not cached.
 */
export class SourceTimes implements KnownTimes {
  readonly #settings: SourceTimesSettings;
  readonly #answers = new Map<string, Answer>();
  readonly #asking = new Map<string, Promise<TimesOfSource>>();
  /** Time of the last failure by data source. */
  readonly #lost = new Map<string, number>();
  readonly #known = new WeakMap<ModelSnapshot, Known>();

  constructor(settings: SourceTimesSettings) {
    this.#settings = settings;
  }

  of(model: ModelSnapshot): ModelSnapshot {
    return this.#known.get(model)?.model ?? model;
  }

  async learn(cubes: readonly CubeName[], model: ModelSnapshot, asker: TimesAsker): Promise<ModelSnapshot> {
    const found = await Promise.all(
      cubes.map(async (cube) => [cube, await this.#timesOf(cube, model, asker)] as const),
    );
    const known = this.#known.get(model);
    if (found.every(([cube, times]) => known?.answers.get(cube) === times)) return known?.model ?? model;
    const answers = new Map([...(known?.answers ?? []), ...found]);
    const next = { answers, model: withTimes(model, [...answers.values()]) };
    this.#known.set(model, next);
    return next.model;
  }

  async #timesOf(cube: CubeName, model: ModelSnapshot, asker: TimesAsker): Promise<TimesOfSource> {
    const { hash: definition } = requirePiece(model.index, cube);
    const dataSource = dataSourceOf(model.index, cube);
    try {
      const key = `${cube} ${definition} ${(await this.#settings.runtime.generationOf(dataSource)) ?? ''}`;
      const answer = this.#answers.get(key);
      if (!answer && asker.insists) return await this.#ask(key, cube, model, asker.tenant);
      if (!answer) return (await this.#askBriefly(key, cube, model, asker.tenant)) ?? this.#without(cube, model);
      const isRefused = answer.times.unknown.length > 0;
      if (this.#settings.now() - answer.askedAt > (isRefused ? refusedMs : freshMs))
        this.#ask(key, cube, model, asker.tenant).catch(() => undefined); // the next question tries again
      return answer.times;
    } catch (error) {
      const isLost = error instanceof EngineError || error instanceof Unavailable;
      if (asker.insists || !isLost) throw error;
      this.#lost.set(dataSource, this.#settings.now());
      return this.#without(cube, model);
    }
  }

  #without(cube: CubeName, model: ModelSnapshot): TimesOfSource {
    return this.#known.get(model)?.answers.get(cube) ?? allUnknown(cube, model);
  }

  /** Returns `undefined` for a source that does not answer, or did not a moment ago. A late answer is stored. */
  async #askBriefly(
    key: string,
    cube: CubeName,
    model: ModelSnapshot,
    tenant: string,
  ): Promise<TimesOfSource | undefined> {
    const dataSource = dataSourceOf(model.index, cube);
    const lostAt = this.#lost.get(dataSource);
    if (lostAt !== undefined && this.#settings.now() - lostAt < lostMs) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#lost.set(dataSource, this.#settings.now());
      resolve(undefined);
    }, patienceMs);
    try {
      return await Promise.race([this.#ask(key, cube, model, tenant), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Concurrent equal requests share one query. */
  #ask(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Promise<TimesOfSource> {
    const asking = this.#asking.get(key) ?? this.#askAnew(key, cube, model, tenant);
    this.#asking.set(key, asking);
    return asking;
  }

  async #askAnew(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Promise<TimesOfSource> {
    try {
      const reported = await askTimes(cube, model.index, this.#settings.runtime, tenant);
      const before = this.#answers.get(key)?.times;
      const times = before && JSON.stringify(before) === JSON.stringify(reported) ? before : reported;
      this.#answers.delete(key);
      this.#lost.delete(dataSourceOf(model.index, cube));
      this.#answers.set(key, { times, askedAt: this.#settings.now() });
      const [oldest] = this.#answers.keys();
      if (this.#answers.size > mostCubes && oldest !== undefined) this.#answers.delete(oldest);
      return times;
    } finally {
      this.#asking.delete(key);
    }
  }
}

function withTimes(model: ModelSnapshot, answers: readonly TimesOfSource[]): ModelSnapshot {
  const days = new Set<MemberId>(answers.flatMap((answer) => answer.days));
  const texts = new Set<MemberId>(answers.flatMap((answer) => answer.texts));
  const shownAs = new Map<MemberId, ShownAs>(answers.flatMap((answer) => answer.shownAs));
  const unknown = new Set<MemberId>(answers.flatMap((answer) => answer.unknown));
  const forms = [...shownAs].map((one) => one.join(' '));
  const mark = hash('sha256', [days, texts, forms].map((some) => [...some].sort().join('\n')).join(' ')).slice(0, 16);
  return {
    ...model,
    index: { ...model.index, stored: { days, texts, shownAs, unknown } },
    version: days.size + texts.size + shownAs.size === 0 ? model.version : `${model.version}-${mark}`,
  };
}

function allUnknown(cube: CubeName, { index }: ModelSnapshot): TimesOfSource {
  const { stored, made } = timesOf(requirePiece(index, cube));
  return { days: [], texts: [], shownAs: [], unknown: [...stored, ...made].map(({ id }) => id) };
}
