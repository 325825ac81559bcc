import { rowsOfSource } from '../api/source-sql.ts';
import type { TileData } from '../tiles/tile-data.ts';
import { sourceWords as words } from '../words/source-words.ts';
import { mostRows } from './cut-rows.ts';
import type { Report } from './report.ts';

/** Loads the rows of a report that queries a data source directly. Its text is absent for users who may not query it. */
export async function sourceRows(
  deploymentId: number,
  { dataSource, sql }: NonNullable<Report['sourceQuery']>,
  signal: AbortSignal,
): Promise<TileData> {
  if (sql === null) return { error: words.onlyDevelopers, code: 'content.source-sql' };
  return rowsOfSource(deploymentId, { dataSource, sql }, { limit: mostRows, signal });
}
