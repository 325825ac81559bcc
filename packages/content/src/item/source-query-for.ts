import type { ShownSourceQuery } from '@orrery/contract';
import type { ContentRights } from './content-rights.ts';

/** A statement in the SQL of a data source as a user sees it: its text only if they may run it. */
export function sourceQueryFor(
  { mayAskSources }: Pick<ContentRights, 'mayAskSources'>,
  query: ShownSourceQuery | null,
): ShownSourceQuery | null {
  return query && { dataSource: query.dataSource, sql: mayAskSources ? query.sql : null };
}
