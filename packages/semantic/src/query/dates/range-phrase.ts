import {
  addUnits,
  type Clock,
  type DatePoint,
  dayMs,
  firstReading,
  floorTo,
  instantToClock,
  isInCalendar,
  isTimeUnit,
  lastReading,
  minuteMs,
  startOfUnit,
  type TimeUnit,
  type Zone,
} from '../../time/index.ts';
import { maxPhraseLength, type Now, parsePhrase, type Phrase } from './date-phrase.ts';

/** How a range follows from another one. */
export interface DerivedRange {
  /** The range of the same length before it, the same a year earlier, what is over of it by now, or its first unit. */
  readonly by: 'period' | 'year' | 'so far' | { readonly first: TimeUnit };
  /** The words of the other range. */
  readonly text: string;
}

/** Whether another range follows from it that lies before it. */
export function isBefore({ by }: DerivedRange): boolean {
  return by === 'period' || by === 'year';
}

/** Reads `period before ...`, `year before ...`, `first month of ...` and `... so far`. */
export function readDerivedRange(text: string): DerivedRange | undefined {
  if (text.length > maxPhraseLength) return undefined;
  const [, by, of] = /^\s*(period|year)\s+before\s+(.+)$/is.exec(text) ?? [];
  if (of !== undefined) return { by: by?.toLowerCase() === 'year' ? 'year' : 'period', text: of };
  const [, unit, around] = /^\s*first\s+(\w+)\s+of\s+(.+)$/is.exec(text) ?? [];
  const first = unit?.toLowerCase();
  if (around !== undefined)
    return first !== undefined && isTimeUnit(first) ? { by: { first }, text: around } : undefined;
  const [, whole] = /^(.+)\s+so\s+far\s*$/is.exec(text) ?? [];
  return whole === undefined ? undefined : { by: 'so far', text: whole };
}

/** The words of the part of a range that is over, as `readDerivedRange` reads them. */
export const soFar = (text: string): string => `${text} so far`;

/**
 * Reads a phrase, or a range that follows from one:
 *
 * ```
 * range = phrase
 *       | range so far                   what is over of it, to the end of the current minute
 *       | (period | year) before range   the range of the same length that ends where it begins, or it a year earlier
 *       | first unit of range            the bucket in which it begins, as far as it is in the range
 * ```
 *
 * Of a range that has begun and is not over, the range before is the same part of it. Whole years apart that is up to
 * the same date, else after as much time on the clock, at most to its end. A range that is over, or has not begun, has
 * no part so far: it stays whole.
 */
export function parseRange(text: string, now: Now): Phrase | undefined {
  if (!readDerivedRange(text)) return parsePhrase(text, now);
  const { zone } = now;
  const part = partOf(text, now);
  if (!part) return undefined;
  const { from, end, over } = part;
  const whole = pointsOf(from, end);
  const read: Phrase = over === undefined ? whole : { ...pointsOf(from, over), whole };
  return [whole.first, read.last, whole.last].every((point) => isInCalendar(point, zone)) ? read : undefined;
}

/** A range on the clock, from its start to before its end. */
interface ClockRange {
  readonly from: Clock;
  readonly end: Clock;
  /** Where the part ends that is meant; absent for all of the range. */
  readonly over?: Clock;
}

function partOf(text: string, now: Now): ClockRange | undefined {
  const derived = readDerivedRange(text);
  if (!derived) {
    const phrase = parsePhrase(text, now);
    return phrase && { from: firstReading(phrase.first, now.zone), end: endOf(phrase.last, now.zone) };
  }
  const read = partOf(derived.text, now);
  if (!read) return undefined;
  if (typeof derived.by === 'object') return firstOf(read, derived.by.first);
  const part = read.over === undefined ? soFarOf(read, now) : read;
  return derived.by === 'so far' ? part : partBefore(part, derived.by);
}

function firstOf({ from, end, over }: ClockRange, unit: TimeUnit): ClockRange {
  const next = addUnits(unit, 1, startOfUnit(unit, from));
  const first = { from, end: next < end ? next : end };
  return over !== undefined && over < first.end ? { ...first, over } : first;
}

/** A minute that has begun counts: rows of it may be there. */
function soFarOf({ from, end }: ClockRange, { instant, zone }: Now): ClockRange {
  const reading = instantToClock(zone, instant);
  const over = (floorTo(minuteMs, reading) + minuteMs) as Clock;
  return reading >= from && over < end ? { from, end, over } : { from, end };
}

function partBefore({ from, end, over }: ClockRange, by: 'period' | 'year'): ClockRange {
  const before =
    by === 'year'
      ? { from: addUnits('year', -1, from), end: addUnits('year', -1, end) }
      : { from: periodBefore(from, end), end: from };
  if (over === undefined) return before;
  const years = yearsBetween(before, { from, end });
  const same = years === undefined ? ((before.from + (over - from)) as Clock) : yearsEarlier(over, years);
  return same < before.end ? { ...before, over: same } : before;
}

/** The beginning of as many months, where a range is of whole months; else of as much time on the clock. */
function periodBefore(from: Clock, end: Clock): Clock {
  if (startOfUnit('month', from) !== from || startOfUnit('month', end) !== end) return (from - (end - from)) as Clock;
  const [first, last] = [new Date(from), new Date(end)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return addUnits('month', -(years * 12 + last.getUTCMonth() - first.getUTCMonth()), from);
}

/** @returns how many years, where both ends of the ranges are exactly that far apart */
function yearsBetween(earlier: ClockRange, later: ClockRange): number | undefined {
  const years = new Date(later.from).getUTCFullYear() - new Date(earlier.from).getUTCFullYear();
  const isApart = (['from', 'end'] as const).every((each) => addUnits('year', -years, later[each]) === earlier[each]);
  return years !== 0 && isApart ? years : undefined;
}

/** The same date; what is over on a 29 February is all of February where there is none. */
function yearsEarlier(reading: Clock, years: number): Clock {
  const earlier = addUnits('year', -years, reading);
  const isSameDay = new Date(earlier).getUTCDate() === new Date(reading).getUTCDate();
  return isSameDay ? earlier : ((floorTo(dayMs, earlier) + dayMs) as Clock);
}

const endOf = (point: DatePoint, zone: Zone): Clock => (lastReading(point, zone) + 1) as Clock;

function pointsOf(from: Clock, end: Clock): Pick<Phrase, 'first' | 'last'> {
  return { first: { kind: 'clock', reading: from }, last: { kind: 'clock', reading: (end - 1) as Clock } };
}
