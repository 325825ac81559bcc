import type { Database } from '@orrery/store';
import { stateOfThread } from '../receipt/index.ts';
import { getThread, type StateOfRun, statesOfRuns, type WrittenFrom, writtenAfter } from '../store/index.ts';
import { type ChatRecord, errorLine, lineOf } from '../wire/index.ts';
import { interruptedText } from './run-end.ts';
import type { Subscription } from './subscription.ts';

/** How often the store is asked for what other nodes have written. */
const everyMs = 200;

interface FollowedRun {
  readonly runId: number;
  readonly threadId: number;
}

/** A client with the number of the last record that it was sent. */
interface Follower extends FollowedRun {
  readonly client: Subscription;
  last: number;
}

export interface FollowedRunsDependencies {
  readonly database: Database;
  readonly log: { warn(facts: object, message: string): void };
}

/**
 * The runs of other nodes that clients of this node follow. The store is asked for all of them together, so that a
 * thousand clients cost a few statements a second.
 */
export class FollowedRuns {
  readonly #dependencies: FollowedRunsDependencies;
  readonly #followers = new Set<Follower>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(dependencies: FollowedRunsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends a client what is written of a run after a number, until the run ends or the client is over. */
  follow(run: FollowedRun, client: Subscription, after: number): void {
    this.#followers.add({ ...run, client, last: after });
    this.#plan(0);
  }

  #plan(waitMs: number): void {
    if (this.#followers.size > 0 && !this.#isLooking) this.#timer ??= setTimeout(() => void this.#look(), waitMs);
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    this.#isLooking = true;
    for (const follower of this.#followers) if (follower.client.isOver) this.#followers.delete(follower);
    const followers = [...this.#followers];
    try {
      await this.#tell(followers);
    } catch (error) {
      this.#dependencies.log.warn({ err: error, runs: followers.length }, 'runs of other nodes could not be followed');
      for (const follower of followers) this.#leave(follower);
    }
    this.#isLooking = false;
    this.#plan(everyMs);
  }

  async #tell(followers: readonly Follower[]): Promise<void> {
    if (followers.length === 0) return;
    const { database } = this.#dependencies;
    // Before the records, so that none is missed at the end.
    const states = await statesOfRuns(database, [...new Set(followers.map(({ runId }) => runId))]);
    const from = followers.map(({ runId, threadId, last }): WrittenFrom => ({ runId, threadId, after: last }));
    const written = await writtenAfter(database, from);
    for (const [index, follower] of followers.entries()) this.#send(follower, written[index] ?? []);
    for (const follower of followers) {
      const run = states.get(follower.runId);
      if (run?.state !== 'active' && !follower.client.isOver) await this.#tellEnd(follower, run);
    }
  }

  #send(follower: Follower, records: readonly ChatRecord[]): void {
    for (const record of records) {
      follower.client.push(lineOf(record));
      follower.last = record.sort;
    }
  }

  async #tellEnd(follower: Follower, run: StateOfRun | undefined): Promise<void> {
    const { database } = this.#dependencies;
    const { client, threadId, last } = follower;
    const error = run ? run.error : interruptedText;
    if (error !== null) client.push(errorLine(error));
    const thread = await getThread(database, threadId);
    const more = run?.state === 'aborted' ? { aborted: true } : {};
    client.push(await stateOfThread(database, threadId, { sort: Math.max(thread?.last_sort ?? 0, last), more }));
    this.#leave(follower);
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    follower.client.end();
  }
}
