import type { ModelIndex } from '../model-index.ts';
import type { MemberId } from '../model.ts';
import { originalOf } from './copy-id.ts';

/** Types that data sources report for the columns behind times, where they are not instants. */
export interface StoredTimes {
  /** Dimensions of type time, and measures with times as values, that hold days: a day has no zone. */
  readonly days: ReadonlySet<MemberId>;
  /** Dimensions of type time that hold texts, which are cast where a time is needed. */
  readonly texts: ReadonlySet<MemberId>;
  /** Times of unknown type; they are treated as instants. */
  readonly unknown: ReadonlySet<MemberId>;
}

/** @param id id of a cube's own member */
export function isTimeText({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.texts.has(originalOf(id)) ?? false;
}

/** @param id id of a cube's own member */
export function isDay({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.days.has(originalOf(id)) ?? false;
}
