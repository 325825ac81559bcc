import type { ShownSourceQuery } from '@orrery/contract';
import { Forbidden } from '@orrery/kernel';
import type { ContentRights } from './content-rights.ts';

/** A statement in the SQL of a data source as a user sees it: its text only if they may run it. */
export function sourceQueryFor(
  { mayAskSources }: Pick<ContentRights, 'mayAskSources'>,
  query: ShownSourceQuery | null,
): ShownSourceQuery | null {
  return query && { dataSource: query.dataSource, sql: mayAskSources ? query.sql : null };
}

/** Checks that the user may run statements in the SQL of a source: only then may the user write them. @throws Forbidden */
export function requireSources({ mayAskSources }: Pick<ContentRights, 'mayAskSources'>, what = 'This report'): void {
  if (mayAskSources) return;
  const message = `${what} asks a data source directly: changing it takes the right SqlRunnerRead`;
  throw new Forbidden('report.source-sql', message);
}
