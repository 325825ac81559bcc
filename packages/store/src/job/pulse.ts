import { randomUUID } from 'node:crypto';
import type { WorkerStore } from './worker-store.ts';

export const beatEveryMs = 5_000;
/** Without a beat for so long a worker is taken for dead. */
export const deadAfterMs = 30_000;
/** Whoever could not beat for so long lets go of everything, before others take it. */
const letGoAfterMs = 20_000;

interface PulseDependencies {
  readonly workers: WorkerStore;
  readonly clock: { now(): number };
  /** Milliseconds that no change of the machine's clock moves. */
  readonly steady: { now(): number };
}

/**
 * By which workers know of each other that they live. Each adds one to a number of its own; whoever has seen another's
 * number stand still for thirty seconds, by a clock that only goes forward, buries it. No two clocks are compared.
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

  /** As which jobs may be taken; absent: none may. */
  get workerId(): string | undefined {
    return this.isFading() ? undefined : this.#workerId;
  }

  /** Others may soon take it for dead, or have done so. */
  isFading(): boolean {
    return this.#dependencies.steady.now() - this.#beatenAt > letGoAfterMs;
  }

  isDue(): boolean {
    return this.#dependencies.steady.now() - this.#beatenAt >= beatEveryMs;
  }

  /** @returns the workers it buried; `isNew` when it was buried itself, and is another one from now on */
  async beat(): Promise<{ readonly isNew: boolean; readonly buried: readonly string[] }> {
    const { workers, steady, clock } = this.#dependencies;
    const sentAt = steady.now();
    const isKnown = this.#workerId !== undefined && (await workers.beat(this.#workerId));
    if (!isKnown) {
      const workerId = randomUUID();
      await workers.register(workerId, clock.now());
      this.#workerId = workerId;
    }
    this.#beatenAt = sentAt;
    return { isNew: !isKnown, buried: await this.#buryTheDead() };
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
