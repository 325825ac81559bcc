import type { DataDependenciesOfTurn } from '@orrery/agents';
import type { OpenDeployment } from '@orrery/content';
import { askStatement, type StatementRows } from '@orrery/runtime';
import type { HandledQuery } from '../query-handles.ts';
import type { ToolCall } from './tool.ts';

export type QueryDependencies = DataDependenciesOfTurn;

/** The rows of a query, with what is known of them. */
export interface AskedRows extends StatementRows {
  /** Number of all rows, as far as the deployment counts them. */
  readonly total: { readonly totalRows: number; readonly isTotalExact: boolean };
}

/** Runs the statement of a query as the caller. @throws as `askStatement` */
export async function askRows(
  { runtime, principal }: OpenDeployment,
  { sql, timezone }: Pick<HandledQuery, 'sql' | 'timezone'>,
  mostRows: number,
  { requestId, signal }: Pick<ToolCall, 'requestId' | 'signal'>,
  dependencies: QueryDependencies,
): Promise<AskedRows> {
  const { maxLimit } = runtime.query;
  const options = {
    principal,
    requestId,
    signal,
    cacheMode: 'stale-if-slow',
    mostRows: Math.min(mostRows, maxLimit),
    countsTotal: true,
    ...(timezone === undefined ? {} : { timezone }),
    takes: 'rows',
    waitsForAnswer: true,
    tellsProvenance: true,
  } as const;
  const answer = await askStatement(runtime, sql, options, { ...dependencies, isDevelopment: false });
  const counted = answer.totalRows ?? answer.rows.length;
  return { ...answer, total: { totalRows: Math.min(counted, maxLimit), isTotalExact: counted <= maxLimit } };
}
