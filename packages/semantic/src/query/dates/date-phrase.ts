import {
  addUnits,
  clock,
  type Clock,
  clockToInstant,
  type DatePoint,
  hourMs,
  type Instant,
  instantToClock,
  isInCalendar,
  minuteMs,
  parseDate,
  secondMs,
  startOfUnit,
  type TimeUnit,
  wholeUnit,
  type Zone,
} from '../../time/index.ts';

/** Start and end of a range in words, both whole. */
export interface Phrase {
  readonly first: DatePoint;
  readonly last: DatePoint;
  /** The range that this is the part of which is over; absent for a range as it was asked for. */
  readonly whole?: Pick<Phrase, 'first' | 'last'>;
}

/** A point of a phrase, whenever that is. */
export type PhrasePoint =
  /** A whole unit, so many units after the current one. */
  | { readonly kind: 'unit'; readonly unit: TimeUnit; readonly ahead: number }
  /** So many units after now, as wide as the precision. */
  | { readonly kind: 'moment'; readonly unit: TimeUnit; readonly ahead: number; readonly precision: TimeUnit }
  /** The nearest day of that name; Sunday is 0. */
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'date'; readonly point: DatePoint };

/** The parts of a phrase, which are the same at any time. */
export interface PhraseWords {
  readonly first: PhrasePoint;
  readonly last: PhrasePoint;
}

export interface Now {
  readonly instant: Instant;
  readonly zone: Zone;
}

/** Every form of a phrase, for people. */
export const phraseForms =
  "'today', 'this month', 'last week', 'last 7 days', 'next 2 quarters', '3 days ago', '2 hours from now', 'monday', " +
  "'january 2024', '2024-01-31', 'from 7 days ago to now', '2024-01-01 to 2024-01-31', 'this month so far', 'period before last month', " +
  "'year before last month', 'first month of this year'";

/** No phrase of the grammar is longer. */
export const maxPhraseLength = 120;

const unit = '(second|minute|hour|day|week|month|quarter|year)';
const unitPhrase = new RegExp(`^(this|last|next) ${unit}$`);
const countPhrase = new RegExp(`^(last|next) ([1-9]\\d{0,5}) ${unit}s?$`);
const distancePhrase = new RegExp(`^(\\d{1,6}) ${unit}s? (ago|from now)$`);
const byPhrase = / by (second|minute|hour)$/;

/**
 * Reads a range in words. Letter case and the width of spaces don't matter; everything else does: a text that is
 * anything more than one of these forms has no meaning.
 *
 * ```
 * phrase  = (this | last | next) UNIT               the whole unit
 *         | (last | next) N UNIT[s]                 N whole units, the current one excluded
 *         | [from] point to point [by PRECISION]    from the start of the one to the end of the other
 *         | point [by PRECISION]                    all of it
 * point   = now | N UNIT[s] ago | N UNIT[s] from now      as wide as the precision
 *         | today | yesterday | tomorrow | WEEKDAY | MONTH YEAR | YYYY-MM-DD      a day; of a month, its first
 *         | (this | last | next) UNIT               the whole unit
 *         | YYYY-MM-DDTHH:mm[:ss[.SSS]][Z | ±HH:mm]       that moment
 * ```
 *
 * UNIT is second to year, weeks start on Monday. A WEEKDAY is the nearest one; a MONTH may be cut to three letters. PRECISION is second, minute or hour;
 * without `by` it is the finest of these that the text names, else the day.
 */
export function parsePhrase(text: string, now: Now): Phrase | undefined {
  const words = readPhrase(text);
  const found = words && { first: resolvePoint(words.first, now), last: resolvePoint(words.last, now) };
  return found && [found.first, found.last].every((point) => isInCalendar(point, now.zone)) ? found : undefined;
}

/** Reads the words of a phrase, without saying when that is. */
export function readPhrase(text: string): PhraseWords | undefined {
  if (text.length > maxPhraseLength) return undefined;
  const phrase = text.trim().replace(/\s+/g, ' ').toLowerCase();
  return readCount(phrase) ?? readPoints(phrase);
}

function readCount(phrase: string): PhraseWords | undefined {
  const match = countPhrase.exec(phrase);
  if (!match) return undefined;
  const [, direction, digits, unitName] = match;
  const unit = unitName as TimeUnit;
  const count = Number(digits);
  const [first, last] = direction === 'last' ? [-count, -1] : [1, count];
  return { first: { kind: 'unit', unit, ahead: first }, last: { kind: 'unit', unit, ahead: last } };
}

function readPoints(phrase: string): PhraseWords | undefined {
  const by = byPhrase.exec(phrase);
  const body = by ? phrase.slice(0, by.index) : phrase;
  const isElastic = /\b(now|ago)\b/.test(body);
  if (by && !isElastic) return undefined;
  const precision = precisions.find((unit) => phrase.includes(unit)) ?? 'day';
  const isFrom = body.startsWith('from ');
  const parts = (isFrom ? body.slice('from '.length) : body).split(' to ');
  const [first, last] = parts.map((part) => readPoint(part, precision));
  if (parts.length === 2 && first && last) return { first, last };
  return parts.length === 1 && first && !isFrom ? { first, last: first } : undefined;
}

const precisions = ['second', 'minute', 'hour'] as const;

function readPoint(text: string, precision: TimeUnit): PhrasePoint | undefined {
  return readNamedDay(text) ?? readUnit(text) ?? readDistance(text, precision) ?? readDate(text);
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function readNamedDay(text: string): PhrasePoint | undefined {
  const days = namedDays.get(text);
  if (days !== undefined) return { kind: 'unit', unit: 'day', ahead: days };
  const weekday = dayNames.indexOf(text);
  return weekday < 0 ? undefined : { kind: 'weekday', weekday };
}

const namedDays = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

function readUnit(text: string): PhrasePoint | undefined {
  const match = unitPhrase.exec(text);
  if (!match) return undefined;
  const ahead = { last: -1, this: 0, next: 1 }[match[1] as 'last' | 'this' | 'next'];
  return { kind: 'unit', unit: match[2] as TimeUnit, ahead };
}

function readDistance(text: string, precision: TimeUnit): PhrasePoint | undefined {
  if (text === 'now') return { kind: 'moment', unit: 'day', ahead: 0, precision };
  const match = distancePhrase.exec(text);
  if (!match) return undefined;
  const [, digits, unitName, direction] = match;
  const ahead = direction === 'ago' ? -Number(digits) : Number(digits);
  return { kind: 'moment', unit: unitName as TimeUnit, ahead, precision };
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

function readDate(text: string): PhrasePoint | undefined {
  const point = readMonth(text) ?? parseDate(text);
  return point && { kind: 'date', point };
}

function readMonth(text: string): DatePoint | undefined {
  const match = /^([a-z]{3,9}) (\d{4})$/.exec(text);
  if (!match) return undefined;
  const month = monthNames.findIndex((name) => name === match[1] || name.slice(0, 3) === match[1]) + 1;
  return month === 0 ? undefined : wholeUnit('day', clock(Number(match[2]), month, 1));
}

function resolvePoint(point: PhrasePoint, now: Now): DatePoint {
  switch (point.kind) {
    case 'unit': {
      const { unit, ahead } = point;
      if (ahead < 0) return unitsBack(unit, -ahead, now);
      return ahead > 0 ? unitsAhead(unit, ahead, now) : wholeUnit(unit, readingOf(now));
    }
    case 'moment':
      return wholeUnit(point.precision, readingAfter(point.unit, point.ahead, now.instant, now.zone));
    case 'weekday': {
      const today = readingOf(now);
      return wholeUnit('day', addUnits('day', daysTo(point.weekday, today), today));
    }
    case 'date':
      return point.point;
  }
}

/** Days from today to the nearest day of that name: -3 to 3. */
function daysTo(weekday: number, today: Clock): number {
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return ahead > 3 ? ahead - 7 : ahead;
}

/** The unit `count` units before the current one. */
function unitsBack(unit: TimeUnit, count: number, { instant, zone }: Now): DatePoint {
  const start = startOfUnit(unit, instantToClock(zone, instant));
  if (!isElapsed(unit)) return wholeUnit(unit, addUnits(unit, -count, start));
  return wholeUnit(unit, readingAfter(unit, -count, clockToInstant(zone, start, 'from'), zone));
}

function unitsAhead(unit: TimeUnit, count: number, { instant, zone }: Now): DatePoint {
  const start = addUnits(unit, 1, startOfUnit(unit, instantToClock(zone, instant)));
  if (!isElapsed(unit)) return wholeUnit(unit, addUnits(unit, count - 1, start));
  return wholeUnit(unit, readingAfter(unit, count - 1, clockToInstant(zone, start, 'to'), zone));
}

/** Hours and smaller units count elapsed time, days and larger ones use the calendar. */
function readingAfter(unit: TimeUnit, count: number, instant: Instant, zone: Zone): Clock {
  return isElapsed(unit)
    ? instantToClock(zone, (instant + count * elapsedMs[unit]) as Instant)
    : addUnits(unit, count, instantToClock(zone, instant));
}

const elapsedMs = { second: secondMs, minute: minuteMs, hour: hourMs } as const;

function isElapsed(unit: TimeUnit): unit is keyof typeof elapsedMs {
  return Object.hasOwn(elapsedMs, unit);
}

function readingOf({ instant, zone }: Now): Clock {
  return instantToClock(zone, instant);
}
