import { networkError, OrreryError, Retries, type Retry } from '../http/index.ts';
import type { ChatMessage } from './chat-message.ts';
import { type ChatRecord, type ChatState, isCutoff, isError, isState } from './chat-record.ts';
import { Conversation } from './conversation.ts';
import type { ToolCall } from './tool-call.ts';

/** How a run reaches its server. */
export interface ChatLine {
  /** Asks, asks again under the same id, or reads a chat. @param chatId the chat, once it is known */
  open(chatId: string | undefined, signal: AbortSignal): AsyncIterable<ChatRecord>;
  abort(chatId: string): Promise<void>;
  readonly url: string;
  readonly retry: Retry;
  /** Whether opening asks something; else it only reads a chat. */
  readonly isQuestion: boolean;
}

/** The end of a run: with the last record, with an error, or before the first request. */
interface ChatRunEnd {
  readonly state?: ChatState;
  readonly error?: unknown;
}

/** Time for the server to accept a question that is to be stopped. */
const acceptingMs = 10_000;

/**
 * The answer to a question while it arrives, or a chat that is read. The request is sent when the first record is
 * taken, or the first promise is made. A broken connection is opened again under the same id, and repeated records
 * change nothing. Leaving all loops closes the connection, and the server continues.
 */
export class ChatRun implements AsyncIterable<ChatRecord> {
  readonly #line: ChatLine;
  readonly #conversation = new Conversation();
  readonly #records: ChatRecord[] = [];
  readonly #waiting = new Set<() => void>();
  #chatId: string | undefined;
  /** Whether the server has answered with the first record. */
  #isAccepted = false;
  #lastSort = -1;
  #readers = 0;
  /** Ends the open line; absent while there is none. */
  #open: AbortController | undefined;
  #end: ChatRunEnd | undefined;
  #failure: string | undefined;
  #forgetSignal: () => void = () => undefined;

  constructor(line: ChatLine, chatId: string | undefined, signal: AbortSignal | undefined) {
    this.#line = line;
    this.#chatId = chatId;
    if (signal === undefined) return;
    const stop = () => void this.#stop(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#forgetSignal = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
  }

  /** The chat; known from the first record on. */
  get chatId(): string | undefined {
    return this.#chatId;
  }

  /** The messages so far. The list stays the same until the next record. */
  messages(): readonly ChatMessage[] {
    return this.#conversation.messages;
  }

  /**
   * Waits for the end, and returns the answer.
   *
   * @returns Markdown; `undefined` when the answer was stopped before there was one
   * @throws OrreryError when the run failed, with the words of the server
   */
  async finalAnswer(): Promise<string | undefined> {
    const state = await this.endState();
    const texts = this.#conversation.answer.filter((message) => 'content' in message);
    const final = texts.findLast(({ kind }) => kind === 'final');
    if (final) return final.content;
    if (this.#failure !== undefined) throw failed(this.#failure);
    return state?.aborted ? undefined : texts.findLast(({ kind }) => kind === 'text')?.content;
  }

  /** Waits for the end, and returns the calls of tools behind the last question. */
  async toolCalls(): Promise<readonly ToolCall[]> {
    await this.endState();
    return this.#conversation.answer.flatMap((message) => (message.kind === 'tool' ? [message.call] : []));
  }

  /** Waits for the last record, and returns what it says. @throws OrreryError when the server cannot be reached */
  async endState(): Promise<ChatState | undefined> {
    for await (const _ of this) void _;
    return this.#end?.state;
  }

  /** Stops the answer on the server. The records that are open are closed, and the run ends. */
  async abort(): Promise<void> {
    if (this.#end) return;
    if (!this.#line.isQuestion && this.#chatId !== undefined) return this.#line.abort(this.#chatId);
    if (!this.#open && !this.#isAccepted) return this.#finish({}); // nothing was asked
    const chatId = await this.#accepted();
    if (chatId !== undefined) await this.#line.abort(chatId);
  }

  /** Every record of the run, also to loops that begin later. */
  [Symbol.asyncIterator](): AsyncIterator<ChatRecord, undefined> {
    let [at, isReading, isLeft] = [0, false, false];
    const leave = () => {
      if (isReading) this.#leave();
      [isReading, isLeft] = [false, true];
    };
    return {
      next: async () => {
        if (!isReading && !isLeft) {
          isReading = true;
          this.#readers += 1;
        }
        for (;;) {
          const record = this.#records[at];
          if (isLeft) return { done: true, value: undefined };
          if (record) {
            at += 1;
            return { done: false, value: record };
          }
          if (this.#end) {
            leave();
            if ('error' in this.#end) throw this.#end.error;
            continue;
          }
          this.#read();
          await this.#changes();
        }
      },
      return: async () => {
        leave();
        this.#tell();
        return { done: true, value: undefined };
      },
    };
  }

  /** Opens the line, unless it is open. */
  #read(): void {
    if (this.#open || this.#end) return;
    const line = new AbortController();
    this.#open = line;
    void this.#follow(line.signal)
      .then((state) => this.#finish({ state }))
      .catch((error: unknown) => {
        if (!line.signal.aborted) this.#finish({ error });
      })
      .finally(() => {
        if (this.#open === line) this.#open = undefined;
        this.#tell();
      });
  }

  /** Takes records until the last one, over as many lines as it needs. */
  async #follow(signal: AbortSignal): Promise<ChatState> {
    const retries = new Retries(this.#line.retry);
    for (;;) {
      try {
        for await (const record of this.#line.open(this.#chatId, signal)) {
          if (signal.aborted) throw signal.reason;
          // What comes again is no sign that the line holds.
          if ('sort' in record && record.sort > this.#lastSort) retries.restart();
          this.#take(record);
          if (isState(record)) return record.state;
        }
        throw networkError(this.#line.url, new Error('the stream ended before its last record'));
      } catch (error) {
        await retries.pause(error, signal);
      }
    }
  }

  #take(record: ChatRecord): void {
    if (isCutoff(record)) {
      this.#chatId = record.state.chatId;
      this.#isAccepted = true;
      this.#failure = undefined;
    }
    if (isError(record)) this.#failure = record.error;
    if ('sort' in record) this.#lastSort = Math.max(this.#lastSort, record.sort);
    this.#conversation.take(record);
    this.#records.push(record);
    this.#tell();
  }

  #finish(end: ChatRunEnd): void {
    this.#end ??= end;
    this.#forgetSignal();
    this.#tell();
  }

  #leave(): void {
    this.#readers -= 1;
    if (this.#readers === 0) this.#close();
  }

  #close(): void {
    this.#open?.abort(new DOMException('The run was left', 'AbortError'));
    this.#open = undefined;
  }

  /** Ends all loops at once, and stops the answer on the server once the question is accepted. */
  async #stop(reason: unknown): Promise<void> {
    if (this.#end) return;
    const accepted = this.#open || this.#isAccepted ? this.#accepted() : undefined;
    this.#finish({ error: reason });
    try {
      const chatId = await accepted;
      if (chatId !== undefined) await this.#line.abort(chatId);
    } catch {
      // Nobody waits for it: the caller has what it asked for, the end of its loops.
    } finally {
      this.#close();
    }
  }

  /**
   * Waits, for a while, until the question is accepted: to stop a chat before that stops nothing.
   *
   * @returns the chat; `undefined` when there is nothing to stop
   */
  async #accepted(): Promise<string | undefined> {
    this.#readers += 1;
    try {
      const until = performance.now() + acceptingMs;
      while (!this.#isAccepted && performance.now() < until) {
        this.#read();
        if (!this.#open) return undefined;
        await this.#changes(until - performance.now());
      }
      return this.#isAccepted ? this.#chatId : undefined;
    } finally {
      this.#leave();
    }
  }

  #changes(withinMs?: number): Promise<void> {
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        done();
      };
      const timer = withinMs === undefined ? undefined : setTimeout(end, withinMs);
      this.#waiting.add(end);
    });
  }

  #tell(): void {
    for (const end of this.#waiting) end();
  }
}

/** The error of a run that failed; its words begin with a class: `LlmError: ...`. */
function failed(words: string): OrreryError {
  const code = /^(\w+Error):/.exec(words)?.[1] ?? 'chat.failed';
  return new OrreryError(words, { status: 200, code });
}
