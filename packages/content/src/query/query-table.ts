import type { WireProblem } from '@orrery/contract';
import {
  type QueryResult,
  type QueryColumn,
  resultColumns,
  type SourceRows,
  type StatementRows,
} from '@orrery/runtime';
import { contentProblem } from './content-problem.ts';

export type QueryCell = string | number | boolean | null;

/** The rows of a query, for people. */
export interface QueryTable {
  readonly columns: readonly QueryColumn[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly QueryCell[])[];
  /** Warnings, for example that there may be more rows. */
  readonly warnings: readonly WireProblem[];
  /** The ranges of a query that compares ranges of a time. */
  readonly comparison?: TableComparison;
  /** When the oldest part of the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
  /** The zone of its times; absent where it is unknown. */
  readonly timezone?: string;
}

interface TableComparison {
  /** The time that is compared. */
  readonly member: string;
  /** All ranges in their order, also those without rows. */
  readonly ranges: readonly {
    /** The name of the range in the column `compareDateRange`. */
    readonly text: string;
    /** The whole range, named like that, where this is the part of it that is over. */
    readonly wholeText?: string;
    /** Whether the source may have more rows than the table. */
    readonly isCut: boolean;
  }[];
}

/** @param mostRows bound on rows: the rest is left out, and a warning says so */
export function toTable(results: readonly QueryResult[], mostRows: number): QueryTable {
  const [first] = results;
  if (!first) throw new Error('a query has a result');
  const columns = resultColumns(first);
  const parts = results.map((result) => rowsOf(result, columns));
  const all = parts.flat();
  const comparison = comparisonOf(results, parts, mostRows);
  const reported = results.flatMap((result) => result.head().warnings);
  return {
    columns,
    ...firstOf(all, mostRows, reported),
    ...(comparison ? { comparison } : {}),
    refreshedAt: Math.min(...results.map(({ answer }) => answer.refreshedAt)),
    timezone: first.prepared.bound.zone,
  };
}

interface TableOptions {
  /** Bound on rows, as for `toTable`. */
  readonly mostRows: number;
  /** The zone in which the statement was run. */
  readonly timezone: string;
}

export function toStatementTable(
  { columns, rows, refreshedAt }: StatementRows,
  { mostRows, timezone }: TableOptions,
): QueryTable {
  return {
    columns: columns.map(({ name, type, title = name, shortTitle = name, format, currency, role, granularity }) => ({
      name,
      title,
      shortTitle,
      type,
      ...(format === undefined ? {} : { format }),
      ...(currency === undefined ? {} : { currency }),
      ...(role === undefined ? {} : { role }),
      ...(granularity === undefined ? {} : { granularity }),
    })),
    ...firstOf(rows, mostRows, []),
    refreshedAt,
    timezone,
  };
}

/** Times of a data source are of no zone that is known. */
export function toSourceTable({ columns, lines, isCut, refreshedAt }: SourceRows): QueryTable {
  const written = Buffer.concat(lines).toString('utf8').trimEnd();
  const parts = written === '' ? [] : written.split('\n');
  const rows = parts.flatMap((line) => (JSON.parse(line) as { readonly data: QueryTable['rows'] }).data); // as it was written
  const left = contentProblem('content.rows-left-out', `Only the first ${rows.length} rows are shown; there are more`);
  return {
    columns: columns.map(({ name, type }) => ({ name, title: name, shortTitle: name, type })),
    rows,
    warnings: isCut ? [left] : [],
    refreshedAt,
  };
}

/** @param parts rows of each result, which follow on each other in the table */
function comparisonOf(
  results: readonly QueryResult[],
  parts: readonly QueryTable['rows'][],
  mostRows: number,
): TableComparison | undefined {
  const [first] = results;
  if (first?.mark?.kind !== 'range') return undefined;
  const { position } = first.mark;
  const member = first.query.timeDimensions?.[position]?.dimension;
  if (member === undefined) return undefined;
  let end = 0;
  const ranges = results.flatMap(({ prepared: { bound } }, index) => {
    const range = bound.dateRanges[position];
    const rows = parts[index]?.length ?? 0;
    end += rows;
    const isCut = end > mostRows || rows >= (bound.limit ?? Number.POSITIVE_INFINITY);
    if (!range) return [];
    const { from, to, wholeTo } = range;
    return [
      { text: `${from} - ${to}`, ...(wholeTo === undefined ? {} : { wholeText: `${from} - ${wholeTo}` }), isCut },
    ];
  });
  return { member, ranges };
}

function firstOf(rows: QueryTable['rows'], mostRows: number, warnings: readonly WireProblem[]) {
  if (rows.length <= mostRows) return { rows, warnings };
  const left = contentProblem('content.rows-left-out', `Only the first ${mostRows} rows are shown; there are more`);
  return { rows: rows.slice(0, mostRows), warnings: [...warnings, left] };
}

/** The queries of a comparison have equal columns. */
function rowsOf({ prepared, answer }: QueryResult, columns: readonly QueryColumn[]) {
  const { members, dataset } = JSON.parse(Buffer.concat(answer.data).toString('utf8')) as {
    readonly members: readonly string[];
    readonly dataset: readonly (readonly QueryCell[])[];
  }; // the compact form, as it was just written
  if (dataset.length === 0) return []; // without rows, no members are named
  const positions = columns.map(({ name }) => members.indexOf(name));
  if (positions.includes(-1)) throw new Error(`an answer lacks a column of ${prepared.bound.outputs.length}`);
  return dataset.map((row) => positions.map((position) => row[position] ?? null));
}
