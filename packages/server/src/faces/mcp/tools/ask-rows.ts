import type { DataDependenciesOfTurn } from '@orrery/agents';
import type { OpenDeployment } from '@orrery/content';
import { ask, type StatementRows } from '@orrery/runtime';
import { z } from 'zod';
import type { HandledQuery } from '../query-handles.ts';
import type { McpToolCall } from './tool.ts';

export type QueryDependencies = DataDependenciesOfTurn;

/** How many rows a query has, in results. */
export const totals = {
  totalRows: z.int().describe('All rows of the query'),
  readableRows: z
    .int()
    .describe('Rows that loadQueryResults reads: fewer than totalRows where the deployment gives no more'),
};

/** The rows of a query, with what is known of them. */
interface AskedRows extends StatementRows {
  readonly total: { readonly [Name in keyof typeof totals]: number };
}

/** A page, and how many rows of the query are asked for in all. */
interface PageOfRows {
  readonly offset: number;
  readonly limit: number;
  readonly mostRows: number;
}

/** Runs the statement of a query as the caller, and reads a page of its rows. @throws as `ask` */
export async function askRows(
  { runtime, principal }: OpenDeployment,
  { sql, timezone }: Pick<HandledQuery, 'sql' | 'timezone'>,
  { offset, limit, mostRows }: PageOfRows,
  { requestId, signal }: Pick<McpToolCall, 'requestId' | 'signal'>,
  dependencies: QueryDependencies,
): Promise<AskedRows> {
  const { maxLimit } = runtime.query;
  const question = {
    kind: 'statement',
    text: sql,
    statements: dependencies.statements,
    mostRows: Math.min(mostRows, maxLimit),
    countsTotal: true,
    ...(timezone === undefined ? {} : { timezone }),
  } as const;
  const options = {
    endpoint: 'cubesql',
    principal,
    requestId,
    signal,
    cacheMode: 'stale-if-slow',
    takes: 'rows',
    waitsForAnswer: true,
    tellsProvenance: true,
    page: { offset, limit },
  } as const;
  const answer = await ask(runtime, question, options, { ...dependencies, isDevelopment: false });
  const { totalRows = answer.lines.rowCount } = answer;
  return { ...answer, total: { totalRows, readableRows: Math.min(totalRows, maxLimit) } };
}
