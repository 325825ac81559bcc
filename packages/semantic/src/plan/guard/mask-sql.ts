import type { Fragment, Mask, ValueType } from '../../model/index.ts';

/** What stands instead of a masked member. */
export function maskSql(type: ValueType, mask: Mask | undefined): Fragment {
  if (mask?.kind === 'sql') return mask.sql;
  return { parts: [{ kind: 'constant', type, value: mask?.value ?? null }] };
}
