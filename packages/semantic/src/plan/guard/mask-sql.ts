import type { Fragment, Mask, ValueType } from '../../model/index.ts';

/** Returns the SQL that replaces a masked member. */
export function maskSql(type: ValueType, mask: Mask | undefined): Fragment {
  if (mask?.kind === 'sql') return mask.sql;
  return { parts: [{ kind: 'constant', type, value: mask?.value ?? null }] };
}
