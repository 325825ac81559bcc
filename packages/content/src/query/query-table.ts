import type { WireProblem } from '@orrery/contract';
import { type QueryResult, type ResultColumn, resultColumns, type StatementRows } from '@orrery/runtime';
import { contentProblem } from './content-problem.ts';

export type Cell = string | number | boolean | null;

/** The rows of a query, for people. */
export interface QueryTable {
  readonly columns: readonly ResultColumn[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly Cell[])[];
  /** Warnings, for example that there may be more rows. */
  readonly warnings: readonly WireProblem[];
  /** When the oldest part of the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
}

/** @param mostRows bound on rows: the rest is left out, and a warning says so */
export function toTable(results: readonly QueryResult[], mostRows: number): QueryTable {
  const [first] = results;
  if (!first) throw new Error('a query has a result');
  const columns = resultColumns(first);
  const all = results.flatMap((result) => rowsOf(result, columns));
  const reported = results.flatMap((result) => result.head().warnings);
  return {
    columns,
    ...firstOf(all, mostRows, reported),
    refreshedAt: Math.min(...results.map(({ answer }) => answer.refreshedAt)),
  };
}

/** @param mostRows bound on rows, as for `toTable` */
export function toStatementTable({ columns, rows, refreshedAt }: StatementRows, mostRows: number): QueryTable {
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
  };
}

function firstOf(rows: QueryTable['rows'], mostRows: number, warnings: readonly WireProblem[]) {
  if (rows.length <= mostRows) return { rows, warnings };
  const left = contentProblem('content.rows-left-out', `Only the first ${mostRows} rows are shown; there are more`);
  return { rows: rows.slice(0, mostRows), warnings: [...warnings, left] };
}

/** The queries of a comparison have equal columns. */
function rowsOf({ prepared, answer }: QueryResult, columns: readonly ResultColumn[]) {
  const { members, dataset } = JSON.parse(Buffer.concat(answer.data).toString('utf8')) as {
    readonly members: readonly string[];
    readonly dataset: readonly (readonly Cell[])[];
  }; // the compact form, as it was just written
  if (dataset.length === 0) return []; // without rows, no members are named
  const positions = columns.map(({ name }) => members.indexOf(name));
  if (positions.includes(-1)) throw new Error(`an answer lacks a column of ${prepared.bound.outputs.length}`);
  return dataset.map((row) => positions.map((position) => row[position] ?? null));
}
