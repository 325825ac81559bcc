import { type Engine, EngineCancelled, EngineError, openEngine } from '@orrery/engines';
import { type Dialect, dialectFor } from '@orrery/semantic';
import type { Project } from '../config/project.ts';
import { Unavailable } from '../http/errors.ts';
import { deploymentClosed } from './deployment-closed.ts';
import { engineSettings, type EngineLimits } from './engine-settings.ts';
import { Slots } from './slots.ts';

/** The engines of one runtime by data source, opened when first asked for. */
export class EngineRegistry {
  readonly #project: Project;
  readonly #limits: EngineLimits;
  readonly #engines = new Map<string, Promise<Engine>>();
  readonly #slots = new Map<string, Slots>();
  #isClosed = false;

  constructor(project: Project, limits: EngineLimits) {
    this.#project = project;
    this.#limits = limits;
  }

  /** An engine that could not be opened is tried again by the next one who asks. */
  engineFor(dataSource: string): Promise<Engine> {
    const source = this.#require(dataSource);
    if (this.#isClosed) return Promise.reject(deploymentClosed());
    const known = this.#engines.get(dataSource);
    if (known) return known;
    const opening = openEngine(source.type, engineSettings(dataSource, source, this.#project, this.#limits));
    this.#engines.set(dataSource, opening);
    opening.catch(() => this.#engines.delete(dataSource));
    return opening;
  }

  dialectFor(dataSource: string): Dialect {
    const { type } = this.#require(dataSource);
    const dialect = dialectFor(type);
    if (!dialect) throw new Error(`the engine '${type}' has no dialect`);
    return dialect;
  }

  /**
   * Runs `run` once the data source has room for it; see `Runtime.withSlot`.
   *
   * @throws Unavailable when the registry closes before `run` is done
   */
  async withSlot<T>(dataSource: string, signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    this.#require(dataSource);
    try {
      return await this.#slotsFor(dataSource).run(signal, run);
    } catch (error) {
      const isStopped = error instanceof EngineCancelled || error instanceof EngineError;
      throw this.#isClosed && isStopped ? deploymentClosed(error) : error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await Promise.allSettled(this.#engines.values());
    await Promise.all(opened.map((engine) => (engine.status === 'fulfilled' ? engine.value.close() : undefined)));
  }

  #slotsFor(dataSource: string): Slots {
    const known = this.#slots.get(dataSource);
    if (known) return known;
    const slots = new Slots(this.#project.query.concurrency);
    this.#slots.set(dataSource, slots);
    return slots;
  }

  #require(dataSource: string) {
    const source = this.#project.dataSources.get(dataSource);
    if (source) return source;
    throw new Unavailable('data-source.unknown', `The project defines no data source '${dataSource}'`);
  }
}
