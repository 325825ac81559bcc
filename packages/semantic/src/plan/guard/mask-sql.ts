import type { Fragment, ValueType } from '../../model/model.ts';
import type { Mask } from '../../model/form/policy.ts';

/** What stands instead of a masked member. */
export function maskSql(type: ValueType, mask: Mask | undefined): Fragment {
  if (mask?.kind === 'sql') return mask.sql;
  return { parts: [{ kind: 'constant', type, value: mask?.value ?? null }] };
}
