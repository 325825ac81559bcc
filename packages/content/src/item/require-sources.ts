import { Forbidden } from '@orrery/kernel';
import type { ContentRights } from './content-rights.ts';

/** Checks that the user may run statements in the SQL of a source: only then may the user write them. @throws Forbidden */
export function requireSources({ mayAskSources }: Pick<ContentRights, 'mayAskSources'>, what = 'This report'): void {
  if (mayAskSources) return;
  const message = `${what} asks a data source directly: changing it takes the right SqlRunnerRead`;
  throw new Forbidden('report.source-sql', message);
}
