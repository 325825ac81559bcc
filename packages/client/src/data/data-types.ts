import type { OrreryError } from '../http/index.ts';
import type { RegisteredModel, RowsOf } from './model-types.ts';
import type { components } from './served-types.ts';

/** The schemas of the Data API by name. */
export type DataSchemas = components['schemas'];

/** The result of a query as the server sends it. */
export type ServedResult = DataSchemas['LoadResult'];

export type Query = DataSchemas['WireQuery'];
export type Filter = DataSchemas['WireFilter'];
export type TimeDimension = DataSchemas['WireTimeDimension'];
export type CacheMode = DataSchemas['CacheMode'];
export type Annotation = DataSchemas['Annotation'];
export type Meta = DataSchemas['MetaAnswer'];
export type MetaCube = DataSchemas['MetaCube'];
export type DryRun = DataSchemas['DryRunAnswer'];
export type Explained = DataSchemas['ExplainAnswer'];
export type Sql = DataSchemas['SqlAnswer'];
export type StatementSql = DataSchemas['StatementSqlAnswer'];
export type Values = DataSchemas['ValuesAnswer'];
export type Converted = DataSchemas['ConvertedQuery'];
export type ValuesRequest = DataSchemas['ValuesRequest'];

/** `text`: numbers are texts with all their digits. `number`: they are numbers, and one that would lose digits is an error. */
export type Numbers = 'text' | 'number';

/** A value of a row. Times are `YYYY-MM-DDTHH:mm:ss.SSS` in the time zone of the query. */
export type Cell<N extends Numbers = 'text'> = string | boolean | null | (N extends 'number' ? number : never);

export type Row<N extends Numbers = 'text'> = Readonly<Record<string, Cell<N>>>;

export interface CompactRows<N extends Numbers = 'text'> {
  readonly members: readonly string[];
  readonly dataset: readonly (readonly Cell<N>[])[];
}

export interface ColumnarRows<N extends Numbers = 'text'> {
  readonly members: readonly string[];
  readonly columns: readonly (readonly Cell<N>[])[];
}

export type LoadResult<Q = Query, N extends Numbers = 'text', M = RegisteredModel> = Omit<
  DataSchemas['LoadResult'],
  'data'
> & {
  readonly data: RowsOf<Q, N, M>;
};

/** The results of a comparison or a list of queries. */
export type LoadResults<Q = Query, N extends Numbers = 'text', M = RegisteredModel> = Omit<
  DataSchemas['MultiLoadResult'],
  'results'
> & {
  readonly results: readonly LoadResult<Q, N, M>[];
};

/** A query among others, with an id of its own. */
export interface QueryOfEach<Q = Query> {
  readonly id: string;
  readonly query: Q;
}

/** A query's answer, what is wrong with it, or how it goes on. */
export type AnswerOfEach<Q = Query, N extends Numbers = 'text', M = RegisteredModel> = { readonly id: string } & (
  | { readonly result: LoadResult<Q, N, M> }
  | { readonly error: OrreryError }
  | { readonly progress: Progress }
);

export interface Progress {
  /** The step that the query waits for: `#2 in queue`, `Executing query`. */
  readonly stage: string | undefined;
  readonly elapsedMs: number | undefined;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called each time the server says that the answer is not there yet. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The form of a file of rows. */
export interface ExportOptions extends AskOptions {
  /** `exact` by default: values as the API has them. `formatted`: as the model says that they are shown. */
  readonly values?: 'exact' | 'formatted' | undefined;
  /** Names of columns in the order of the file; the others follow. */
  readonly columns?: readonly string[] | undefined;
  /** BCP 47, for formatted values. */
  readonly locale?: string | undefined;
  /** IANA name, for a statement; a query has its own. */
  readonly timezone?: string | undefined;
  readonly cache?: LoadOptions['cache'];
}

export interface LoadOptions extends AskOptions {
  readonly cache?: CacheMode | undefined;
}

/** A column of the answer to a statement. */
export interface Column {
  readonly name: string;
  /** `String`, `Int64`, `Double`, `Boolean`, `Timestamp`, ...; objects for dates, intervals and lists. */
  readonly column_type: string | Readonly<Record<string, unknown>>;
  readonly format?: unknown;
  readonly currency?: string;
  /** How people see the member that the column shows, where the column has the full name of the member. */
  readonly title?: string;
  readonly shortTitle?: string;
  readonly role?: 'measure' | 'dimension';
  readonly aggType?: string;
  readonly granularity?: string;
}

export interface StatementOptions extends LoadOptions {
  readonly timezone?: string | undefined;
}

export interface WholeOptions extends StatementOptions {
  /** Reads no more rows than these, and leaves the rest with the server. */
  readonly maxRows?: number | undefined;
}

/** The answer to a statement of SQL over the model. */
export interface StatementResult<N extends Numbers = 'text'> {
  readonly schema: readonly Column[];
  readonly data: readonly (readonly Cell<N>[])[];
  readonly lastRefreshTime: string | undefined;
  /** The zone in which the statement was run; absent with a server that does not report it. */
  readonly timezone?: string | undefined;
}
