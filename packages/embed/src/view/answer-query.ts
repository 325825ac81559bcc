import { compares } from '@orrery/charts';
import type { DataClient, LoadResult, Meta, Progress, Query } from '@orrery/client/data';
import {
  type AnswerTable,
  readingOf,
  statementColumns,
  statementRows,
  tableOfResult,
  withReading,
} from '../answer/index.ts';

/** The rows of an answer, with their time, limits and warnings. */
export interface QueryAnswer extends AnswerTable {
  readonly lastRefreshTime: string | undefined;
  readonly timezone?: string | undefined;
  /** Whether there may be more rows. */
  readonly isTruncated: boolean;
  /** The largest possible number of rows. */
  readonly rowLimit?: number | undefined;
  /** Number of rows before the first one. */
  readonly offset?: number | undefined;
  readonly warnings: readonly { readonly message: string }[];
  readonly requestId?: string | undefined;
}

export interface AnswerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cache?: 'must-revalidate' | 'no-cache' | undefined;
  /** Called while the query is running. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface StatementAnswerOptions extends AnswerOptions {
  /** The largest number of rows. */
  readonly most?: number | undefined;
  readonly timezone?: string | undefined;
}

type QueryClient = Pick<DataClient, 'load' | 'loadMany'>;

/** Loads the rows of a query, with the ranges of a comparison next to each other. */
export async function answerQuery(
  data: QueryClient,
  query: Query,
  cubes: Meta['cubes'],
  options: AnswerOptions,
): Promise<QueryAnswer> {
  if (compares(query)) {
    const { answerComparison } = await import('./compared-answer.ts');
    return answerComparison(data, query, cubes, options);
  }
  return answerOf(await data.load({ ...query, responseFormat: 'compact' }, options), query, cubes);
}

/** Reads a result in the format `compact`. */
export function answerOf(
  result: LoadResult<Query & { responseFormat: 'compact' }>,
  { dimensions }: Query,
  cubes: Meta['cubes'],
): QueryAnswer {
  const { lastRefreshTime, warnings = [], requestId } = result;
  const { timezone, rowLimit, offset } = result.query;
  const { columns, rows } = tableOfResult(result, cubes, dimensions);
  const table = { columns: withReading(columns, readingOf({ lastRefreshTime, timezone })), rows };
  const isTruncated = rows.length >= rowLimit;
  return { ...table, lastRefreshTime, timezone, isTruncated, rowLimit, offset, warnings, requestId };
}

/** Loads the result of a statement over the model. One row more than `most` is requested, to find out whether there are more. */
export async function readStatement(
  data: Pick<DataClient, 'cubeSql'>,
  statement: string,
  { most = Number.POSITIVE_INFINITY, ...options }: StatementAnswerOptions,
) {
  const result = await data.cubeSql(statement, { ...options, maxRows: most + 1 });
  return { ...result, data: result.data.slice(0, most), isTruncated: result.data.length > most };
}

/** Loads the rows of a statement over the model. */
export async function answerStatement(
  data: Pick<DataClient, 'cubeSql'>,
  statement: string,
  options: StatementAnswerOptions,
): Promise<QueryAnswer> {
  const result = await readStatement(data, statement, options);
  const { lastRefreshTime, isTruncated } = result;
  const timezone = options.timezone ?? result.timezone;
  const columns = withReading(statementColumns(result), readingOf({ lastRefreshTime, timezone }));
  const rows = statementRows(result);
  return { columns, rows, lastRefreshTime, timezone, isTruncated, rowLimit: options.most, warnings: [] };
}
