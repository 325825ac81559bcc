import type { CacheMode, ResponseFormat, ValuesAnswer, WireProblem, WireQuery } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import {
  type AskDependencies,
  type RequestedQuery,
  ask,
  type CallerRuntime,
  contextOf,
  InvalidQuery,
  type ModelForCaller,
  prepareAll,
  type PiecesAnswer,
  type RowsAnswer,
  type Runtime,
  runtimeFor,
  type Runtimes,
  type SourceQuestion,
  type SourceRows,
  type ParsedQuery,
  problemsIn,
  statementPieces,
  type Statements,
  suggestValues,
  tablesOfSource,
} from '@orrery/runtime';
import {
  type DataScope,
  MalformedCaller,
  NotFound,
  type SecurityContext,
  Unauthorized,
  type UsersByAccount,
} from '@orrery/kernel';
import { resolveContext } from '@orrery/people';
import { storedQueryProblems } from './check-stored-query.ts';
import { shapeProblemsOf } from './refused-query.ts';
import { type QueryTable, toSourceTable, toStatementTable, toTable } from './query-table.ts';
import { readStoredQuery, storedQueries, type StoredQuery, type StoredTexts } from './stored-query.ts';
import { additionsOf, replaced, substitute, type Substitution } from './substitute.ts';

interface StoredQueryCaller {
  readonly deploymentId: number;
  /** The claims of the caller, as a token would carry them. */
  readonly claims: SecurityContext;
}

export interface StoredQueryRun extends StoredQueryCaller, Partial<Substitution> {
  readonly query: StoredQuery;
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
interface QueryRefusal {
  readonly kind: 'refused';
  readonly problems: readonly WireProblem[];
}

export type TableOutcome = { readonly kind: 'rows'; readonly table: QueryTable } | QueryRefusal;

export type RefreshOutcome = { readonly kind: 'refreshed' } | QueryRefusal;

/** A run by a caller who may query data sources; `QueryRunner` does not check that. */
interface SourceRun extends StoredQueryCaller {
  readonly requestId: string;
  readonly signal: AbortSignal;
}

interface ValuesRun extends StoredQueryCaller {
  readonly member: string;
  readonly search: string | undefined;
  readonly limit: number;
  readonly filters: Substitution['filters'];
  readonly requestId: string;
  readonly signal: AbortSignal;
}

export interface QueryRunnerDependencies extends Omit<AskDependencies, 'isDevelopment'> {
  readonly statements: Statements;
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
  async problemsOf(query: StoredQuery, asked: StoredQueryCaller): Promise<readonly WireProblem[]> {
    return (await this.checking(asked))(query);
  }

  /** The cubes and views that stored queries ask, as far as a caller may ask them. */
  async piecesOf(
    queries: readonly StoredQuery[],
    { runtime: state, context }: Pick<OpenDeployment, 'runtime' | 'context'>,
  ): Promise<ReadonlySet<string>> {
    const { clock, statements } = this.#dependencies;
    const checking = { context, now: clock.now(), statements };
    const named = await Promise.all(
      queries.map(({ field, text }) =>
        field === 'sqlQuery' ? statementPieces(text, state, checking) : piecesIn(text),
      ),
    );
    return new Set(named.flat());
  }

  /** Whether a caller may ask a stored query. */
  async mayAsk(
    query: StoredQuery,
    { runtime: state, context }: Pick<OpenDeployment, 'runtime' | 'context'>,
  ): Promise<boolean> {
    const { clock, statements } = this.#dependencies;
    return (await storedQueryProblems(query, { state, context, now: clock.now(), statements })).length === 0;
  }

  /** Prepares `problemsOf` for several queries and one state of the model. */
  async checking(asked: StoredQueryCaller): Promise<(query: StoredQuery) => Promise<readonly WireProblem[]>> {
    const { runtime: state, context } = await this.open(asked);
    const { clock, statements } = this.#dependencies;
    return (query) => storedQueryProblems(query, { state, context, now: clock.now(), statements });
  }

  /** Why texts to be stored are no queries, whatever the model; empty when they are. */
  async shapeProblemsOf(texts: StoredTexts): Promise<readonly WireProblem[]> {
    const { statements } = this.#dependencies;
    const found = await Promise.all(storedQueries(texts).map((query) => shapeProblemsOf(query, statements)));
    return found.flat();
  }

  /** Returns the rows of a stored query. @throws what `open` throws, DataSourceFailure, the reason of the signal */
  run(run: StoredQueryRun): Promise<TableOutcome> {
    const { query, mostRows = Number.POSITIVE_INFINITY } = run;
    if (query.field === 'sqlQuery') return this.#runStatement(run, mostRows);
    return this.#answer(run, { format: 'compact', countsTotal: false }, ({ results }) => {
      return { kind: 'rows', table: toTable(results, mostRows) };
    });
  }

  /**
   * Suggests values of a dimension, of the rows of the caller that the filters keep.
   *
   * @throws what `open` throws, InvalidQuery, DataSourceFailure, the reason of the signal
   */
  async values(run: ValuesRun): Promise<ValuesAnswer> {
    const { runtime, principal } = await this.open(run);
    const { member, search, limit, filters, requestId, signal } = run;
    const added = additionsOf({ filters, timeGrains: [] }, runtime).filters.map(({ filter }) => filter);
    const options = { principal, requestId, signal, waitsForAnswer: true } as const;
    const wanted = { member, search, limit, filters: added };
    const answer = await suggestValues(runtime, () => wanted, options, { ...this.#dependencies, isDevelopment: false });
    if (answer.kind === 'wait') throw new Error('values are waited for');
    const { kind: _, ...values } = answer;
    return values;
  }

  /**
   * Runs a statement in the SQL of a data source.
   *
   * @param mostRows bounded by what the project allows a query @throws what `open` throws, and what `ask` throws for a data source
   */
  async rowsOfSource(run: SourceRun & Pick<SourceQuestion, 'dataSource' | 'sql' | 'mostRows'>): Promise<SourceRows> {
    const { runtime, principal } = await this.open(run);
    const { dataSource, sql, requestId, signal } = run;
    const mostRows = Math.min(run.mostRows, runtime.query.maxLimit);
    const question = { kind: 'source', dataSource, sql, mostRows } as const;
    const options = {
      endpoint: 'source-sql',
      principal,
      requestId,
      signal,
      takes: 'rows',
      waitsForAnswer: true,
    } as const;
    return ask(runtime, question, options, { ...this.#dependencies, isDevelopment: false });
  }

  /** The same, as a table. @throws as `rowsOfSource` */
  async tableOfSource(run: Parameters<QueryRunner['rowsOfSource']>[0]): Promise<QueryTable> {
    return toSourceTable(await this.rowsOfSource(run));
  }

  /** Types of the data sources of a deployment, by name. @throws what `open` throws */
  async sourceTypes(asked: StoredQueryCaller): Promise<ReadonlyMap<string, string>> {
    return (await this.open(asked)).runtime.sources.types;
  }

  /** @throws as `rowsOfSource` */
  async tablesOfSource(run: SourceRun & Pick<SourceQuestion, 'dataSource'>) {
    const { runtime, principal } = await this.open(run);
    const { dataSource, signal } = run;
    return tablesOfSource(runtime, dataSource, { principal, signal });
  }

  /** Reads the data of a stored query again, so that the next request gets it. @throws what `run` throws */
  refresh(run: StoredQueryRun): Promise<RefreshOutcome> {
    if (run.query.field === 'sqlQuery') return this.#refreshStatement(run);
    return this.#answer(run, {}, () => ({ kind: 'refreshed' }));
  }

  /** Requests one row more than is shown, to know whether there are more. */
  async #runStatement(run: StoredQueryRun, mostRows: number): Promise<TableOutcome> {
    const { runtime, principal } = await this.open(run);
    const { query, filters = [], timeGrains = [], requestId, signal, cacheMode = 'no-cache' } = run;
    const bound = Number.isFinite(mostRows) ? { mostRows: mostRows + 1 } : {};
    return refusing(async () => {
      const additions = additionsOf({ filters, timeGrains }, runtime);
      const { statements } = this.#dependencies;
      const question = { kind: 'statement', text: query.text, statements, additions, ...bound } as const;
      const caller = { endpoint: 'cubesql', principal, requestId, signal, cacheMode } as const;
      const options = { ...caller, takes: 'rows', waitsForAnswer: true } as const;
      const answer = await ask(runtime, question, options, { ...this.#dependencies, isDevelopment: false });
      return { kind: 'rows', table: toStatementTable(answer, { mostRows, timezone: runtime.query.defaultZone }) };
    });
  }

  /** A long answer is read to its end, and not kept. */
  async #refreshStatement(run: StoredQueryRun): Promise<RefreshOutcome> {
    const { runtime, principal } = await this.open(run);
    const { query, requestId, signal, cacheMode = 'no-cache' } = run;
    return refusing(async () => {
      const question = { kind: 'statement', text: query.text, statements: this.#dependencies.statements } as const;
      const caller = { endpoint: 'cubesql', principal, requestId, signal, cacheMode } as const;
      const options = { ...caller, takes: 'pieces', waitsForAnswer: true } as const;
      const answer = await ask(runtime, question, options, { ...this.#dependencies, isDevelopment: false });
      if (answer.kind === 'pieces') await readToEnd(answer, signal);
      return { kind: 'refreshed' };
    });
  }

  /** Waits as long as the signal allows; the project bounds how long a statement may run. */
  async #answer<T>(
    run: StoredQueryRun,
    shape: { readonly format?: ResponseFormat; readonly countsTotal?: false },
    toOutcome: (answer: RowsAnswer) => T,
  ): Promise<T | QueryRefusal> {
    const { runtime, principal } = await this.open(run);
    const { requestId, signal, cacheMode = 'no-cache' } = run;
    const prepare = (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
      return prepareSubstituted(queries, run, state, now);
    };
    const query = { kind: 'read', read: () => readStoredQuery(run.query.text), prepare } as const;
    const caller = { endpoint: 'load', principal, requestId, signal } as const;
    const options = { ...caller, cacheMode, ...shape, takes: 'rows', waitsForAnswer: true } as const;
    return refusing(async () => {
      return toOutcome(await ask(runtime, query, options, { ...this.#dependencies, isDevelopment: false }));
    });
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

/** The cubes and views of the members that a query in JSON selects; what it filters by is of the same ones. */
function piecesIn(text: string): readonly string[] {
  return readStoredQuery(text).queries.flatMap(({ query: { measures = [], dimensions = [], timeDimensions = [] } }) => {
    const times = timeDimensions.map(({ dimension }) => dimension);
    return [...measures, ...dimensions, ...times].flatMap((member) =>
      typeof member === 'string' ? [member.split('.')[0] ?? ''] : [],
    );
  });
}

/** Returns why a query is refused, and throws all other errors. */
async function refusing<T>(work: () => Promise<T>): Promise<T | QueryRefusal> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'refused', problems: problemsIn(error) };
  }
}

/** @throws why the answer ends early, the reason of the signal */
async function readToEnd({ pieces, succeed, fail }: PiecesAnswer, signal: AbortSignal): Promise<void> {
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined);
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  let bytes = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await Promise.race([pieces.next(), stopped.promise]);
      if (next.done === true) return succeed({ facts: next.value, bytes });
      bytes += next.value.byteLength;
    }
  } catch (error) {
    fail(error);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
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
