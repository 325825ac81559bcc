import type { CacheMode, ResponseFormat, WireProblem, WireQuery } from '@orrery/contract';
import type { RequestContext, SecurityContext } from '@orrery/semantic';
import {
  type AskDependencies,
  type RequestedQuery,
  ask,
  type CallerRuntime,
  contextOf,
  InvalidQuery,
  type ModelForCaller,
  prepareAll,
  type RowsAnswer,
  type Runtime,
  runtimeFor,
  type Runtimes,
  type ParsedQuery,
} from '@orrery/runtime';
import { MalformedCaller, NotFound, type DataScope, type UsersByAccount, Unauthorized } from '@orrery/kernel';
import { resolveContext } from '@orrery/people';
import { storedQueryProblems } from './check-stored-query.ts';
import { type QueryTable, toTable } from './query-table.ts';
import { readStoredQuery } from './stored-query.ts';
import { replaced, substitute, type Substitution } from './substitute.ts';

interface StoredQueryCaller {
  readonly deploymentId: number;
  /** The claims of the caller, as a token would carry them. */
  readonly claims: SecurityContext;
}

export interface StoredQueryRun extends StoredQueryCaller, Partial<Substitution> {
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

export interface QueryRunnerDependencies extends Omit<AskDependencies, 'isDevelopment'> {
  readonly runtimes: Pick<Runtimes, 'get'>;
  readonly users: UsersByAccount;
}

/** A deployment with the model of one caller. */
export interface OpenDeployment {
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
  async open({ deploymentId, claims }: StoredQueryCaller): Promise<OpenDeployment> {
    const runtime = await this.#dependencies.runtimes.get(deploymentId, null);
    if (!runtime) throw new NotFound('deployment.not-served', `Deployment ${deploymentId} is not served here`);
    const securityContext = await this.#contextOf(claims, runtime.accountId);
    const principal = { deploymentId, securityContext };
    return { runtime: await runtimeFor(runtime, securityContext), principal, context: contextOf(principal) };
  }

  /** Lists the problems of a stored query for a caller. @throws what `open` throws */
  async problemsOf(jsonQuery: string, asked: StoredQueryCaller): Promise<readonly WireProblem[]> {
    const { runtime, context } = await this.open(asked);
    return storedQueryProblems(jsonQuery, runtime, context, this.#dependencies.clock.now());
  }

  /** Returns the rows of a stored query. @throws what `open` throws, DataSourceFailure, the reason of the signal */
  run(run: StoredQueryRun): Promise<TableOutcome> {
    const { mostRows = Number.POSITIVE_INFINITY } = run;
    return this.#answer(run, { format: 'compact', countsTotal: false }, ({ results }) => {
      return { kind: 'rows', table: toTable(results, mostRows) };
    });
  }

  /** Reads the data of a stored query again, so that the next request gets it. @throws what `run` throws */
  refresh(run: StoredQueryRun): Promise<RefreshOutcome> {
    return this.#answer(run, {}, () => ({ kind: 'refreshed' }));
  }

  /** Waits as long as the signal allows; the project bounds how long a statement may run. */
  async #answer<T>(
    run: StoredQueryRun,
    shape: { readonly format?: ResponseFormat; readonly countsTotal?: false },
    toOutcome: (answer: RowsAnswer) => T,
  ): Promise<T | Refused> {
    const { runtime, principal } = await this.open(run);
    const { requestId, signal, cacheMode = 'no-cache' } = run;
    const prepare = (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
      return prepareSubstituted(queries, run, state, now);
    };
    const query = { kind: 'read', read: () => readStoredQuery(run.jsonQuery), prepare } as const;
    const caller = { endpoint: 'load', principal, requestId, signal } as const;
    const options = { ...caller, cacheMode, ...shape, takes: 'rows', waitsForAnswer: true } as const;
    try {
      return toOutcome(await ask(runtime, query, options, { ...this.#dependencies, isDevelopment: false }));
    } catch (error) {
      if (error instanceof InvalidQuery) return { kind: 'refused', problems: error.problems };
      throw error;
    }
  }

  async #contextOf(claims: SecurityContext, accountId: number): Promise<SecurityContext> {
    try {
      return await resolveContext(claims, this.#dependencies.users.in(accountId));
    } catch (error) {
      if (!(error instanceof MalformedCaller)) throw error;
      throw new Unauthorized('auth.unknown-caller', 'There is no active user to run this query as', { cause: error });
    }
  }
}

/** @throws InvalidQuery */
function prepareSubstituted(
  queries: readonly RequestedQuery[],
  { filters = [], timeGrains = [], mostRows }: StoredQueryRun,
  state: ModelForCaller,
  now: number,
): readonly ParsedQuery[] {
  const changed = queries.map((one) => {
    return { ...one, query: withMostRows(substitute(one.query, { filters, timeGrains }, state), state, mostRows) };
  });
  try {
    return prepareAll(changed, state, now);
  } catch (error) {
    const [first] = queries;
    if (!(error instanceof InvalidQuery) || !first) throw error;
    const { isUserError, message } = error;
    throw new InvalidQuery(replaced(error.problems, first.query), { isUserError, error: message });
  }
}

/** Requests one row more than is shown, to know whether there are more. */
function withMostRows(
  query: WireQuery,
  { query: limits }: Pick<Runtime, 'query'>,
  mostRows: number | undefined,
): WireQuery {
  if (mostRows === undefined || (query.limit ?? Math.min(limits.defaultLimit, limits.maxLimit)) <= mostRows)
    return query;
  return { ...query, limit: Math.min(mostRows + 1, limits.maxLimit) };
}
