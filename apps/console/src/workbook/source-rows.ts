import type { TileData } from '@orrery/embed';
import { rowsOfSource } from '../api/source-sql.ts';
import type { QuestionOfSource } from '../model/report-question.ts';
import { sourceWords as words } from '../words/source-words.ts';

/** Loads the rows of a report that queries a data source directly. Its text is absent for users who may not query it. */
export async function sourceRows(
  deploymentId: number,
  { dataSource, sql }: QuestionOfSource,
  limits: { readonly limit: number; readonly signal: AbortSignal },
): Promise<TileData> {
  if (sql === null) return { error: words.onlyDevelopers, code: 'content.source-sql' };
  return rowsOfSource(deploymentId, { dataSource, sql }, limits);
}
