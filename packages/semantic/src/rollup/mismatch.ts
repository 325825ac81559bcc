import type { MemberId } from '../model/index.ts';
import type { Zone } from '../time/index.ts';

/**
 * A reason why a rollup does not cover a query. Members are those of cubes, and not all of them may be shown to the
 * caller; a reason about rules has none.
 */
export type Mismatch =
  // The definition
  | { readonly kind: 'other-type'; readonly type: string }
  | { readonly kind: 'incomplete' | 'without-own-member' | 'several-facts' | 'computed-dimension' }
  | { readonly kind: 'not-plannable'; readonly codes: readonly string[] }
  // The caller
  | { readonly kind: 'reads-context' | 'reads-filters' | 'masked' | 'rule' }
  | { readonly kind: 'reads-clock'; readonly zone: Zone }
  // The rows
  | { readonly kind: 'other-root' | 'other-path' | 'join-missing' | 'join-multiplies' | 'rows-one-by-one' }
  | { readonly kind: 'shifted-rows' | 'row-windows' }
  // What is read of them
  | { readonly kind: 'dimension' | 'segment' | 'measure'; readonly member: MemberId }
  | { readonly kind: 'measure-filter' | 'whole-time' | 'date-filter' | 'time'; readonly member: MemberId }
  | { readonly kind: 'expression' }
  | {
      readonly kind: 'finer' | 'uneven' | 'range-edges';
      readonly member: MemberId;
      readonly stored: string;
      /** The granularity that is asked for; absent for a range. */
      readonly asked?: string;
    }
  | { readonly kind: 'zone' | 'part-hours'; readonly member: MemberId; readonly zone: Zone }
  // How measures merge
  | {
      readonly kind: 'not-additive' | 'multiplied-in-rollup' | 'multiplied-in-query' | 'window' | 'stages';
      readonly member: MemberId;
    }
  | { readonly kind: 'not-pinned' | 'other-granularity' | 'value-of-nothing'; readonly member: MemberId }
  | { readonly kind: 'filled' | 'other-rows' };

/** Removes repeated reasons. */
export function distinct(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return [...new Map(mismatches.map((one) => [JSON.stringify(one), one])).values()];
}
