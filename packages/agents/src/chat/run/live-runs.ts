import { type Database, kindOf, type WorkedJobs } from '@orrery/store';
import { abortsAsked, runsOfNode } from '../store/index.ts';
import { DeltaWriter } from './delta-writer.ts';
import { LiveRun, type RunPlace } from './live-run.ts';
import { recoverRuns } from './recover-runs.ts';
import { NodeEnds, RunAborted, RunLost } from './run-end.ts';

export interface LiveRunsDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  /** The name under which other nodes know this one to be alive. */
  readonly nodeId: WorkedJobs['nodeId'];
  readonly newId: () => string;
  readonly log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
}

/** How often another node's wish to stop a run is looked for, while runs go on. */
const abortsEveryMs = 500;
/** How often runs of nodes that died are looked for. */
const recoverEveryMs = 5_000;
/** Time for runs that were stopped to write their end. */
const lastWordsMs = 5_000;

/** The runs that this node executes. */
export class LiveRuns {
  readonly #dependencies: LiveRunsDependencies;
  readonly #runs = new Map<number, LiveRun>();
  readonly #timers: NodeJS.Timeout[];
  #writers = new Map<string, DeltaWriter>();
  #isClosing = false;
  #isBusy = false;

  constructor(dependencies: LiveRunsDependencies) {
    this.#dependencies = dependencies;
    const timers = [setInterval(() => void this.recover(), recoverEveryMs)];
    // One process has a store in SQLite for itself.
    if (kindOf(dependencies.database) === 'postgres')
      timers.push(setInterval(() => void this.#abortAsked(), abortsEveryMs));
    for (const timer of timers) timer.unref();
    this.#timers = timers;
    setImmediate(() => void this.recover());
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  get size(): number {
    return this.#runs.size;
  }

  /** How many runs of an account this node executes. */
  countOf(accountId: number): number {
    return [...this.#runs.values()].filter(({ place }) => place.accountId === accountId).length;
  }

  of(runId: number): LiveRun | undefined {
    return this.#runs.get(runId);
  }

  /** Takes a run that `nodeId` was written into. @param work executes it; what it throws is a bug */
  begin(place: RunPlace, lastSort: number, nodeId: string, work: (run: LiveRun) => Promise<void>): LiveRun {
    const { database, clock, newId, log } = this.#dependencies;
    const run = new LiveRun(place, lastSort, { database, clock, newId, nodeId, deltas: this.#writerOf(nodeId) });
    this.#runs.set(place.id, run);
    void work(run)
      .catch((error: unknown) => log.error({ err: error, run: place.id }, 'a run of a chat was left as it is'))
      .finally(() => {
        if (this.#runs.get(place.id) === run) this.#runs.delete(place.id); // not the one that repeats it
      });
    return run;
  }

  /** Ends runs whose node died, those of this node's former process first of all. */
  async recover(): Promise<void> {
    if (this.#isBusy || this.#isClosing) return;
    this.#isBusy = true;
    const { database, clock, nodeId, log } = this.#dependencies;
    try {
      const own = { nodeId: await nodeId(), has: (id: number) => this.#runs.has(id) };
      const count = await recoverRuns(database, clock.now(), own);
      if (count > 0) log.warn({ runs: count }, 'runs of chats were interrupted when their node ended');
      await this.#loseTaken(own.nodeId);
    } catch (error) {
      log.warn({ err: error }, 'runs of nodes that ended could not be looked for');
    } finally {
      this.#isBusy = false;
    }
  }

  /** Lets runs finish for a while, then stops the rest. */
  async close(finishWithinMs: number): Promise<void> {
    this.#isClosing = true;
    await this.#allEnd(finishWithinMs);
    for (const run of this.#runs.values()) run.abort.abort(new NodeEnds());
    await this.#allEnd(lastWordsMs);
    for (const timer of this.#timers) clearInterval(timer);
    for (const writer of this.#writers.values()) await writer.close();
  }

  /** Stops runs that belong to this node no more: their user was deleted, or another node ended them. */
  async #loseTaken(nodeId: string): Promise<void> {
    const ids = [...this.#runs.keys()];
    if (ids.length === 0) return;
    const held = new Set(await runsOfNode(this.#dependencies.database, nodeId, Number.MAX_SAFE_INTEGER));
    for (const id of ids) if (!held.has(id)) this.#runs.get(id)?.abort.abort(new RunLost());
  }

  #writerOf(nodeId: string): DeltaWriter {
    const { database, log } = this.#dependencies;
    const known = this.#writers.get(nodeId);
    if (known) return known;
    const writer = new DeltaWriter({ database, nodeId, log });
    this.#writers.set(nodeId, writer);
    return writer;
  }

  async #abortAsked(): Promise<void> {
    if (this.#runs.size === 0) return;
    try {
      const { database, nodeId } = this.#dependencies;
      for (const id of await abortsAsked(database, await nodeId())) this.#runs.get(id)?.abort.abort(new RunAborted());
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'runs to be aborted could not be looked for');
    }
  }

  async #allEnd(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    const all = Promise.all([...this.#runs.values()].map(({ ended }) => ended)).then(() => undefined);
    await Promise.race([all, promise]);
    clearTimeout(timer);
  }
}
