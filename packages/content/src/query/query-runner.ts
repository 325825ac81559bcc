import type { CacheMode, ValuesAnswer, WireProblem } from '@orrery/contract';
import type { RequestContext } from '@orrery/semantic';
import {
  type AskDependencies,
  ask,
  type CallerRuntime,
  contextOf,
  runtimeFor,
  type Runtimes,
  type SourceQuestion,
  type SourceRows,
  problemsIn,
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
import { type CheckedAgainst, piecesOf, shapeProblemsOf, storedQueryProblems } from './check-stored-query.ts';
import { type QueryTable, toSourceTable } from './query-table.ts';
import { jsonRun } from './run-json.ts';
import { statementRun } from './run-statement.ts';
import type { RunOfKind, RunOfText } from './stored-run.ts';
import { queriesIn, type QuestionChange, type StoredQuery } from './stored-question.ts';
import { additionsOf, type Substitution } from './substitute.ts';

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

const runs: Readonly<Record<StoredQuery['kind'], RunOfKind>> = { json: jsonRun, statement: statementRun };

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
    opened: Pick<OpenDeployment, 'runtime' | 'context'>,
  ): Promise<ReadonlySet<string>> {
    const against = this.#against(opened);
    const named = await Promise.all(queries.map((query) => piecesOf(query, against)));
    return new Set(named.flat());
  }

  /** Whether a caller may ask a stored query. */
  async mayAsk(query: StoredQuery, opened: Pick<OpenDeployment, 'runtime' | 'context'>): Promise<boolean> {
    return (await storedQueryProblems(query, this.#against(opened))).length === 0;
  }

  /** Prepares `problemsOf` for several queries and one state of the model. */
  async checking(asked: StoredQueryCaller): Promise<(query: StoredQuery) => Promise<readonly WireProblem[]>> {
    const opened = await this.open(asked);
    return (query) => storedQueryProblems(query, this.#against(opened));
  }

  /** Lists why texts to be stored are no queries, whatever the model; empty when they are. */
  async shapeProblemsOf(change: QuestionChange): Promise<readonly WireProblem[]> {
    const { statements } = this.#dependencies;
    const found = await Promise.all(queriesIn(change).map((query) => shapeProblemsOf(query, statements)));
    return found.flat();
  }

  /** Returns the rows of a stored query. @throws what `open` throws, DataSourceFailure, the reason of the signal */
  async run(run: StoredQueryRun): Promise<TableOutcome> {
    const text = await this.#runOf(run);
    return refusing(async () => ({ kind: 'rows', table: await runs[run.query.kind].table(text) }));
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
  async refresh(run: StoredQueryRun): Promise<RefreshOutcome> {
    const text = await this.#runOf(run);
    return refusing(async () => {
      await runs[run.query.kind].refresh(text);
      return { kind: 'refreshed' };
    });
  }

  #against({ runtime: state, context }: Pick<OpenDeployment, 'runtime' | 'context'>): CheckedAgainst {
    const { clock, statements } = this.#dependencies;
    return { state, context, now: clock.now(), statements };
  }

  async #runOf(run: StoredQueryRun): Promise<RunOfText> {
    const { runtime, principal } = await this.open(run);
    const { query, filters = [], timeGrains = [], mostRows, requestId, signal, cacheMode = 'no-cache' } = run;
    const dependencies = { ...this.#dependencies, isDevelopment: false };
    const caller = { principal, requestId, signal, cacheMode };
    return { text: query.text, runtime, filters, timeGrains, mostRows, caller, dependencies };
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

/** Returns why a query is refused, and throws all other errors. */
async function refusing<T>(work: () => Promise<T>): Promise<T | QueryRefusal> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'refused', problems: problemsIn(error) };
  }
}
