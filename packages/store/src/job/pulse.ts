import { randomUUID } from 'node:crypto';
import type { WorkerStore } from './worker-store.ts';

export const beatEveryMs = 5_000;
/** A worker without a beat for this long is taken for dead. */
export const deadAfterMs = 30_000;
/** A worker that could not send a beat for this long drops its jobs before others take them. */
const letGoAfterMs = 20_000;

/** Remembers the id of this node beyond its process. */
export interface LastNode {
  read(): Promise<string | undefined>;
  write(id: string): Promise<void>;
}

interface PulseDependencies {
  readonly workers: WorkerStore;
  readonly clock: { now(): number };
  /** Monotonic clock in milliseconds, unaffected by changes of the machine's clock. */
  readonly steady: { now(): number };
  readonly lastNode?: LastNode;
}

/**
 * Tells workers of each other's life. Each increments a number of its own. A worker whose number has not changed for
 * thirty seconds of another's monotonic clock is declared dead by that other. No two clocks are compared.
 */
export class Pulse {
  readonly #dependencies: PulseDependencies;
  readonly #others = new Map<string, { readonly beat: number; readonly since: number }>();
  #workerId: string | undefined;
  /** When the last beat that reached the store was sent. */
  #beatenAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: PulseDependencies) {
    this.#dependencies = dependencies;
  }

  /** Id under which jobs may be taken; while absent, no job may be. */
  get workerId(): string | undefined {
    return this.isFading() ? undefined : this.#workerId;
  }

  /** Whether others may soon take it for dead, or have done so. */
  isFading(): boolean {
    return this.#dependencies.steady.now() - this.#beatenAt > letGoAfterMs;
  }

  isDue(): boolean {
    return this.#dependencies.steady.now() - this.#beatenAt >= beatEveryMs;
  }

  /** @returns the workers it declared dead; `isNew` when it was declared dead itself and has a new id */
  async beat(): Promise<{ readonly isNew: boolean; readonly buried: readonly string[] }> {
    const { workers, steady, clock } = this.#dependencies;
    const sentAt = steady.now();
    const isKnown = this.#workerId !== undefined && (await workers.beat(this.#workerId));
    if (!isKnown) {
      const workerId = randomUUID();
      await this.#endFormer();
      await workers.register(workerId, clock.now());
      await this.#dependencies.lastNode?.write(workerId);
      this.#workerId = workerId;
    }
    this.#beatenAt = sentAt;
    return { isNew: !isKnown, buried: await this.#buryTheDead() };
  }

  /** The former process of this node did not end in order, if it still has a beat. */
  async #endFormer(): Promise<void> {
    const former = await this.#dependencies.lastNode?.read();
    if (former !== undefined) await this.#dependencies.workers.remove(former);
  }

  async #buryTheDead(): Promise<readonly string[]> {
    const { workers, steady } = this.#dependencies;
    const now = steady.now();
    const beats = (await workers.beats()).filter(({ workerId }) => workerId !== this.#workerId);
    const buried: string[] = [];
    const alive = new Set(beats.map(({ workerId }) => workerId));
    for (const known of this.#others.keys()) if (!alive.has(known)) this.#others.delete(known);
    for (const { workerId, beat } of beats) {
      const seen = this.#others.get(workerId);
      if (seen?.beat !== beat) this.#others.set(workerId, { beat, since: now });
      else if (now - seen.since >= deadAfterMs && (await workers.bury({ workerId, beat }))) buried.push(workerId);
    }
    return buried;
  }

  async end(): Promise<void> {
    const workerId = this.#workerId;
    this.#workerId = undefined;
    if (workerId !== undefined) await this.#dependencies.workers.remove(workerId);
  }
}
