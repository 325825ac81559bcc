import type { ModelIndex } from '../model-index.ts';
import type { MemberId } from '../model.ts';
import { originalOf } from './copy-id.ts';

/**
 * Whole numbers that a double holds, too (of at most 32 bits), whole numbers of 64 bits with a sign, or decimals of so many
 * digits, some of them behind the point.
 */
export type ExactNumber = 'integer' | 'bigint' | { readonly digits: number; readonly decimals: number };

/** Types that data sources report for the columns behind numbers that are exact. */
export interface ExactNumbers {
  readonly types: ReadonlyMap<MemberId, ExactNumber>;
}

/** @param id id of a cube's own member @returns undefined for what is a double, or may be one */
export function exactNumberOf({ exact }: ModelIndex, id: MemberId): ExactNumber | undefined {
  return exact?.types.get(originalOf(id));
}
