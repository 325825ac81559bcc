import type { ModelIndex } from '../model-index.ts';
import type { MemberId } from '../model.ts';
import { originalOf } from './shadow.ts';

/** What data sources say of the columns behind times, where they hold something else than instants. */
export interface StoredTimes {
  /** Dimensions of type time, and measures whose values are times, that hold days: a day has no zone. */
  readonly days: ReadonlySet<MemberId>;
  /** Dimensions of type time that hold texts: they are cast where a time is meant. */
  readonly texts: ReadonlySet<MemberId>;
  /** Times of which no data source could say it; they are taken for instants. */
  readonly unknown: ReadonlySet<MemberId>;
}

/** @param id of a cube's own member */
export function isTimeText({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.texts.has(originalOf(id)) ?? false;
}

/** @param id of a cube's own member */
export function isDay({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.days.has(originalOf(id)) ?? false;
}
