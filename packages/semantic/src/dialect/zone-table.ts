import { operator, type Sql } from '../sql/index.ts';
import {
  type Instant,
  offsetAt,
  secondMs,
  transitionsBetween,
  type YearlyChange,
  yearlyRule,
  type YearlyRule,
  type Zone,
} from '../time/index.ts';
import type { InstantSpan } from '../plan/index.ts';

/** Older than any zone: before the first change, its clocks always had the same offset. */
const beginning = Date.UTC(1800, 0, 1) as Instant;

/** How a dialect reads a calendar and looks up numbers in ascending lists. */
export interface TableWords {
  /** Whole seconds from one instant to a later one. */
  secondsBetween(from: Sql, to: Sql): Sql;
  /** The last of `values` whose limit is not greater than `number`, or the first value; there is one limit fewer. */
  pick(number: Sql, limits: readonly Sql[], values: readonly Sql[]): Sql;
  /** The number of the day on which the instant lies, `seconds` earlier. */
  dayBefore(instant: Sql, seconds: Sql): Sql;
  /** The number of a day in the year of an instant. `month` and `day` count from 1. */
  dayOfYear(instant: Sql, month: number, day: number): Sql;
  remainder(number: Sql, divisor: Sql): Sql;
  /** The number of some Monday, from 0 to 6. */
  readonly monday: number;
}

/**
 * Distance in seconds from UTC to the wall clock of `zone` at a stored instant, for engines whose own zones are missing,
 * or differ from ours: the statement contains all changes of the zone, and its rule for future years.
 *
 * @param span instants that can occur
 */
export function offsetSeconds(words: TableWords, instant: Sql, zone: Zone, span: InstantSpan | undefined): Sql {
  const rule = yearlyRule(zone);
  const from = span?.from !== undefined && span.from > beginning ? span.from : beginning;
  const to = span?.to !== undefined && span.to < rule.from ? span.to : rule.from;
  if (from >= to) return byRule(words, instant, rule);
  const known = tabulated(words, instant, zone, from, to);
  const isLater = to === rule.from && rule.changes.length > 0 && !(span?.to !== undefined && span.to <= rule.from);
  if (!isLater) return known;
  const later = operator('>=', instant, { kind: 'instant', instant: rule.from });
  return { kind: 'case', when: [{ condition: later, value: byRule(words, instant, rule) }], otherwise: known };
}

function tabulated(words: TableWords, instant: Sql, zone: Zone, from: Instant, to: Instant): Sql {
  const first = seconds(offsetAt(zone, from));
  const changes = transitionsBetween(zone, from, to);
  if (changes.length === 0) return first;
  return words.pick(
    words.secondsBetween({ kind: 'instant', instant: beginning }, instant),
    changes.map(({ at }) => seconds(at - beginning)),
    [first, ...changes.map(({ offsetMs }) => seconds(offsetMs))],
  );
}

function byRule(words: TableWords, instant: Sql, { changes, offsetMs }: YearlyRule): Sql {
  if (changes.length === 0) return seconds(offsetMs);
  const when = changes
    .toReversed()
    .map((change) => ({ condition: isPast(words, instant, change), value: seconds(change.offsetMs) }));
  return { kind: 'case', when, otherwise: seconds(offsetMs) };
}

/** Whether the latest such weekday is on or after the date of the year. */
function isPast(words: TableWords, instant: Sql, { month, day, weekday, timeMs }: YearlyChange): Sql {
  const days = words.dayBefore(instant, seconds(timeMs));
  const sinceWeekday = words.remainder(operator('+', days, { kind: 'integer', value: 14 - words.monday - weekday }), {
    kind: 'integer',
    value: 7,
  });
  return operator('>=', operator('-', days, sinceWeekday), words.dayOfYear(instant, month, day));
}

function seconds(ms: number): Sql {
  return { kind: 'integer', value: ms / secondMs };
}
