import { leavable } from '../http/index.ts';
import { DataConnection, type DataConnectionOptions } from './data-connection.ts';
import type {
  AnswerOfEach,
  AskOptions,
  Converted,
  DataSchemas,
  DryRun,
  Explained,
  ExportOptions,
  LoadOptions,
  LoadResult,
  LoadResults,
  Meta,
  Numbers,
  Query,
  QueryOfEach,
  Row,
  Sql,
  StatementOptions,
  StatementResult,
  StatementSql,
  Values,
  ValuesRequest,
  WholeOptions,
  ServedResult,
} from './data-types.ts';
import { loadEach } from './load-each.ts';
import { openFile } from './open-file.ts';
import { withNumbers } from './read-numbers.ts';
import { type StatementRows, statementRows } from './statement-rows.ts';
import type { QueryOf, RegisteredModel } from './model-types.ts';
import { openStatement } from './statement-stream.ts';
import { severalResults } from './several-results.ts';
import type { SubscriptionPlace, SubscriptionTransport } from './subscription-transport.ts';
import { watchAnswers, type WatchOptions } from './watch-answers.ts';

export interface DataClientOptions<N extends Numbers> extends DataConnectionOptions {
  /** `text` by default. */
  readonly numbers?: N | undefined;
  /** How `subscribe` hears of new rows: `socketTransport()`; by default it asks again and again. */
  readonly subscribeBy?: SubscriptionTransport | undefined;
}

/** A client of the Data API. Every method may be repeated, and throws an `OrreryError` for what the server refuses. */
export interface DataClient<N extends Numbers = 'text', M = RegisteredModel> {
  /** Runs a query, and waits until its rows are there. */
  load<const Q extends QueryOf<M>>(query: Q, options?: LoadOptions): Promise<LoadResult<Q, N, M>>;
  /** Runs queries that share a granularity, or one that compares ranges; there is a result for each query or range. */
  loadMany<const Q extends QueryOf<M>>(queries: Q | readonly Q[], options?: LoadOptions): Promise<LoadResults<Q, N, M>>;
  /**
   * Runs up to 100 queries that have nothing to do with each other, over one connection. Yields the answer of each as
   * soon as it is there, and how those go on that take longer. A loop that ends has seen every answer.
   */
  loadEach<const Q extends QueryOf<M>>(
    queries: readonly QueryOfEach<Q>[],
    options?: Pick<LoadOptions, 'cache' | 'signal'>,
  ): AsyncGenerator<AnswerOfEach<Q, N, M>, void>;
  /**
   * All rows of a query or a statement as a CSV file, while they are made. A file that is not complete breaks off with an
   * error.
   */
  exportRows(asked: QueryOf<M> | string, options?: ExportOptions): Promise<ReadableStream<Uint8Array>>;
  /** Yields the result of a query now, and each time its rows have changed. */
  subscribe<const Q extends QueryOf<M>>(
    query: Q,
    options?: LoadOptions & WatchOptions,
  ): AsyncGenerator<LoadResult<Q, N, M>, void>;
  /** The statement that a query becomes; of a text, what the statement of SQL over the model becomes. */
  sql(query: QueryOf<M>, options?: AskOptions): Promise<Sql>;
  sql(queries: readonly QueryOf<M>[], options?: AskOptions): Promise<readonly Sql[]>;
  sql(statement: string, options?: AskOptions): Promise<StatementSql>;
  /** A query as a statement of SQL over the model, or a statement as a query, where it has that form. */
  convert(query: QueryOf<M> | string, options?: ConvertOptions): Promise<Converted>;
  /** Describes the meaning of queries, without running them. */
  dryRun(query: QueryOf<M> | readonly QueryOf<M>[], options?: AskOptions): Promise<DryRun>;
  /** Describes the meaning of a query, and how it would be answered. */
  explain(query: QueryOf<M>, options?: AskOptions): Promise<Explained>;
  /** The model, as far as the holder of the token may see it. */
  meta(options?: MetaOptions): Promise<Meta>;
  /** Values of a dimension, to suggest for a filter. */
  values(request: ValuesRequest, options?: AskOptions): Promise<Values>;
  /** Runs a statement of SQL over the model; its whole result, or its first rows. */
  cubeSql(statement: string, options?: WholeOptions): Promise<StatementResult<N>>;
  /**
   * Runs a statement, and yields its rows while they are made, at the pace of the loop. An error after the first rows is
   * thrown: a loop that ends has seen every row.
   */
  cubeSqlStream<R extends object = Row<N>>(statement: string, options?: StatementOptions): StatementRows<R>;
}

/** The form of the statement that a query becomes. */
interface ConvertOptions extends AskOptions {
  /** Columns that are computed from those of the query, each by one expression over their names, from a dimension, or as a measure of some rows. */
  readonly calculatedFields?: DataSchemas['StatementForm']['calculatedFields'] | undefined;
  /** Keeps ranges in words relative to the day that the statement is run on; by default they become days. */
  readonly keepsRelativeDates?: boolean | undefined;
}

export interface MetaOptions extends AskOptions {
  readonly onlyViews?: boolean | undefined;
  /** Adds SQL, joins and what can be combined. */
  readonly isExtended?: boolean | undefined;
}

type ServedMany = DataSchemas['MultiLoadResult'];

/** @typeParam M the model, where it is another one than that of the program */
export function createDataClient<N extends Numbers = 'text', M = RegisteredModel>(
  options: DataClientOptions<N>,
): DataClient<N, M> {
  const connection = new DataConnection(options);
  const numbers = options.numbers ?? 'text';

  const ask = async (query: Query | readonly Query[], { cache, ...rest }: LoadOptions): Promise<ServedMany> => {
    // JSON has no fields without a value.
    return connection.post<ServedMany>('load', { query, queryType: 'multi', cache }, rest);
  };
  // The type of the rows follows from the query and from `numbers`, as the contract says.
  const read = <Q extends Query>(result: ServedResult) =>
    (numbers === 'number' ? { ...result, data: withNumbers(result) } : result) as LoadResult<Q, N>;

  async function load<Q extends Query>(query: Q, loading: LoadOptions = {}): Promise<LoadResult<Q, N>> {
    if (hasSeveralResults(query)) throw severalResults();
    const [result] = (await ask(query, loading)).results;
    if (result === undefined) throw severalResults();
    return read<Q>(result);
  }

  const open = (text: string, asked: StatementOptions) =>
    openStatement<N>(connection, { text, options: asked, numbers });

  const { getHeaders } = connection;
  const pushed = options.subscribeBy?.open({
    ...options,
    getHeaders,
    read: read as SubscriptionPlace['read'],
    stateOf,
  });

  const client = {
    load,
    loadMany: async <Q extends Query>(queries: Q | readonly Q[], loading: LoadOptions = {}) => {
      const answer = await ask(queries, loading);
      return { ...answer, results: answer.results.map((result) => read<Q>(result)) };
    },
    loadEach: <Q extends Query>(queries: readonly QueryOfEach<Q>[], loading: LoadOptions = {}) => {
      const { signal, loop } = leavable(loading.signal);
      return loop(loadEach<Q, N>(connection, queries, { ...loading, signal }, read<Q>));
    },
    exportRows: (asked: Query | string, { signal, onProgress, ...form }: ExportOptions = {}) => {
      const sent = { [typeof asked === 'string' ? 'sql' : 'query']: asked, format: 'csv', ...form };
      const opened = { url: connection.urlOf('export'), signal };
      return connection.stream('export', { ...sent, throwContinueWait: true }, { signal, onProgress }, (body) =>
        openFile(body, opened),
      );
    },
    subscribe: <Q extends Query>(query: Q, options: LoadOptions & WatchOptions = {}) => {
      const { signal, loop } = leavable(options.signal);
      const watching = { ...options, signal };
      return loop<unknown>(pushed?.(query, watching) ?? watchAnswers(() => load(query, watching), stateOf, watching));
    },
    sql: (query: Query | readonly Query[] | string, asking: AskOptions = {}) =>
      connection.post('sql', typeof query === 'string' ? { query, format: 'sql' } : { query }, asking),
    convert: (query: Query | string, { calculatedFields, keepsRelativeDates, ...asking }: ConvertOptions = {}) => {
      const [input, output] = typeof query === 'string' ? ['sql', 'rest'] : ['rest', 'sql'];
      const form = { calculatedFields, keepsRelativeDates }; // what is undefined is not sent
      return connection.post<Converted>('convert-query', { input, output, query, ...form }, asking);
    },
    dryRun: (query: Query | readonly Query[], asking: AskOptions = {}) => connection.post('dry-run', { query }, asking),
    explain: (query: Query, asking: AskOptions = {}) => connection.post('explain', { query }, asking),
    meta: ({ onlyViews, isExtended, ...asking }: MetaOptions = {}) => {
      const asked = [...(onlyViews ? ['onlyViews=true'] : []), ...(isExtended ? ['extended'] : [])].join('&');
      return connection.get<Meta>(asked === '' ? 'meta' : `meta?${asked}`, asking);
    },
    values: (request: ValuesRequest, asking: AskOptions = {}) => connection.post('values', { ...request }, asking),
    cubeSql: async (statement: string, { maxRows = Number.POSITIVE_INFINITY, ...asking }: WholeOptions = {}) => {
      const { schema, lastRefreshTime, timezone, batches } = await open(statement, asking);
      const data: StatementResult<N>['data'][number][] = [];
      for await (const rows of batches) {
        for (const row of rows.slice(0, maxRows - data.length)) data.push(row);
        if (data.length >= maxRows) break;
      }
      return { schema, data, lastRefreshTime, timezone };
    },
    cubeSqlStream: <R extends object>(statement: string, asking: StatementOptions = {}) =>
      statementRows<R, N>((signal) => open(statement, { ...asking, signal }), asking.signal),
  };
  return client as unknown as DataClient<N, M>; // `sql` answers by what it is asked with, and types follow from the model
}

function hasSeveralResults(query: Query): boolean {
  return Array.isArray(query) || query.timeDimensions?.some((one) => one.compareDateRange !== undefined) === true;
}

/** Returns the parts of a result that change with its rows; the time of the answer does not. */
function stateOf({
  data,
  total,
  annotation,
}: Pick<ServedResult, 'total' | 'annotation'> & { readonly data: unknown }): string {
  return JSON.stringify([data, total, annotation]);
}
