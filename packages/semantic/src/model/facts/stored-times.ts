import type { ModelIndex } from '../model-index.ts';
import type { MemberId } from '../model.ts';
import { originalOf } from './copy-id.ts';

/** Types that data sources report for the columns behind members, where they are not what the members declare. */
export interface StoredTimes {
  /** Dimensions of type time, and measures with times as values, that hold days: a day has no zone. */
  readonly days: ReadonlySet<MemberId>;
  /** Dimensions of type time that hold texts, which are cast where a time is needed. */
  readonly texts: ReadonlySet<MemberId>;
  /** Members whose values are cast before they are shown, grouped, sorted or compared. */
  readonly shownAs?: ReadonlyMap<MemberId, StoredForm>;
  /** Members of unknown type: times are treated as instants, all others as what they declare. */
  readonly unknown: ReadonlySet<MemberId>;
}

/**
 * The form in which values of another type are shown: a member of type string over no text as a text, that of a double
 * without `.0`, that of a number of four bytes as the text of the double with the digits that are shown; a number of four
 * bytes as that double.
 */
export type StoredForm = 'text' | 'text-of-number' | 'text-of-double' | 'text-of-single' | 'double';

/** @param id id of a cube's own member */
export function isTimeText({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.texts.has(originalOf(id)) ?? false;
}

/** Whether the data source was asked for the type of a member and did not tell it. @param id id of a cube's own member */
export function isOfUnknownType({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.unknown.has(originalOf(id)) ?? false;
}

/** @param id id of a cube's own member */
export function isDay({ stored }: ModelIndex, id: MemberId): boolean {
  return stored?.days.has(originalOf(id)) ?? false;
}

/** @param id id of a cube's own member */
export function shownAs({ stored }: ModelIndex, id: MemberId): StoredForm | undefined {
  return stored?.shownAs?.get(originalOf(id));
}
