import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryEvent, QueryObserver } from '@orrery/runtime';
import { outsideRequests, type DataScope } from '@orrery/kernel';
import { FoldedAnswers } from './folded-answers.ts';
import { type CallerFacts, entryOf, type HistoryEntry, writtenIn } from './history-entry.ts';
import type { HistoryKeeper } from './history-keeper.ts';

/** Figures of the history since the process started. */
export interface HistoryFigures {
  /** Start of the count, in epoch milliseconds. */
  readonly since: number;
  /** Number of entries that wait to be written. */
  readonly buffered: number;
  /** Queries written since the start. */
  readonly written: number;
  readonly dropped: number;
  readonly failedWrites: number;
}

export interface HistoryRecorderSettings {
  readonly keeper: HistoryKeeper;
  readonly callerFactsOf: (principal: DataScope) => CallerFacts;
  readonly keepForMs: number;
  readonly mostEntries: number;
  readonly clock: { now(): number };
  readonly log: {
    info(facts: object, message: string): void;
    warn(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

const flushEveryMs = 1_000;
const retryAfterMs = 5_000;
/** A batch that fails so often is at fault itself. */
const mostTries = 5;
/** Size of a batch: handing over this many takes half a millisecond. */
const batchEntries = 100;
const batchCharacters = 200_000;
const mostWaiting = 10_000;
/** Bound on waiting query and SQL texts. */
const mostCharacters = 16 * 1024 * 1024;
const foldForMs = 5 * 60 * 1000;
/** How often an entry of combined answers is written again: thousands of callers may each have one. */
const foldEveryMs = 10_000;
const mostFolds = 5_000;
/** A query may have megabytes of values; longer keys are replaced by their hash. */
const longestKey = 1_000;
const pruneEveryMs = 60_000;
const pruneStepEveryMs = 25;
/** How long a stop waits for the last entries. */
const closeWithinMs = 3_000;

interface WaitingEntry {
  readonly entry: HistoryEntry;
  readonly fold: FoldedAnswers | undefined;
}

/**
 * Collects queries and writes them later, in batches. Entries beyond the bounds are dropped and counted. Answers from
 * the cache are combined; every other query has its own entry.
 *
 * States: *taking in* from the start on; *failing* when the last batch could not be written, which is retried while
 * entries wait within the bounds; *closed*, when waiting entries are written if that takes no more than a few seconds.
 */
export class HistoryRecorder implements QueryObserver {
  readonly #settings: HistoryRecorderSettings;
  readonly #folds = new Map<string, FoldedAnswers>();
  readonly #since: number;
  #waiting: WaitingEntry[] = [];
  #waitingCharacters = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #tries = 0;
  #written = 0;
  #dropped = 0;
  #failedWrites = 0;
  #isClosed = false;
  #isPruning = false;
  readonly #pruning: NodeJS.Timeout;

  constructor(settings: HistoryRecorderSettings) {
    this.#settings = settings;
    this.#since = settings.clock.now();
    this.#pruning = setInterval(() => void this.#prune(), pruneEveryMs).unref();
  }

  get figures(): HistoryFigures {
    return {
      since: this.#since,
      buffered: this.#waiting.length,
      written: this.#written,
      dropped: this.#dropped,
      failedWrites: this.#failedWrites,
    };
  }

  observe(event: QueryEvent): void {
    if (this.#isClosed) {
      this.#dropped += 1;
      return;
    }
    const queryText = event.query === undefined ? '' : JSON.stringify(writtenIn(event.query));
    const caller = this.#settings.callerFactsOf(event.principal);
    if (isFromCache(event)) this.#fold(event, caller, queryText);
    else if (this.#hasRoom) this.#enqueue({ entry: entryOf(event, caller, queryText), fold: undefined });
    else this.#dropped += 1;
    this.#timer ??= this.#flushAfter(flushEveryMs);
  }

  /** Resolves when all waiting entries are written, or have failed. */
  async flush(): Promise<void> {
    await this.#flushing;
    for (const fold of this.#folds.values()) this.#collect(fold);
    await this.#startFlush();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#pruning);
    clearTimeout(this.#timer);
    const { keeper, log } = this.#settings;
    await Promise.race([this.flush(), pause(closeWithinMs, undefined, { ref: false })]);
    const lost = this.#waiting.reduce((sum, { entry }) => sum + entry.answers, 0);
    if (lost > 0) log.warn({ queries: lost }, 'the last queries are not in the history');
    this.#dropped += lost;
    await keeper.close();
  }

  get #hasRoom(): boolean {
    return this.#waiting.length < mostWaiting && this.#waitingCharacters < mostCharacters;
  }

  #fold(event: QueryEvent, caller: CallerFacts, queryText: string): void {
    const { deploymentId, branch, endpoint, cache } = event;
    const question = queryText.length <= longestKey ? queryText : hash('sha256', queryText, 'base64url');
    const key = `${deploymentId} ${branch ?? ''} ${endpoint} ${cache} ${caller.tenant} ${question}`;
    let fold = this.#folds.get(key);
    if (!fold || fold.endsAt <= event.startedAt) {
      if (fold) this.#collect(fold);
      else if (this.#folds.size >= mostFolds || !this.#hasRoom) {
        this.#dropped += 1;
        return;
      }
      fold = new FoldedAnswers(entryOf(event, caller, queryText), foldForMs);
      this.#folds.set(key, fold);
    }
    fold.add(event);
  }

  #collect(fold: FoldedAnswers): void {
    const entry = fold.take(performance.now());
    if (entry) this.#enqueue({ entry, fold });
  }

  #enqueue(waiting: WaitingEntry): void {
    this.#waiting.push(waiting);
    this.#waitingCharacters += charactersOf(waiting);
  }

  /** Writes entries of many requests, so it belongs to none of them. */
  #flushAfter(ms: number): NodeJS.Timeout {
    return outsideRequests(() => setTimeout(() => this.#startFlush(), ms).unref());
  }

  #startFlush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
      if (this.#isClosed) return;
      if (this.#waiting.length > 0) this.#timer ??= this.#flushAfter(retryAfterMs);
      else if ([...this.#folds.values()].some((fold) => !fold.isEmpty)) this.#timer ??= this.#flushAfter(flushEveryMs);
    });
    return this.#flushing;
  }

  /** Ends when nothing waits, or when a batch fails. */
  async #flush(): Promise<void> {
    const now = this.#settings.clock.now();
    for (const [key, fold] of this.#folds) {
      const isOver = fold.endsAt <= now;
      if (isOver || fold.isDue(performance.now(), foldEveryMs)) this.#collect(fold);
      if (isOver) this.#folds.delete(key);
    }
    while (this.#waiting.length > 0) {
      if (!(await this.#write(this.#takeBatch()))) return;
    }
  }

  #takeBatch(): readonly WaitingEntry[] {
    let [entries, characters] = [0, 0];
    for (const waiting of this.#waiting) {
      if (entries === batchEntries || characters > batchCharacters) break;
      entries += 1;
      characters += charactersOf(waiting);
    }
    this.#waitingCharacters -= characters;
    return this.#waiting.splice(0, entries);
  }

  async #write(batch: readonly WaitingEntry[]): Promise<boolean> {
    const { keeper, log } = this.#settings;
    const queries = batch.reduce((sum, { entry }) => sum + entry.answers, 0);
    try {
      const ids = await keeper.append(batch.map(({ entry, fold }) => ({ entry, id: fold?.id })));
      batch.forEach(({ fold }, index) => {
        if (fold) fold.id = ids[index];
      });
      if (this.#tries > 0) log.info({ tries: this.#tries }, 'the query history is written again');
      this.#tries = 0;
      this.#written += queries;
      return true;
    } catch (error) {
      this.#failedWrites += 1;
      this.#tries += 1;
      if (this.#tries === 1) log.error({ err: error }, 'the query history cannot be written; it is tried again');
      if (this.#tries < mostTries) {
        this.#waiting.unshift(...batch);
        for (const waiting of batch) this.#waitingCharacters += charactersOf(waiting);
        return false;
      }
      log.error({ err: error, queries }, 'queries are not in the history: they could not be written');
      this.#tries = 0;
      this.#dropped += queries;
      return false;
    }
  }

  /** Deletes in small steps, so that nothing waits for it. */
  async #prune(): Promise<void> {
    if (this.#isPruning) return;
    this.#isPruning = true;
    const { keeper, keepForMs, mostEntries, clock, log } = this.#settings;
    try {
      while (!this.#isClosed && (await keeper.prune({ olderThan: clock.now() - keepForMs, mostEntries }))) {
        await pause(pruneStepEveryMs, undefined, { ref: false });
      }
    } catch (error) {
      if (!this.#isClosed) log.warn({ err: error }, 'old entries of the query history were not removed');
    } finally {
      this.#isPruning = false;
    }
  }
}

function isFromCache({ cache, errorCode }: QueryEvent): boolean {
  return (cache === 'hit' || cache === 'stale') && errorCode === undefined;
}

function charactersOf({ entry }: WaitingEntry): number {
  return entry.statements.reduce((sum, text) => sum + text.length, entry.query?.length ?? 0);
}
