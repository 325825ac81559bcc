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
}

export interface Now {
  readonly instant: Instant;
  readonly zone: Zone;
}

/** Every form of a phrase, for people. */
export const phraseForms =
  "'today', 'this month', 'last week', 'last 7 days', 'next 2 quarters', '3 days ago', '2 hours from now', 'monday', " +
  "'january 2024', '2024-01-31', 'from 7 days ago to now', '2024-01-01 to 2024-01-31'";

/** No phrase of the grammar is longer. */
const maxPhraseLength = 120;

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
  if (text.length > maxPhraseLength) return undefined;
  const phrase = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const found = parseCount(phrase, now) ?? parsePoints(phrase, now);
  return found && [found.first, found.last].every((point) => isInCalendar(point, now.zone)) ? found : undefined;
}

function parseCount(phrase: string, now: Now): Phrase | undefined {
  const match = countPhrase.exec(phrase);
  if (!match) return undefined;
  const [, direction, digits, unitName] = match;
  const unit = unitName as TimeUnit;
  const count = Number(digits);
  return direction === 'last'
    ? { first: unitsBack(unit, count, now), last: unitsBack(unit, 1, now) }
    : { first: unitsAhead(unit, 1, now), last: unitsAhead(unit, count, now) };
}

function parsePoints(phrase: string, now: Now): Phrase | undefined {
  const by = byPhrase.exec(phrase);
  const body = by ? phrase.slice(0, by.index) : phrase;
  const isElastic = /\b(now|ago)\b/.test(body);
  if (by && !isElastic) return undefined;
  const precision = precisions.find((unit) => phrase.includes(unit)) ?? 'day';
  const isFrom = body.startsWith('from ');
  const parts = (isFrom ? body.slice('from '.length) : body).split(' to ');
  const [first, last] = parts.map((part) => parsePoint(part, precision, now));
  if (parts.length === 2 && first && last) return { first, last };
  return parts.length === 1 && first && !isFrom ? { first, last: first } : undefined;
}

const precisions = ['second', 'minute', 'hour'] as const;

function parsePoint(text: string, precision: TimeUnit, now: Now): DatePoint | undefined {
  return (
    parseNamedDay(text, now) ??
    parseUnit(text, now) ??
    parseDistance(text, precision, now) ??
    parseMonth(text) ??
    parseDate(text)
  );
}

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function parseNamedDay(text: string, now: Now): DatePoint | undefined {
  const today = readingOf(now);
  const days = namedDays.get(text) ?? nearestWeekday(text, today);
  return days === undefined ? undefined : wholeUnit('day', addUnits('day', days, today));
}

const namedDays = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/** Days from today to the nearest day of that name: -3 to 3. */
function nearestWeekday(text: string, today: Clock): number | undefined {
  const weekday = dayNames.indexOf(text);
  if (weekday < 0) return undefined;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return ahead > 3 ? ahead - 7 : ahead;
}

function parseUnit(text: string, now: Now): DatePoint | undefined {
  const match = unitPhrase.exec(text);
  if (!match) return undefined;
  const unit = match[2] as TimeUnit;
  switch (match[1] as 'this' | 'last' | 'next') {
    case 'this':
      return wholeUnit(unit, readingOf(now));
    case 'last':
      return unitsBack(unit, 1, now);
    case 'next':
      return unitsAhead(unit, 1, now);
  }
}

function parseDistance(text: string, precision: TimeUnit, now: Now): DatePoint | undefined {
  if (text === 'now') return wholeUnit(precision, readingOf(now));
  const match = distancePhrase.exec(text);
  if (!match) return undefined;
  const [, digits, unitName, direction] = match;
  const count = direction === 'ago' ? -Number(digits) : Number(digits);
  return wholeUnit(precision, readingAfter(unitName as TimeUnit, count, now.instant, now.zone));
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

function parseMonth(text: string): DatePoint | undefined {
  const match = /^([a-z]{3,9}) (\d{4})$/.exec(text);
  if (!match) return undefined;
  const month = monthNames.findIndex((name) => name === match[1] || name.slice(0, 3) === match[1]) + 1;
  return month === 0 ? undefined : wholeUnit('day', clock(Number(match[2]), month, 1));
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
