import { Conflict, Forbidden, Invalid, NotFound, nameKey, TooManyRequests } from '@orrery/kernel';
import { type Database, inSharedTransaction, isUniqueViolation, type Tables } from '@orrery/store';
import type { Transaction } from 'kysely';
import type { Memories, MemoryMode } from '../memory/index.ts';
import type { DashboardOfTurn, PastTurn } from '../turn/index.ts';
import type { ListedAgent } from './agents.ts';
import { type AnswerDependencies, answerQuestion } from './answer-question.ts';
import type { ChatAsker } from './asker.ts';
import { ChatLines } from './chat-lines.ts';
import { pastTurns } from './past-turns.ts';
import { withoutReceipts } from './receipt/index.ts';
import { executeRun } from './run/execute-run.ts';
import type { LiveRun } from './run/live-run.ts';
import type { LiveRuns } from './run/live-runs.ts';
import { PacedStarts } from './run/paced-starts.ts';
import { RunAborted } from './run/run-end.ts';
import { retryAfterSeconds, StartingRuns } from './run/starting-runs.ts';
import {
  activeRun,
  askToAbort,
  type StoredImage,
  countActive,
  countRuns,
  deleteDeltas,
  findRun,
  findThread,
  getThread,
  imagesOf,
  insertImages,
  insertRecords,
  insertRun,
  insertThread,
  type MessageKey,
  restartRun,
  type ChatRunRow,
  type ThreadRow,
  touchThread,
} from './store/index.ts';
import { userRecord } from './wire/index.ts';

export interface ChatServiceDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly runs: LiveRuns;
  readonly memories: Pick<Memories, 'forTurn'>;
  readonly nodeId: () => Promise<string>;
  readonly log: Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;
}

/** A request to a chat, as far as it is about a question. */
export interface AskedOfChat {
  readonly input: string;
  readonly chatId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly images: readonly StoredImage[];
  /** `null`: the deployment itself. */
  readonly branch: string | null;
  readonly isDevMode: boolean;
  /** The dashboard that the user looks at. */
  readonly dashboard?: DashboardOfTurn | undefined;
  /** The interface that the question comes from: `external`, `chat`, ... */
  readonly context: string;
  readonly requestId: string;
}

/** Bounds on what one user, and all users of one account together, make others hold. */
const most = { runsAtOnce: 5, runsOfAccount: 1_000, runsOfNode: 2_000, runsOfThread: 1_000, title: 200 };
const mostTries = 5;

/** Conversations with agents: the one way to begin a run, to follow it, and to stop it. */
export class ChatService {
  readonly #dependencies: ChatServiceDependencies;
  readonly #starts = new PacedStarts();
  readonly #starting = new StartingRuns();
  readonly #lines: ChatLines;

  constructor(dependencies: ChatServiceDependencies) {
    this.#dependencies = dependencies;
    this.#lines = new ChatLines(dependencies);
  }

  /**
   * Asks an agent a question, or joins the run of the same message.
   *
   * @returns the lines of the stream @throws NotFound for an unknown chat, Forbidden for one of somebody else, Conflict
   * while it is answering something else, TooManyRequests
   */
  async ask(asker: ChatAsker, agent: ListedAgent, asked: AskedOfChat): Promise<AsyncIterable<string>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#askOnce(asker, agent, asked);
      } catch (error) {
        // Another request has just begun a run of the same message, or of the same chat.
        if (!isUniqueViolation(error) || tries === mostTries) throw error;
      }
    }
  }

  /** Reads a chat: its messages, and what goes on. @throws NotFound, Forbidden */
  async read(asker: ChatAsker, agent: ListedAgent, chatId: string): Promise<AsyncIterable<string>> {
    const thread = await this.requireOwn(asker, agent, chatId);
    return this.readThread(thread);
  }

  /**
   * Reads a conversation like `read`, for every user who may read the thread. Receipts are in the stream for its own
   * user alone.
   */
  async readThread(thread: ThreadRow, readerId = thread.user_id): Promise<AsyncIterable<string>> {
    const run = await activeRun(this.#dependencies.database, thread.id);
    const lines = run ? this.#lines.follow(thread, run, 'thread') : this.#lines.finished(thread, {});
    return readerId === thread.user_id ? lines : withoutReceipts(lines);
  }

  /** Stops what goes on in a chat of the user, if something does. @throws NotFound, Forbidden */
  async abort(asker: Pick<ChatAsker, 'accountId' | 'userId'>, agent: ListedAgent, chatId: string): Promise<void> {
    const { database, runs } = this.#dependencies;
    const thread = await this.requireOwn(asker, agent, chatId);
    const run = await activeRun(database, thread.id);
    if (!run) return;
    const live = runs.of(run.id);
    if (live) live.abort.abort(new RunAborted());
    else await askToAbort(database, run.id);
  }

  /** @throws NotFound for an unknown chat, Forbidden for one of another user or another agent */
  async requireOwn(
    { accountId, userId }: Pick<ChatAsker, 'accountId' | 'userId'>,
    agent: Pick<ListedAgent, 'id'>,
    chatId: string,
  ): Promise<ThreadRow> {
    const { database, clock } = this.#dependencies;
    const thread = await findThread(database, accountId, chatId, clock.now());
    return requireOwn(thread, { userId, agentId: agent.id, chatId });
  }

  async #askOnce(asker: ChatAsker, agent: ListedAgent, asked: AskedOfChat): Promise<AsyncIterable<string>> {
    const { runs, nodeId } = this.#dependencies;
    const node = await nodeId();
    if (runs.size + this.#starts.waiting >= most.runsOfNode) {
      throw new TooManyRequests('chat.busy', 'Too many questions are being answered', retryAfterSeconds);
    }
    // The rest of the node is left to other accounts.
    const leave = this.#starting.enter(asker.accountId, most.runsOfAccount - runs.countOf(asker.accountId));
    try {
      return await this.#begin(asker, agent, asked, node);
    } finally {
      leave();
    }
  }

  async #begin(asker: ChatAsker, agent: ListedAgent, asked: AskedOfChat, node: string): Promise<AsyncIterable<string>> {
    const { database, runs } = this.#dependencies;
    await this.#starts.next();
    const accepted = await inSharedTransaction(database, (transaction) =>
      this.#accept(transaction, asker, agent, { ...asked, nodeId: node, isClosing: runs.isClosing }),
    );
    const { thread, run } = accepted;
    if (!accepted.isNew)
      return run.state === 'active' ? this.#lines.follow(thread, run, 'run') : this.#lines.finished(thread, { run });
    const place = {
      id: run.id,
      threadId: thread.id,
      threadUid: thread.uid,
      accountId: thread.account_id,
      userId: thread.user_id,
    };
    const live = runs.begin(place, accepted.lastSort, node, (own) => this.#execute(own, asker, agent, asked));
    return this.#lines.join(live, { thread, run, isStreaming: false });
  }

  async #accept(
    transaction: Transaction<Tables>,
    { accountId, userId }: ChatAsker,
    { id: agentId, deploymentId }: ListedAgent,
    asked: AskedOfChat & { readonly nodeId: string; readonly isClosing: boolean },
  ): Promise<Accepted> {
    const { clock, newId } = this.#dependencies;
    const { nodeId, input, chatId } = asked;
    const now = clock.now();
    const messages = { accountId, agentId, userId };
    const messageId = asked.messageId ?? (await freeMessageId(transaction, messages, now));
    const known = await findRun(transaction, { ...messages, messageId });
    if (known) {
      const thread = await getThread(transaction, known.thread_id);
      if (!thread) throw new Error(`the thread of run ${known.id} is not there`);
      const again =
        known.state === 'interrupted' && !asked.isClosing ? await this.#again(transaction, known, asked) : undefined;
      return again
        ? { thread, run: again, isNew: true, lastSort: thread.last_sort }
        : { thread, run: known, isNew: false, lastSort: thread.last_sort };
    }
    if (asked.isClosing)
      throw new Conflict('chat.closing', 'The service is closing; send the message again in a moment');
    await this.#requireRoom(transaction, userId);
    const found = chatId === undefined ? undefined : await findThread(transaction, accountId, chatId, now);
    const thread =
      chatId === undefined
        ? await insertThread(transaction, {
            uid: newId(),
            account_id: accountId,
            deployment_id: deploymentId,
            agent_id: agentId,
            user_id: userId,
            title: titleOf(input),
            search_key: nameKey(titleOf(input)),
            created_at: now,
            updated_at: now,
          })
        : requireOwn(found, { userId, agentId, chatId });
    if (await activeRun(transaction, thread.id)) throw inProgress();
    if ((await countRuns(transaction, thread.id)) >= most.runsOfThread) {
      throw new Invalid('chat.too-long', `A chat has at most ${most.runsOfThread} questions; begin a new one`);
    }
    const run = await insertRun(transaction, {
      thread_id: thread.id,
      account_id: accountId,
      agent_id: agentId,
      user_id: userId,
      message_id: messageId,
      state: 'active',
      worker_id: nodeId,
      input,
      request: JSON.stringify({ branch: asked.branch, context: asked.context, isDevMode: asked.isDevMode }),
      started_at: now,
      error: null,
      outcome: null,
      analysis: null,
      receipt: null,
      ended_at: null,
    });
    const lastSort = thread.last_sort + 1;
    await insertRecords(transaction, { threadId: thread.id, runId: run.id }, [userRecord(messageId, input, lastSort)]);
    await insertImages(transaction, run.id, asked.images);
    await touchThread(transaction, thread.id, { lastSort, now });
    return { thread, run, isNew: true, lastSort };
  }

  /** Begins an interrupted run again. @returns `undefined` when another request was faster, or the chat goes on */
  async #again(
    transaction: Transaction<Tables>,
    run: ChatRunRow,
    { nodeId }: { readonly nodeId: string },
  ): Promise<ChatRunRow | undefined> {
    if (await activeRun(transaction, run.thread_id)) throw inProgress();
    await this.#requireRoom(transaction, run.user_id);
    await deleteDeltas(transaction, [run.id]); // its text is a record by now
    return restartRun(transaction, run.id, nodeId, this.#dependencies.clock.now());
  }

  async #requireRoom(transaction: Transaction<Tables>, userId: number): Promise<void> {
    if ((await countActive(transaction, userId)) < most.runsAtOnce) return;
    const message = `At most ${most.runsAtOnce} questions of a user are answered at the same time`;
    throw new TooManyRequests('chat.too-many-runs', message, retryAfterSeconds);
  }

  #execute(run: LiveRun, asker: ChatAsker, agent: ListedAgent, asked: AskedOfChat): Promise<void> {
    const { database, memories } = this.#dependencies;
    const { id, threadId, threadUid: chatId, accountId, userId } = run.place;
    const { deploymentId, spaceId } = agent;
    return executeRun(
      run,
      async (signal) => {
        await this.#starts.next();
        signal.throwIfAborted();
        const [history, images]: [readonly PastTurn[], readonly StoredImage[]] = await Promise.all([
          pastTurns(database, threadId, id),
          imagesOf(database, id),
        ]);
        const { input: question, branch, requestId, isDevMode, dashboard } = asked;
        const place = { deploymentId, branch, requestId };
        const memoriesFor = (mode: MemoryMode) =>
          memories.forTurn({ accountId, deploymentId, spaceId, userId, chatId, mode });
        const given = { asker, place, agentName: agent.name, question, history, images, dashboard, isDevMode };
        return answerQuestion({ ...given, memoriesFor }, this.#dependencies, signal);
      },
      this.#dependencies,
    );
  }
}

interface Accepted {
  readonly thread: ThreadRow;
  readonly run: ChatRunRow;
  /** Whether this request began the run. */
  readonly isNew: boolean;
  readonly lastSort: number;
}

function requireOwn(
  thread: ThreadRow | undefined,
  { userId, agentId, chatId }: { readonly userId: number; readonly agentId: number; readonly chatId: string },
): ThreadRow {
  if (!thread) throw new NotFound('chat.unknown', `There is no chat '${chatId.slice(0, 50)}'`);
  if (thread.user_id !== userId) throw new Forbidden('chat.of-another', 'The chat belongs to another user');
  if (thread.agent_id !== agentId) throw new Forbidden('chat.of-another', 'The chat belongs to another agent');
  return thread;
}

function inProgress(): Conflict {
  return new Conflict('chat.in-progress', 'Streaming for thread is in progress');
}

/** An id for a message that came without: of the moment, or of the next one that is free. */
async function freeMessageId(
  writer: Transaction<Tables>,
  messages: Omit<MessageKey, 'messageId'>,
  now: number,
): Promise<string> {
  for (let at = now; ; at += 1) {
    const messageId = `${at}-message`;
    if (!(await findRun(writer, { ...messages, messageId }))) return messageId;
  }
}

function titleOf(input: string): string {
  const text = input.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return text.length > most.title ? `${text.slice(0, most.title - 1)}…` : text;
}
