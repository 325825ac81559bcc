import type { MaskDefinition, Sql } from '../../source/index.ts';
import type { Fragment } from '../form/fragment.ts';
import type { Mask } from '../form/policy.ts';

/** @param bind resolves SQL that stands where the member's own would */
export function resolveMask(mask: MaskDefinition | undefined, bind: (sql: Sql) => Fragment): Mask | undefined {
  return mask?.kind === 'sql' ? { kind: 'sql', sql: bind(mask.sql) } : mask;
}
