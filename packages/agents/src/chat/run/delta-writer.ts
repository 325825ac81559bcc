import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { type Database, inSharedTransaction } from '@orrery/store';
import { deleteDeltas, holdRuns, insertDeltas, type RunDeltas } from '../store/index.ts';
import type { LiveRun } from './live-run.ts';
import { RunLost } from './run-end.ts';

/** How long a piece of text waits before other nodes can read it. */
const everyMs = 250;
/** How long pieces stay after their run has ended, for followers on other nodes. */
const keptMs = 10_000;
/** Runs whose pieces are deleted together: some thousand rows, so that others wait for a few milliseconds. */
const deletedAtOnce = 50;

export interface DeltaWriterDependencies {
  readonly database: Database;
  readonly nodeId: string;
  readonly log: { warn(facts: object, message: string): void };
}

/** Writes the pieces of text of all runs of this node, those of a quarter of a second in one transaction. */
export class DeltaWriter {
  readonly #dependencies: DeltaWriterDependencies;
  readonly #waiting = new Map<LiveRun, RunDeltas>();
  readonly #ended = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #deleting: NodeJS.Timeout | undefined;
  /** The write in progress; its runs are in `#written`. */
  #writing: Promise<void> | undefined;
  #written: ReadonlySet<LiveRun> = new Set();
  #isClosed = false;

  constructor(dependencies: DeltaWriterDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param sort the number of the piece @param line its record */
  add(run: LiveRun, sort: number, line: string): void {
    const waiting = this.#waiting.get(run);
    if (waiting) waiting.lines.push(line);
    else this.#waiting.set(run, { runId: run.place.id, sort, lines: [line] });
    this.#timer ??= setTimeout(() => void this.#write(), everyMs).unref();
  }

  /** Waits for pieces of the run that are written now. @returns those that wait; the caller writes them */
  async take(run: LiveRun): Promise<RunDeltas | undefined> {
    if (this.#written.has(run)) await this.#writing;
    const waiting = this.#waiting.get(run);
    this.#waiting.delete(run);
    return waiting;
  }

  /** Drops the pieces of a run. */
  drop(run: LiveRun): void {
    this.#waiting.delete(run);
  }

  /** Deletes the pieces of a run that has ended, a while later. */
  forget(runId: number): void {
    this.#ended.set(runId, performance.now());
    this.#planDeletion();
  }

  /** Deletes the pieces of runs that have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#deleting);
    await this.#writing;
    await this.#delete([...this.#ended.keys()]);
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    if (this.#writing) return this.#again();
    const waiting = new Map(this.#waiting);
    this.#waiting.clear();
    if (waiting.size === 0) return;
    this.#written = new Set(waiting.keys());
    this.#writing = this.#writeAll(waiting);
    await this.#writing;
  }

  async #writeAll(waiting: ReadonlyMap<LiveRun, RunDeltas>): Promise<void> {
    try {
      await this.#insert(waiting);
    } catch (error) {
      this.#dependencies.log.warn({ err: error, runs: waiting.size }, 'pieces of answers could not be written');
      // Complete records are written all the same, so only followers on other nodes miss them.
    } finally {
      this.#writing = undefined;
      this.#written = new Set();
      this.#again();
    }
  }

  #again(): void {
    if (this.#waiting.size > 0 && !this.#isClosed)
      this.#timer ??= setTimeout(() => void this.#write(), everyMs).unref();
  }

  async #insert(waiting: ReadonlyMap<LiveRun, RunDeltas>): Promise<void> {
    const { database, nodeId } = this.#dependencies;
    const deltas = [...waiting.values()];
    const held = await inSharedTransaction(database, async (transaction) => {
      const mine = await holdRuns(
        transaction,
        nodeId,
        deltas.map(({ runId }) => runId),
      );
      await insertDeltas(
        transaction,
        deltas.filter(({ runId }) => mine.has(runId)),
      );
      return mine;
    });
    for (const run of waiting.keys()) if (!held.has(run.place.id)) run.abort.abort(new RunLost());
  }

  #planDeletion(): void {
    this.#deleting ??= setTimeout(() => void this.#deleteOld(), keptMs).unref();
  }

  async #deleteOld(): Promise<void> {
    this.#deleting = undefined;
    const now = performance.now();
    const old = [...this.#ended].flatMap(([runId, endedAt]) => (now - endedAt >= keptMs ? [runId] : []));
    await this.#delete(old);
    if (this.#ended.size > 0 && !this.#isClosed) this.#planDeletion();
  }

  async #delete(runIds: readonly number[]): Promise<void> {
    try {
      for (let first = 0; first < runIds.length; first += deletedAtOnce) {
        const some = runIds.slice(first, first + deletedAtOnce);
        await deleteDeltas(this.#dependencies.database, some);
        for (const runId of some) this.#ended.delete(runId);
        await turnOfLoop();
      }
    } catch (error) {
      this.#dependencies.log.warn(
        { err: error, runs: runIds.length },
        'pieces of answers that are over are still kept',
      );
    }
  }
}
