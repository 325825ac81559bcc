import type { MaskDefinition, AuthorSql } from '../../source/index.ts';
import type { Fragment } from '../form/fragment.ts';
import type { Mask } from '../form/policy.ts';

/** @param bind resolves SQL in the position of the member's own SQL */
export function resolveMask(mask: MaskDefinition | undefined, bind: (sql: AuthorSql) => Fragment): Mask | undefined {
  return mask?.kind === 'sql' ? { kind: 'sql', sql: bind(mask.sql) } : mask;
}
