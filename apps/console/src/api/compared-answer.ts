import { comparedTable } from '@orrery/charts';
import type { Meta, Progress, Query } from '@orrery/client/data';
import { tableOfResult } from '@orrery/embed';
import type { Answered } from './answer-queries.ts';
import type { Asker } from './data.ts';

interface Options {
  readonly signal?: AbortSignal | undefined;
  readonly cache?: 'must-revalidate' | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The rows of a query that compares ranges of a time, those of all ranges beside each other. */
export async function comparedAnswer(
  { data }: Pick<Asker, 'data'>,
  wanted: Query,
  cubes: Meta['cubes'],
  options: Options,
): Promise<Answered & { readonly isCut: boolean }> {
  const { results } = await data.loadMany({ ...wanted, responseFormat: 'compact' }, options);
  const tables = results.map((result) => tableOfResult(result, cubes, wanted.dimensions));
  // Answers without rows name no columns.
  const { columns = [] } = tables.find((each) => each.columns.length > 0) ?? {};
  const rows = tables.flatMap((each) => each.rows);
  const areCut = tables.map((each, index) => each.rows.length >= (results[index]?.query.rowLimit ?? Infinity));
  const isCut = areCut.includes(true);
  const position = (wanted.timeDimensions ?? []).findIndex(({ compareDateRange }) => compareDateRange !== undefined);
  const ranges = results.map((result, index) => ({ text: rangeAt(position, result), isCut: areCut[index] }));
  const { dimension: member } = wanted.timeDimensions?.[position] ?? {};
  const table = comparedTable({ columns, rows }, { member, ranges });
  const { timezone, rowLimit = 0 } = results[0]?.query ?? {};
  return {
    ...table,
    isCut,
    timezone,
    lastRefreshTime: results.map(({ lastRefreshTime }) => lastRefreshTime).toSorted()[0],
    // One range that was cut makes the whole comparison one.
    rowLimit: isCut ? table.rows.length : Math.max(rowLimit, table.rows.length + 1),
    warnings: results.flatMap(({ warnings = [] }) => warnings),
    requestId: results[0]?.requestId,
  };
}

interface TimeRanges {
  readonly query: { readonly timeDimensions?: readonly { readonly dateRange?: unknown }[] };
}

/** The compared range of a result as its rows name it; other times may have ranges too. */
function rangeAt(position: number, { query: { timeDimensions = [] } }: TimeRanges): string {
  const { dateRange } = timeDimensions[position] ?? {};
  return Array.isArray(dateRange) ? dateRange.join(' - ') : '';
}
