import type { OriginOfResult, QueryOfAnswer } from '../../turn/index.ts';
import type { ReceiptRow } from '../store/index.ts';
import { printOf, type ResultPrint } from './result-print.ts';

/** A query of an answer as its receipt keeps it: everything but the rows. */
export interface KeptQuery extends Omit<QueryOfAnswer, 'result'> {
  readonly shownRows: number;
  readonly totalRows: number;
  readonly print: ResultPrint;
  readonly origin: OriginOfResult;
}

/** The part of a receipt that the row of a run stores; the rest is in other columns of the row. */
export interface KeptReceipt {
  /** Id of the final record. */
  readonly finalId?: string | undefined;
  readonly queries: readonly KeptQuery[];
}

/** The JSON of a row. */
interface ReceiptOfRow extends Omit<KeptReceipt, 'queries'> {
  readonly queries: readonly QueryOfRow[];
}

interface QueryOfRow extends Omit<KeptQuery, 'sql'> {
  readonly sqlQuery: string;
}

export function readReceipt({ receipt }: Pick<ReceiptRow, 'receipt'>): KeptReceipt {
  const stored = JSON.parse(receipt) as ReceiptOfRow; // as the run wrote it
  return { ...stored, queries: stored.queries.map(({ sqlQuery: sql, ...query }) => ({ ...query, sql })) };
}

export function writeReceipt({ finalId, queries }: KeptReceipt): string {
  const stored = queries.map(({ uuid, sql, ...query }): QueryOfRow => ({ uuid, sqlQuery: sql, ...query }));
  return JSON.stringify({ finalId, queries: stored });
}

/** Longer SQL of a data source is cut. */
const longestSql = 20_000;
/** All SQL of the data sources of one receipt; queries after that keep none. */
const longestSqlOfAll = 100_000;

/** Keeps the queries of a turn whose rows are known to have come about. */
export function keptReceipt(queries: readonly QueryOfAnswer[]): KeptReceipt {
  let left = longestSqlOfAll;
  return {
    queries: queries.flatMap(({ result, ...query }): readonly KeptQuery[] => {
      if (!result.origin) return [];
      const statements = result.origin.statements.map(cut);
      left -= statements.join('').length;
      const origin = { ...result.origin, statements: left < 0 ? [] : statements };
      return [{ ...query, shownRows: result.rows.length, totalRows: result.totalRows, print: printOf(result), origin }];
    }),
  };
}

function cut(sql: string): string {
  return sql.length <= longestSql ? sql : `${sql.slice(0, longestSql)}… (${sql.length} characters)`;
}
