import { hash } from 'node:crypto';
import { EngineError } from '@orrery/engines';
import { type CubeName, dataSourceOf, type MemberId, requirePiece, timesOf } from '@orrery/semantic';
import { Unavailable } from '@orrery/kernel';
import { askTimes, type AskedRuntime, type TimesOfSource } from './ask-times.ts';
import type { KnownTimes, TimesAsker } from './known-times.ts';
import type { ModelSnapshot, Runtime } from '../runtime.ts';

/** A column may be given another type while we serve; it is asked for again behind the back of a question. */
const freshMs = 10 * 60_000;
/** What a source refused may be mended. */
const refusedMs = 60_000;
/** For as long waits who does without the source. */
const patienceMs = 2000;
/** For as long nobody who does without a lost source asks it. */
const lostMs = 30_000;
/** Cubes of all variants and states of the model. */
const mostCubes = 20_000;

interface Answer {
  readonly times: TimesOfSource;
  readonly askedAt: number;
}

/** What is known of one state of the model. */
interface Known {
  readonly answers: ReadonlyMap<CubeName, TimesOfSource>;
  readonly model: ModelSnapshot;
}

export interface SourceTimesSettings {
  readonly runtime: AskedRuntime & Pick<Runtime, 'generationOf'>;
  readonly now: () => number;
}

/**
 * Asks each data source once which times of a cube it keeps as days, when a question first reads the cube.
 *
 * An answer holds for a definition of the cube and a generation of the data: another one is asked for before a question is
 * answered. Where nobody can know the generation, it is asked for again after some minutes, while the one before goes on.
 * What a source could not be asked is kept by nobody.
 */
export class SourceTimes implements KnownTimes {
  readonly #settings: SourceTimesSettings;
  readonly #answers = new Map<string, Answer>();
  readonly #asking = new Map<string, Promise<TimesOfSource>>();
  /** By data source: when it gave no answer. */
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

  /** Nothing from a source that is silent, or was a moment ago. What it says later is kept. */
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

  /** Those who ask for the same at the same time wait for one answer. */
  #ask(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Promise<TimesOfSource> {
    const asking = this.#asking.get(key) ?? this.#askAnew(key, cube, model, tenant);
    this.#asking.set(key, asking);
    return asking;
  }

  async #askAnew(key: string, cube: CubeName, model: ModelSnapshot, tenant: string): Promise<TimesOfSource> {
    try {
      const told = await askTimes(cube, model.index, this.#settings.runtime, tenant);
      const before = this.#answers.get(key)?.times;
      const times = before && JSON.stringify(before) === JSON.stringify(told) ? before : told;
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
  const unknown = new Set<MemberId>(answers.flatMap((answer) => answer.unknown));
  const mark = hash('sha256', [[...days].sort().join('\n'), [...texts].sort().join('\n')].join(' ')).slice(0, 16);
  return {
    ...model,
    index: { ...model.index, stored: { days, texts, unknown } },
    version: days.size + texts.size === 0 ? model.version : `${model.version}-${mark}`,
  };
}

function allUnknown(cube: CubeName, { index }: ModelSnapshot): TimesOfSource {
  const { stored, made } = timesOf(requirePiece(index, cube));
  return { days: [], texts: [], unknown: [...stored, ...made].map(({ id }) => id) };
}
