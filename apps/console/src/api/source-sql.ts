import type { Column, Row } from '@orrery/charts';
import type { PlatformAnswer } from '@orrery/client';
import { statementColumns, statementRows } from '@orrery/embed';
import { queryOptions } from '@tanstack/react-query';
import { platform } from './platform.ts';

/** A statement in the SQL of a data source. */
export interface SourceStatement {
  readonly dataSource: string;
  readonly sql: string;
}

export type SqlTables = PlatformAnswer<'getSqlTables'>;
type SourceResult = Parameters<typeof statementRows>[0] & { lastRefreshTime: string; isTruncated: boolean };

interface SourceSqlTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly isTruncated: boolean;
  readonly lastRefreshTime: string;
}

/** The first rows of a statement, as the person who looks may ask its data source. */
export async function rowsOfSource(
  deploymentId: number,
  { dataSource, sql }: SourceStatement,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<SourceSqlTable> {
  const body = { dataSource, sql, limit };
  const lines = await platform.runSourceSql({ path: { deploymentId }, body }, { signal });
  let head: Omit<SourceResult, 'data'> | undefined;
  const data: SourceResult['data'][number][] = [];
  for await (const line of lines) {
    if (head === undefined)
      head = line as Omit<SourceResult, 'data'>; // the first one, as the description says
    else for (const row of (line as Pick<SourceResult, 'data'>).data) data.push(row);
  }
  if (head === undefined) throw new Error('an answer has a first line');
  const { schema, lastRefreshTime, isTruncated } = head;
  const rows = statementRows({ schema, data });
  return { columns: statementColumns({ schema }), rows, lastRefreshTime, isTruncated };
}

export const sourceQueries = {
  sources: (deploymentId: number) =>
    queryOptions({
      queryKey: ['sql sources', deploymentId],
      queryFn: async ({ signal }) => (await platform.getSqlSources({ path: { deploymentId } }, { signal })).items,
      staleTime: 60_000,
    }),
  tables: (deploymentId: number, sourceName: string) =>
    queryOptions({
      queryKey: ['sql tables', deploymentId, sourceName],
      queryFn: ({ signal }) => platform.getSqlTables({ path: { deploymentId, sourceName } }, { signal }),
      staleTime: 60_000,
    }),
};
