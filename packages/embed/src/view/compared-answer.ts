import { comparedTable } from '@orrery/charts';
import type { DataClient, Meta, Query } from '@orrery/client/data';
import { readingOf, tableOfResult, withReading } from '../answer/index.ts';
import type { QueryAnswer, AnswerOptions } from './answer-query.ts';

/** Loads the rows of a query that compares ranges of a time, with all ranges next to each other. */
export async function answerComparison(
  data: Pick<DataClient, 'loadMany'>,
  wanted: Query,
  cubes: Meta['cubes'],
  options: AnswerOptions,
): Promise<QueryAnswer> {
  const { results } = await data.loadMany({ ...wanted, responseFormat: 'compact' }, options);
  const tables = results.map((result) => tableOfResult(result, cubes, wanted.dimensions));
  // Answers without rows name no columns.
  const { columns = [] } = tables.find((each) => each.columns.length > 0) ?? {};
  const rows = tables.flatMap((each) => each.rows);
  const areCut = tables.map((each, index) => each.rows.length >= (results[index]?.query.rowLimit ?? Infinity));
  const isTruncated = areCut.includes(true);
  const position = (wanted.timeDimensions ?? []).findIndex(({ compareDateRange }) => compareDateRange !== undefined);
  const ranges = results.map((result, index) => ({ ...rangeAt(position, result), isCut: areCut[index] }));
  const { dimension: member } = wanted.timeDimensions?.[position] ?? {};
  const { timezone, rowLimit = 0 } = results[0]?.query ?? {};
  const lastRefreshTime = results.map((result) => result.lastRefreshTime).toSorted()[0];
  const asOf = readingOf({ lastRefreshTime, timezone });
  const table = comparedTable({ columns: withReading(columns, asOf), rows }, { member, ranges, asOf });
  return {
    ...table,
    isTruncated,
    timezone,
    lastRefreshTime,
    // One range that was cut makes the whole comparison one.
    rowLimit: isTruncated ? table.rows.length : Math.max(rowLimit, table.rows.length + 1),
    warnings: results.flatMap(({ warnings = [] }) => warnings),
    requestId: results[0]?.requestId,
  };
}

interface TimeRanges {
  readonly query: { readonly timeDimensions?: readonly { readonly dateRange?: unknown; readonly partOf?: unknown }[] };
}

/** The compared range of a result as its rows name it; other times may have ranges too. */
function rangeAt(position: number, { query: { timeDimensions = [] } }: TimeRanges) {
  const { dateRange, partOf } = timeDimensions[position] ?? {};
  const text = Array.isArray(dateRange) ? dateRange.join(' - ') : '';
  return Array.isArray(partOf) ? { text, wholeText: partOf.join(' - ') } : { text };
}
