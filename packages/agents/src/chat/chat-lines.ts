import type { Database } from '@orrery/store';
import { stateOfThread } from './receipt/index.ts';
import { FollowedRuns } from './run/followed-runs.ts';
import type { LiveRun, ShownOfRun } from './run/live-run.ts';
import type { LiveRuns } from './run/live-runs.ts';
import { readFollowed } from './run/read-followed.ts';
import { ClientLate, Subscription } from './run/subscription.ts';
import { getThread, lastSortOf, recordsOfThread, type ChatRunRow, type ThreadRow } from './store/index.ts';
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
  follow(thread: ThreadRow, run: ChatRunRow, from: 'thread' | 'run'): Subscription {
    const live = this.#dependencies.runs.of(run.id);
    if (live && !live.isEnding) return this.join(live, { thread, run, from, isStreaming: true });
    return this.#followStored(thread, run, from);
  }

  /** Follows a run of this node from now on. */
  join(live: LiveRun, { thread, run, from = 'run', isStreaming }: Streamed): Subscription {
    const client = live.join((shown) => this.#before(thread, { ...shown, isStreaming, ...ofRun(run, from) }));
    return this.#watched(client, run);
  }

  #followStored(thread: ThreadRow, run: ChatRunRow, from: 'thread' | 'run'): Subscription {
    const follow = (after: number) => this.#followed.follow({ runId: run.id, threadId: thread.id }, client, after);
    const client = new Subscription(this.#beforeStored(thread, run, from, follow));
    return this.#watched(client, run);
  }

  async *#beforeStored(
    thread: ThreadRow,
    run: ChatRunRow,
    from: 'thread' | 'run',
    follow: (after: number) => void,
  ): AsyncGenerator<string, void> {
    const { database } = this.#dependencies;
    const last = await lastSortOf(database, thread.id);
    const { soFar, shown } = await readFollowed(database, run.id);
    const upTo = Math.max(last, shown);
    yield* this.#before(thread, { upTo, soFar, isStreaming: true, ...ofRun(run, from) });
    follow(upTo);
  }

  #watched(client: Subscription, { id }: ChatRunRow): Subscription {
    return client.on('error', (error) => {
      if (error instanceof ClientLate) this.#dependencies.log.info({ run: id }, 'a client of a chat fell behind');
    });
  }

  /** The first line, complete records, and the text that goes on, in the order of their numbers. */
  async *#before(
    thread: ThreadRow,
    { upTo, soFar, run, isStreaming }: ShownOfRun & { readonly run?: ChatRunRow; readonly isStreaming: boolean },
  ): AsyncGenerator<string, void> {
    yield cutoffLine(thread.uid, isStreaming);
    const going = [...soFar];
    for await (const record of this.#records(thread, { upTo, ...(run ? { run } : {}) })) {
      while (going[0] && going[0].sort < record.sort) yield lineOf(going.shift() ?? {});
      yield lineOf(record);
    }
    for (const record of going) yield lineOf(record);
  }

  /** A chat, or a run of it, that has ended. */
  async *finished(thread: ThreadRow, { run }: { readonly run?: ChatRunRow }): AsyncGenerator<string, void> {
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
    { run, upTo }: { readonly run?: ChatRunRow; readonly upTo?: number },
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

const ofRun = (run: ChatRunRow, from: 'thread' | 'run') => (from === 'run' ? { run } : {});

interface Streamed {
  readonly thread: ThreadRow;
  readonly run: ChatRunRow;
  readonly from?: 'thread' | 'run';
  readonly isStreaming: boolean;
}
