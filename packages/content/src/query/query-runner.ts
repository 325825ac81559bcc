import type { CacheMode, ResponseFormat, WireProblem, WireQuery } from '@orrery/contract';
import type { RequestContext, SecurityContext } from '@orrery/semantic';
import {
  type AnswerRequest,
  type AnswerService,
  answerTogether,
  type AskedQuery,
  type CallerRuntime,
  contextOf,
  InvalidQuery,
  keyOfMark,
  noteAnswers,
  observed,
  ownerOf,
  prepareKnowing,
  type QueryObserver,
  type Runtime,
  runtimeFor,
  type Runtimes,
  tenantOf,
  type UnderstoodQuery,
} from '@orrery/runtime';
import { MalformedCaller, NotFound, type DataScope, type UsersByAccount, Unauthorized } from '@orrery/kernel';
import { resolveContext } from '@orrery/people';
import { storedQueryProblems } from './check-stored-query.ts';
import { type AnsweredQuery, type QueryTable, toTable } from './query-table.ts';
import { readStoredQuery } from './stored-query.ts';
import { replaced, substitute, type Substitution } from './substitute.ts';

interface Asked {
  readonly deploymentId: number;
  /** The claims of the caller, as a token would carry them. */
  readonly claims: SecurityContext;
}

export interface StoredQueryRun extends Asked, Partial<Substitution> {
  /** The stored text of the query. */
  readonly jsonQuery: string;
  /** `no-cache` when missing. */
  readonly cacheMode?: CacheMode;
  /** Bound on rows of a table: the rest is left out, and a warning says so. */
  readonly mostRows?: number;
  /** Id for the log and the query history. */
  readonly requestId: string;
  /** Stops the query when its result is no longer needed. */
  readonly signal: AbortSignal;
}

/** A failure that a new attempt cannot solve: the query names something that does not exist, or not for this caller. */
interface Refused {
  readonly kind: 'refused';
  readonly problems: readonly WireProblem[];
}

export type TableOutcome = { readonly kind: 'rows'; readonly table: QueryTable } | Refused;

export type RefreshOutcome = { readonly kind: 'refreshed' } | Refused;

export interface QueryRunnerDependencies {
  readonly runtimes: Pick<Runtimes, 'get'>;
  readonly users: UsersByAccount;
  readonly answers: AnswerService;
  readonly observer: QueryObserver;
  readonly clock: { now(): number };
}

/** A deployment with the model of one caller. */
export interface AskedDeployment {
  readonly runtime: CallerRuntime;
  readonly principal: DataScope;
  readonly context: RequestContext;
}

/**
 * Runs stored queries for people and for deliveries, on the same path as `/v1/load`, with the rights of the person
 * concerned.
 */
export class QueryRunner {
  readonly #dependencies: QueryRunnerDependencies;

  constructor(dependencies: QueryRunnerDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws NotFound for a deployment that is not served, Unauthorized for a user who is not active, Unavailable */
  async open({ deploymentId, claims }: Asked): Promise<AskedDeployment> {
    const runtime = await this.#dependencies.runtimes.get(deploymentId, null);
    if (!runtime) throw new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`);
    const securityContext = await this.#contextOf(claims, runtime.accountId);
    const principal = { deploymentId, securityContext };
    return { runtime: await runtimeFor(runtime, securityContext), principal, context: contextOf(principal) };
  }

  /** Lists the problems of a stored query for a caller. @throws what `open` throws */
  async problemsOf(jsonQuery: string, asked: Asked): Promise<readonly WireProblem[]> {
    const { runtime, context } = await this.open(asked);
    return storedQueryProblems(jsonQuery, runtime, context, this.#dependencies.clock.now());
  }

  /** Returns the rows of a stored query. @throws what `open` throws, DataSourceFailure, the reason of the signal */
  run(run: StoredQueryRun): Promise<TableOutcome> {
    const { mostRows = Number.POSITIVE_INFINITY } = run;
    return this.#answer(run, 'compact', (answered, { query }) => {
      return { kind: 'rows', table: toTable(answered, query, mostRows) };
    });
  }

  /** Reads the data of a stored query again, so that the next request gets it. @throws what `run` throws */
  refresh(run: StoredQueryRun): Promise<RefreshOutcome> {
    return this.#answer(run, undefined, () => ({ kind: 'refreshed' }));
  }

  /** @param format defaults to the one the query requests */
  async #answer<T>(
    run: StoredQueryRun,
    format: ResponseFormat | undefined,
    toOutcome: (answered: readonly AnsweredQuery[], runtime: Runtime) => T,
  ): Promise<T | Refused> {
    const { observer, clock } = this.#dependencies;
    const { runtime, principal, context } = await this.open(run);
    const told = { observer, clock, isDevelopment: false };
    try {
      const request = { id: run.requestId };
      return await observed({ endpoint: 'load', request, principal, runtime }, told, async (note) => {
        const { asked, queries } = readStoredQuery(run.jsonQuery);
        note.query = asked;
        const understood = await prepareSubstituted(queries, run, runtime, {
          now: clock.now(),
          tenant: tenantOf(principal),
        });
        note.query =
          understood.length === 1 && understood[0] ? understood[0].query : understood.map(({ query }) => query);
        const caller = { tenant: tenantOf(principal), owner: ownerOf(principal, run.requestId), signal: run.signal };
        const requests = understood.map((one): AnswerRequest => {
          const shape = shapeOf(one, format);
          return { prepared: one.prepared, runtime, context, shape, cacheMode: run.cacheMode ?? 'no-cache', ...caller };
        });
        const outcomes = await this.#untilAnswered(requests, run.signal, runtime);
        noteAnswers(note, outcomes);
        const answered = understood.map((one, index): AnsweredQuery => {
          const outcome = outcomes[index];
          if (!outcome) throw new Error('each query has an answer');
          return { asked: one, answer: outcome.answer, isStale: outcome.isStale };
        });
        return toOutcome(answered, runtime);
      });
    } catch (error) {
      if (error instanceof InvalidQuery) return { kind: 'refused', problems: error.problems };
      throw error;
    }
  }

  /**
   * Repeats the request until it is answered: the project limits the time of a statement, and the signal the whole
   * wait.
   */
  async #untilAnswered(requests: readonly AnswerRequest[], signal: AbortSignal, { query }: Runtime) {
    for (;;) {
      signal.throwIfAborted();
      const together = { requests, signal, maxResultMb: query.maxResultMb };
      const outcome = await answerTogether(this.#dependencies.answers, together);
      if (outcome.kind === 'answers') return outcome.outcomes;
    }
  }

  async #contextOf(claims: SecurityContext, accountId: number): Promise<SecurityContext> {
    try {
      return await resolveContext(claims, this.#dependencies.users.in(accountId));
    } catch (error) {
      if (!(error instanceof MalformedCaller)) throw error;
      throw new Unauthorized('auth.unknown-caller', 'There is nobody to ask this as', { cause: error });
    }
  }
}

/** @throws InvalidQuery */
async function prepareSubstituted(
  queries: readonly AskedQuery[],
  { filters = [], timeGrains = [], mostRows }: StoredQueryRun,
  runtime: CallerRuntime,
  { now, tenant }: { readonly now: number; readonly tenant: string },
): Promise<readonly UnderstoodQuery[]> {
  const asked = queries.map((one) => {
    return { ...one, query: withMostRows(substitute(one.query, { filters, timeGrains }, runtime), runtime, mostRows) };
  });
  try {
    return await prepareKnowing(asked, runtime, now, { tenant, insists: true });
  } catch (error) {
    const [first] = queries;
    if (!(error instanceof InvalidQuery) || !first) throw error;
    const { isUserError, message } = error;
    throw new InvalidQuery(replaced(error.problems, first.query), { isUserError, error: message });
  }
}

/** Requests one row more than is shown, to know whether there are more. */
function withMostRows(query: WireQuery, { query: limits }: Runtime, mostRows: number | undefined): WireQuery {
  if (mostRows === undefined || (query.limit ?? Math.min(limits.defaultLimit, limits.maxLimit)) <= mostRows)
    return query;
  return { ...query, limit: Math.min(mostRows + 1, limits.maxLimit) };
}

function shapeOf({ query, mark, prepared }: UnderstoodQuery, format: ResponseFormat | undefined) {
  return {
    format: format ?? query.responseFormat ?? 'default',
    countsTotal: format === undefined && (query.total ?? false),
    ...(mark ? { lastKey: keyOfMark(mark, prepared.bound) } : {}),
  };
}
