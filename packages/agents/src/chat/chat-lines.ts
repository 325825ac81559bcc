import type { Database } from '@orrery/store';
import { stateOfThread } from './receipt/index.ts';
import { FollowedRuns } from './run/followed-runs.ts';
import type { LiveRun } from './run/live-run.ts';
import type { LiveRuns } from './run/live-runs.ts';
import { readFollowed } from './run/read-followed.ts';
import { ClientLate, Subscription } from './run/subscription.ts';
import { getThread, lastSortOf, recordsOfThread, type RunRow, type ThreadRow } from './store/index.ts';
import { type ChatRecord, cutoffLine, errorLine, isTool, lineOf } from './wire/index.ts';

export interface ChatLinesDependencies {
  readonly database: Database;
  readonly runs: Pick<LiveRuns, 'of'>;
  readonly log: Record<'info' | 'warn', (facts: object, message: string) => void>;
}

const recordsAtOnce = 200;

/** The lines that clients are sent of chats and their runs. */
export class ChatLines {
  readonly #dependencies: ChatLinesDependencies;
  readonly #followed: FollowedRuns;

  constructor(dependencies: ChatLinesDependencies) {
    this.#dependencies = dependencies;
    this.#followed = new FollowedRuns(dependencies);
  }

  /** Follows a run that goes on, on this node or on another one. */
  follow(thread: ThreadRow, run: RunRow, from: 'thread' | 'run'): AsyncGenerator<string, void> {
    const live = this.#dependencies.runs.of(run.id);
    if (live) return this.joined(live.join(), live, { thread, run, from, isStreaming: true });
    return this.#followStored(thread, run, from);
  }

  /** Follows a run of this node from where it was joined. */
  async *joined(
    { client, shown, soFar }: ReturnType<LiveRun['join']>,
    live: LiveRun,
    { thread, run, from = 'run', isStreaming }: Streamed,
  ): AsyncGenerator<string, void> {
    try {
      yield cutoffLine(thread.uid, isStreaming);
      yield* this.#known(thread, { upTo: shown, soFar, ...(from === 'run' ? { run } : {}) });
      yield* client;
    } catch (error) {
      this.#tellLate(error, run);
      throw error;
    } finally {
      live.leave(client);
      client.end();
    }
  }

  async *#followStored(thread: ThreadRow, run: RunRow, from: 'thread' | 'run'): AsyncGenerator<string, void> {
    const { database } = this.#dependencies;
    const client = new Subscription();
    try {
      yield cutoffLine(thread.uid, true);
      const last = await lastSortOf(database, thread.id);
      const { soFar, shown } = await readFollowed(database, run.id);
      const upTo = Math.max(last, shown);
      yield* this.#known(thread, { upTo, soFar, ...(from === 'run' ? { run } : {}) });
      this.#followed.follow({ runId: run.id, threadId: thread.id }, client, upTo);
      yield* client;
    } catch (error) {
      this.#tellLate(error, run);
      throw error;
    } finally {
      client.end();
    }
  }

  #tellLate(error: unknown, { id }: RunRow): void {
    if (error instanceof ClientLate) this.#dependencies.log.info({ run: id }, 'a client of a chat fell behind');
  }

  /** Complete records, and the text that goes on, in the order of their numbers. */
  async *#known(
    thread: ThreadRow,
    { upTo, soFar, run }: { readonly upTo: number; readonly soFar: readonly ChatRecord[]; readonly run?: RunRow },
  ): AsyncGenerator<string, void> {
    const going = [...soFar];
    for await (const record of this.#records(thread, { upTo, ...(run ? { run } : {}) })) {
      while (going[0] && going[0].sort < record.sort) yield lineOf(going.shift() ?? {});
      yield lineOf(record);
    }
    for (const record of going) yield lineOf(record);
  }

  /** A chat, or a run of it, that has ended. */
  async *finished(thread: ThreadRow, { run }: { readonly run?: RunRow }): AsyncGenerator<string, void> {
    const { database } = this.#dependencies;
    yield cutoffLine(thread.uid, false);
    for await (const record of this.#records(thread, run ? { run } : {})) yield lineOf(record);
    if (run && run.error !== null) yield errorLine(run.error);
    const now = await getThread(database, thread.id);
    const more = run?.state === 'aborted' ? { aborted: true } : {};
    yield await stateOfThread(database, thread.id, { sort: now?.last_sort ?? thread.last_sort, more });
  }

  /** Records page by page: those of one run as they were sent, those of a thread once each. */
  async *#records(
    thread: ThreadRow,
    { run, upTo }: { readonly run?: RunRow; readonly upTo?: number },
  ): AsyncGenerator<ChatRecord, void> {
    const { database } = this.#dependencies;
    const bound = upTo === undefined ? {} : { upTo };
    const runId = run?.id;
    for (let after = 0; ; ) {
      const range = { after, most: recordsAtOnce, ...bound, ...(runId === undefined ? {} : { runId }) };
      const records = await recordsOfThread(database, thread.id, range);
      for (const record of records) if (run || !isTool(record) || !record.isInProcess) yield record;
      const last = records.at(-1);
      if (!last || records.length < recordsAtOnce) return;
      after = last.sort;
    }
  }
}

interface Streamed {
  readonly thread: ThreadRow;
  readonly run: RunRow;
  readonly from?: 'thread' | 'run';
  readonly isStreaming: boolean;
}
