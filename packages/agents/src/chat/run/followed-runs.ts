import { outsideRequests } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { stateOfThread } from '../receipt/index.ts';
import { getThread, type StateOfRun, statesOfRuns, type WrittenFrom, writtenAfter } from '../store/index.ts';
import { type ChatRecord, errorLine, lineOf } from '../wire/index.ts';
import { interruptedText } from './run-end.ts';
import type { Subscription } from './subscription.ts';

/** How often the store is asked for what other nodes have written. */
const everyMs = 200;
/** A store that is away for longer is not waited for: two seconds. */
const mostFailures = 10;
const endsAtATime = 4;

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
  #isDue = false;
  #isLooking = false;
  /** Looks that failed since the last good one. */
  #failures = 0;

  constructor(dependencies: FollowedRunsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends a client what is written of a run after a number, until the run ends or the client is over. */
  follow(run: FollowedRun, client: Subscription, after: number): void {
    this.#followers.add({ ...run, client, last: after });
    this.#plan(0);
  }

  #plan(waitMs: number): void {
    if (this.#followers.size === 0 || this.#isLooking || this.#isDue) return;
    this.#isDue = true;
    outsideRequests(() => setTimeout(() => void this.#look(), waitMs));
  }

  async #look(): Promise<void> {
    this.#isDue = false;
    this.#isLooking = true;
    for (const follower of this.#followers) if (follower.client.isOver) this.#followers.delete(follower);
    const followers = [...this.#followers];
    try {
      await this.#tell(followers);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#dependencies.log.warn({ err: error, runs: followers.length }, 'runs of other nodes could not be looked at');
      if (this.#failures >= mostFailures) for (const follower of followers) this.#lose(follower, error);
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
    const ended: Follower[] = [];
    for (const [index, follower] of followers.entries()) {
      this.#send(follower, written[index] ?? []);
      if (states.get(follower.runId)?.state === 'active') continue;
      this.#followers.delete(follower);
      ended.push(follower);
    }
    void this.#tellEnds(ended, states);
  }

  /** Tells ends a few at a time, while others are looked at. */
  async #tellEnds(ended: readonly Follower[], states: ReadonlyMap<number, StateOfRun>): Promise<void> {
    const waiting = [...ended];
    const tell = async () => {
      for (let follower = waiting.shift(); follower; follower = waiting.shift())
        await this.#tellEnd(follower, states.get(follower.runId));
    };
    await Promise.all(Array.from({ length: endsAtATime }, tell));
  }

  #send(follower: Follower, records: readonly ChatRecord[]): void {
    for (const record of records) {
      follower.client.tell(lineOf(record));
      follower.last = record.sort;
    }
  }

  async #tellEnd(follower: Follower, run: StateOfRun | undefined): Promise<void> {
    const { database, log } = this.#dependencies;
    const { client, threadId, runId, last } = follower;
    const error = run ? run.error : interruptedText;
    try {
      if (error !== null) client.tell(errorLine(error));
      const thread = await getThread(database, threadId);
      const more = run?.state === 'aborted' ? { aborted: true } : {};
      client.tell(await stateOfThread(database, threadId, { sort: Math.max(thread?.last_sort ?? 0, last), more }));
      client.end();
    } catch (failure) {
      log.warn({ err: failure, run: runId }, 'the end of a run of another node could not be told');
      this.#lose(follower, failure);
    }
  }

  /** The client sees that its stream breaks off, and may read the chat again. */
  #lose(follower: Follower, error: unknown): void {
    this.#followers.delete(follower);
    follower.client.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
