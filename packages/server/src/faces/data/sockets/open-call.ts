import { hash, randomUUID } from 'node:crypto';
import { withinRequest } from '@orrery/kernel';
import type { AnswerBody, BodyAnswer } from '@orrery/runtime';
import { ClientLeft } from '../../../http/index.ts';
import type { DataDependencies } from '../data-dependencies.ts';
import type { RequestSender } from '../describe-query.ts';
import { answerCall, type AnsweredMethod, answerToError, type CallAnswer } from './answer-call.ts';
import type { SocketFigures } from './socket-figures.ts';

/** A subscription that its client has not repeated for so long is dropped: four of the client's heartbeats. */
const longestSilenceMs = 4 * 60_000;

/** The services that a call needs from its socket. */
export interface CallHost<Caller extends Omit<RequestSender, 'requestId'> = Omit<RequestSender, 'requestId'>> {
  readonly dependencies: DataDependencies;
  readonly figures: SocketFigures;
  /** @throws Unauthorized when the caller's time is over */
  caller(): Promise<Caller>;
  /** @param answer absent: nothing is new */
  reply(id: string, answer: CallAnswer | undefined): Promise<void>;
  /** Sees an error before it is answered. @returns whether the socket is closed for it */
  failed(error: unknown, id: string, answer: CallAnswer): Promise<boolean>;
  /** Runs a subscription again after a while. */
  schedule(run: () => void): NodeJS.Timeout;
  /** Sees the answer to a load before it is sent. */
  loaded(given: CallGiven, caller: Caller, answer: BodyAnswer): void;
  /** The call is answered, or over. */
  forget(call: OpenCall): void;
}

export interface CallGiven {
  readonly id: string;
  /** The common beginning of the ids of its runs. */
  readonly interaction: string;
  /** The size of the message. */
  readonly bytes: number;
  readonly method: AnsweredMethod;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Tells calls with the same id apart; absent for long ones, which are never taken for the same. */
  readonly text: string | undefined;
}

/**
 * A call of a socket.
 *
 * - *asking*: its answer is awaited. When that takes longer than a request waits, its client gets a message about it,
 *   each time, and the call continues.
 * - *resting*, only subscriptions: answered, and run again after a while.
 * - *over*: answered, refused, unsubscribed, replaced, silent for too long, or its socket has closed.
 */
export class OpenCall {
  readonly given: CallGiven;
  readonly #host: CallHost;
  #heardAt: number;
  #leaving: AbortController | undefined;
  #resting: NodeJS.Timeout | undefined;
  #isOver = false;
  /** A hash of the last answer that was sent. */
  #lastPrint: string | undefined;
  #lastBody: WeakRef<AnswerBody['kept']> | undefined;

  constructor(given: CallGiven, host: CallHost) {
    this.given = given;
    this.#host = host;
    this.#heardAt = host.dependencies.clock.now();
    if (this.isSubscription) host.figures.subscriptions += 1;
  }

  get isSubscription(): boolean {
    return this.given.method === 'subscribe';
  }

  get isAsking(): boolean {
    return this.#leaving !== undefined;
  }

  isSame({ method, text }: CallGiven): boolean {
    return text !== undefined && text === this.given.text && method === this.given.method;
  }

  /** Asks, and answers what is there within the patience of a request. Resolves then. */
  async ask(): Promise<void> {
    clearTimeout(this.#resting);
    if (this.#isOver || this.isAsking) return;
    if (this.#host.dependencies.clock.now() - this.#heardAt > longestSilenceMs) return this.end();
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const requestId = spanOf(this.given.interaction);
    const answer = await withinRequest(requestId, () => this.#answer(requestId, signal));
    this.#leaving = undefined;
    if (this.#isOver) return;
    if (answer === 'closed') return this.end();
    await this.#tell(answer);
    if (this.#isOver) return;
    if (answer.isWait) void this.ask();
    else if (this.isSubscription) this.#resting = this.#host.schedule(() => void this.ask());
    else this.end();
  }

  /** Notes that its client has repeated it. */
  heard(): void {
    this.#heardAt = this.#host.dependencies.clock.now();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#resting);
    this.#leaving?.abort(new ClientLeft());
    if (this.isSubscription) this.#host.figures.subscriptions -= 1;
    this.#host.forget(this);
  }

  async #answer(requestId: string, signal: AbortSignal): Promise<CallAnswer | 'closed'> {
    const { id } = this.given;
    const { dependencies } = this.#host;
    try {
      const caller = await this.#host.caller();
      signal.throwIfAborted();
      const answer = await answerCall(this.given, { ...caller, requestId }, signal, dependencies);
      if (answer.loaded) this.#host.loaded(this.given, caller, answer.loaded);
      return answer;
    } catch (error) {
      const answer = answerToError(error, requestId, dependencies);
      if (signal.aborted) return answer; // nobody reads it
      return (await this.#host.failed(error, id, answer)) ? 'closed' : answer;
    }
  }

  async #tell(answer: CallAnswer): Promise<void> {
    const { id } = this.given;
    if (!this.isSubscription) return this.#host.reply(id, answer);
    const { runs } = this.#host.figures;
    if (answer.status !== 200 || answer.isWait) {
      runs.failed += 1;
      this.#lastPrint = undefined;
      this.#lastBody = undefined;
      return this.#host.reply(id, answer);
    }
    const isNew = this.#isNew(answer);
    runs[isNew ? 'pushed' : 'unchanged'] += 1;
    return this.#host.reply(id, isNew ? answer : undefined);
  }

  #isNew({ body, loaded }: CallAnswer): boolean {
    const kept = loaded?.body.kept;
    if (kept && this.#lastBody?.deref() === kept) return false;
    this.#lastBody = kept && new WeakRef(kept);
    const print = printOf(kept?.bytes ?? body);
    const isNew = print !== this.#lastPrint;
    this.#lastPrint = print;
    return isNew;
  }
}

/** The id of one run. */
export function spanOf(interaction: string): string {
  return `${interaction}-span-${randomUUID()}`;
}

const refreshedAt = Buffer.from('"lastRefreshTime":"');
/** The length of an instant in JSON: `2024-01-01T00:00:00.000Z`. */
const instantBytes = 24;

/** Equal for bodies that differ only by the time at which the same data was read. */
function printOf(body: Buffer): string {
  const pieces: Buffer[] = [];
  let from = 0;
  for (;;) {
    const at = body.indexOf(refreshedAt, from);
    if (at < 0) break;
    pieces.push(body.subarray(from, at));
    from = at + refreshedAt.length + instantBytes;
  }
  if (pieces.length === 0) return hash('sha256', body, 'base64url');
  return hash('sha256', Buffer.concat([...pieces, body.subarray(from)]), 'base64url');
}
