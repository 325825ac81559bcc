import type { CacheMode } from '@orrery/contract';
import type { SecurityContext } from '@orrery/kernel';
import { requireCube } from '@orrery/semantic';
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../runtime.ts';
import { type CacheOutcome, RequestMemory } from '../query/index.ts';
import { type Answer, type AnswerFacts, type AnswerHead, type AnswerStream, byteSize } from './answer.ts';
import { AnswerCache } from './answer-cache.ts';
import type { BoundQuestion } from './bound-question.ts';
import { answerKey, type AnswerKeyParts } from './answer-key.ts';
import { askFirstValue, executeQuery, type LongRows, type RunContext } from './execute-query.ts';
import {
  freshnessOf,
  type Generations,
  generationsText,
  lookUpGenerations,
  type SqlPolicy,
  type SqlValues,
} from './freshness.ts';
import { RefreshValues } from './refresh-values.ts';
import { type LongAnswer, longAnswer } from './long-answer.ts';
import { type RunnableQuestion, toRunnable, statementsOf } from './runnable-question.ts';
import { FlowMemory, RowFlow } from './row-flow.ts';
import type { RunMember, RunProgress } from './shared-run.ts';
import { SharedRuns } from './shared-runs.ts';

export type AnswerRequest = AnswerKeyParts & AnswerCall;

interface AnswerCall {
  readonly runtime: Runtime;
  readonly cacheMode: CacheMode;
  /** The tenant whose share of the data source a run uses. */
  readonly tenant: string;
  /** The interaction of the request; see `SharedRuns`. */
  readonly owner: string;
  /** Fires when the caller has disconnected. */
  readonly signal: AbortSignal;
}

export type AnswerOutcome =
  | {
      readonly kind: 'answer';
      readonly key: string;
      readonly answer: Answer;
      readonly cache: CacheOutcome;
      /** Whether it is older than it should be, because a newer one takes time. */
      readonly isStale: boolean;
      readonly planMs?: number;
    }
  | { readonly kind: 'wait'; readonly stage: string; readonly elapsedMs: number };

/** A long answer in progress. Its caller must leave it, also at its end. */
export interface StreamOutcome {
  readonly kind: 'stream';
  readonly key: string;
  readonly stream: AnswerStream;
  readonly cache: Extract<CacheOutcome, 'miss' | 'shared'>;
  readonly planMs: number;
  /** Whether it holds a place of an engine that others wait for. */
  isWaitedFor(): boolean;
  leave(): void;
}

/** Figures of the cache and of runs. */
export interface AnswerFigures {
  readonly entries: number;
  readonly bytes: number;
  /** Answers evicted since the start. */
  readonly evicted: number;
  /** Current runs, and runs stopped since the start because no caller wanted the answer any more. */
  readonly running: number;
  readonly cancelled: number;
}

export interface AnswerServiceSettings {
  readonly cacheBytes: number;
  readonly clock: { now(): number };
  /** Shared with the routes that read requests; by default one of its own. */
  readonly memory?: RequestMemory;
  /** The time for which a request waits for its answer before its caller has to repeat the request. */
  readonly patienceMs?: number;
  /**
   * Whether the process is ending, so that callers cannot ask again: a request then waits until it is answered or
   * cancelled.
   */
  isEnding?(): boolean;
}

/** The value the reference's clients expect. */
const defaultPatienceMs = 5_000;
/** The time after which a caller who had to repeat the request, and has not done so, counts as disconnected. */
const leaseMs = 120_000;
/** The bound on answers held for callers who have to repeat their requests, in addition to the cache. */
const heldBytes = 128 * 1024 * 1024;
/** Bound on rows that wait for clients. */
const waitingBytes = 256 * 1024 * 1024;
/**
 * Interrupted long answers that are remembered; when requested again, they are answered completely or refused with the
 * reason.
 */
const mostBrokenOff = 1_000;
const brokenOffMs = 10 * 60_000;

/**
 * Answers queries: from the cache while the answer is good, else by a run shared with all equal requests.
 *
 * An answer is *good* while the refresh policies of its cubes have the same values as when it was read; see
 * `freshness.ts`. Otherwise the cache mode decides:
 * - `stale-if-slow` waits for a new one, and returns the old one when that takes longer than a caller's patience;
 * - `stale-while-revalidate` returns the old one at once and makes a new one in the background;
 * - `must-revalidate` waits for the new one, however long;
 * - `no-cache` always starts a run, for its caller and equal requests meanwhile.
 */
export class AnswerService {
  readonly #memory: RequestMemory;
  readonly #clock: { now(): number };
  readonly #patienceMs: number;
  readonly #isEnding: () => boolean;
  readonly #refreshValues: RefreshValues;
  readonly cache: AnswerCache;
  readonly runs: SharedRuns<Answer, LongAnswer>;
  readonly #waitingRows = new FlowMemory(waitingBytes);
  /** The last key of each question: a repeated statement of a connection is one question. */
  readonly #keys = new WeakMap<BoundQuestion, KnownKey>();
  readonly #brokenOff = new LRUCache<string, true>({ max: mostBrokenOff, ttl: brokenOffMs });

  constructor({ cacheBytes, clock, memory, patienceMs, isEnding }: AnswerServiceSettings) {
    this.#memory = memory ?? new RequestMemory();
    this.#clock = clock;
    this.#patienceMs = patienceMs ?? defaultPatienceMs;
    this.#isEnding = isEnding ?? (() => false);
    this.#refreshValues = new RefreshValues(clock);
    this.cache = new AnswerCache(cacheBytes);
    this.runs = new SharedRuns<Answer, LongAnswer>({ leaseMs, heldBytes, sizeOf: byteSize });
  }

  figures(): AnswerFigures {
    const { entries, bytes, evicted } = this.cache;
    return { entries, bytes, evicted, running: this.runs.running, cancelled: this.runs.cancelled };
  }

  keyOf(parts: AnswerKeyParts): string {
    const { question, context, runtime } = parts;
    if (context.kind !== 'caller') return answerKey(parts, this.#memory);
    const { securityContext } = context;
    const known = this.#keys.get(question);
    if (known?.serial === runtime.serial && known.securityContext === securityContext) return known.key;
    const key = answerKey(parts, this.#memory);
    this.#keys.set(question, { serial: runtime.serial, securityContext, key });
    return key;
  }

  /** @throws InvalidQuery, DataSourceFailure, Unavailable, QueryCancelled, the reason of the request's signal */
  async answer(request: AnswerRequest): Promise<AnswerOutcome> {
    const outcome = await this.#obtain(request, { takesWhole: true });
    if (outcome.kind === 'stream') throw new Error('nobody asked for a part');
    return outcome;
  }

  /** Does the same, but returns a long answer once its first rows are there. @throws what `answer` throws */
  answerOrStream(request: AnswerRequest): Promise<AnswerOutcome | StreamOutcome> {
    return this.#obtain(request, { takesWhole: false });
  }

  async #obtain(request: AnswerRequest, { takesWhole }: Taking): Promise<AnswerOutcome | StreamOutcome> {
    const { runtime, cacheMode } = request;
    const key = this.keyOf(request);
    const held = this.runs.takeHeld(key, request.owner);
    if (held) {
      const cache = held.isShared ? 'shared' : 'miss';
      return { kind: 'answer', key, answer: await held.outcome, cache, isStale: false };
    }
    const kept = cacheMode === 'no-cache' ? undefined : this.cache.get(key);
    if (kept && (await this.#isGood(kept, runtime))) {
      return { kind: 'answer', key, answer: kept, cache: 'hit', isStale: false };
    }
    const startedAt = performance.now();
    const runnable = toRunnable(key, request, this.#memory);
    const planMs = performance.now() - startedAt;
    const generations = await lookUpGenerations(runnable, runtime);
    const member = this.#join(key, runnable, generations, request, { takesWhole });
    if (kept && cacheMode === 'stale-while-revalidate') {
      member.leaveGoing();
      return { kind: 'answer', key, answer: kept, cache: 'stale', isStale: true };
    }
    const came = await this.#waitFor(member, request.signal);
    const cache = member.isShared ? 'shared' : 'miss';
    if (came && 'rows' in came) {
      const isWaitedFor = () => member.isWaitedFor();
      return { kind: 'stream', key, stream: came, cache, planMs, isWaitedFor, leave: () => member.leave() };
    }
    if (came) return { kind: 'answer', key, answer: came, cache, isStale: false, planMs };
    if (kept && cacheMode === 'stale-if-slow') {
      member.leaveGoing();
      return { kind: 'answer', key, answer: kept, cache: 'stale', isStale: true };
    }
    const [stage, elapsedMs] = [member.stage(), Math.round(member.elapsedMs())];
    member.leaveForNow();
    return { kind: 'wait', stage, elapsedMs };
  }

  #join(
    key: string,
    runnable: RunnableQuestion,
    generations: Generations,
    request: AnswerRequest,
    { takesWhole }: Taking,
  ): RunMember<Answer, LongAnswer> {
    const { runtime, cacheMode, tenant, owner } = request;
    const isForced = cacheMode === 'no-cache';
    const data = generationsText(runnable, generations);
    return this.runs.join({
      key,
      version: isForced ? `no-cache\n${data}` : data,
      owner,
      tenant,
      takesWhole,
      start: async (signal, progress) => {
        signal.throwIfAborted();
        const runContext = { runtime, tenant, signal, progress };
        if (!isForced) {
          await this.#askRefreshValues(runnable, runContext);
          const kept = this.cache.get(key);
          if (kept && (await this.#isGood(kept, runtime))) return kept;
        }
        return this.#run({ key, runnable, runContext: { ...runContext, progress } }, generations);
      },
    });
  }

  /**
   * @param before looked up before anything was read @returns `undefined` when the answer was streamed to its readers
   * and is no longer complete
   */
  async #run(run: RunOf, before: Generations): Promise<Answer | undefined> {
    const { key, runnable, runContext } = run;
    const { runtime } = runContext;
    const { statements, refresh } = runnable;
    const { dataSource } = statements.rows;
    const from = this.#clock.now();
    const known = this.#sqlValues(runtime);
    const sqlValues = new Map(refresh.map((policy) => [policy, policy.kind === 'sql' ? known(policy) : undefined]));
    const head: AnswerHead = {
      dataSource,
      dbType: runtime.dialectFor(dataSource).name,
      statements: [
        ...statementsOf(statements.rows).map(({ text }) => text),
        ...(statements.count ? [statements.count.text] : []),
      ],
      refreshedAt: from,
    };
    const flow = this.#brokenOff.has(key) ? undefined : new RowFlow<AnswerFacts>(this.#waitingRows);
    try {
      const { data, readFrom, ...learned } = await this.#execute(run, head, flow);
      const to = this.#clock.now();
      const generations = await lookUpGenerations(runnable, runtime);
      const state = { runtime, generations, sqlValues: (policy: SqlPolicy) => sqlValues.get(policy) };
      const freshness = freshnessOf(refresh, state, { from, to });
      // When the data was replaced during the run, the rows and their count may be of different data.
      const isOfOne = [before, generations].every((looked) =>
        readFrom.every(({ source, generation }) => looked.get(source) === generation),
      );
      const facts: AnswerFacts = { ...head, ...learned };
      const wasStreamed = flow?.hasBegun ?? false;
      const rows = wasStreamed ? flow?.end(data, facts) : data;
      if (rows === undefined) {
        this.cache.forget(key); // it has become too long to be kept
        return undefined;
      }
      const answer: Answer = {
        ...facts,
        data: rows,
        isRead: wasStreamed,
        refresh,
        freshness: isOfOne ? freshness : undefined,
        bodies: new Map(),
      };
      if (answer.freshness !== undefined) this.cache.set(key, answer);
      return answer;
    } catch (error) {
      if (flow?.hasBegun && !runContext.signal.aborted) this.#brokenOff.set(key, true);
      flow?.breakOff();
      throw error;
    }
  }

  #execute({ runnable, runContext }: RunOf, head: AnswerHead, flow: RowFlow<AnswerFacts> | undefined) {
    if (!flow) return executeQuery(runnable, runContext);
    const long: LongRows = {
      begun: flow.begun,
      put: (pieces) => flow.put(pieces),
      onAllowed: (tell) => flow.onAllowed(tell),
      begin: (total) =>
        runContext.progress.begin(longAnswer({ ...head, ...(total === undefined ? {} : { total }) }, flow)),
    };
    return executeQuery(runnable, runContext, long);
  }

  async #askRefreshValues({ model, refresh }: RunnableQuestion, runContext: RunContext): Promise<void> {
    for (const policy of refresh) {
      if (policy.kind !== 'sql') continue;
      // The text reaches callers, who may not know the cubes behind a view.
      const { isPublic } = requireCube(model, policy.cube);
      const subject = isPublic ? `the refresh key of ${policy.cube}` : 'a refresh key';
      const ask = () => askFirstValue(policy.statement, subject, runContext);
      await this.#refreshValues.current(policy, runContext.runtime, ask);
    }
  }

  /**
   * Returns a cached answer if it is good by generations looked up just now, and no held answer waits for this caller.
   *
   * @param generations of the data sources that its policies name
   */
  goodAnswer(key: string, owner: string, runtime: Runtime, generations: Generations): Answer | undefined {
    if (this.runs.isHeld(key, owner)) return undefined;
    const kept = this.cache.get(key);
    return kept && this.#isGoodBy(kept, runtime, generations) ? kept : undefined;
  }

  async #isGood(answer: Answer, runtime: Runtime): Promise<boolean> {
    if (answer.freshness === undefined) return false;
    return this.#isGoodBy(answer, runtime, await lookUpGenerations(answer, runtime));
  }

  #isGoodBy({ refresh, freshness }: Answer, runtime: Runtime, generations: Generations): boolean {
    const now = this.#clock.now();
    const data = { runtime, generations, sqlValues: this.#sqlValues(runtime) };
    return freshness !== undefined && freshness === freshnessOf(refresh, data, { from: now, to: now });
  }

  #sqlValues(runtime: Runtime): SqlValues {
    return (policy) => this.#refreshValues.known(policy, runtime);
  }

  /** @returns `undefined` when the caller's patience ends first */
  async #waitFor(member: RunMember<Answer, LongAnswer>, signal: AbortSignal): Promise<Answer | LongAnswer | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      if (!this.#isEnding()) resolve(undefined);
    }, this.#patienceMs);
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([member.outcome, member.begun, promise]);
    } catch (error) {
      member.leave();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** The key of a question for what else it depends on. */
interface KnownKey {
  readonly serial: Runtime['serial'];
  readonly securityContext: SecurityContext;
  readonly key: string;
}

/** The inputs of a run. */
interface RunOf {
  readonly key: string;
  readonly runnable: RunnableQuestion;
  readonly runContext: RunContext & { readonly progress: RunProgress<LongAnswer> };
}

/** Whether a caller wants an answer complete, or long ones in parts. */
interface Taking {
  readonly takesWhole: boolean;
}
