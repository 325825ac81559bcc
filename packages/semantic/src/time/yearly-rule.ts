import { clock, dayMs } from './clock.ts';
import type { Instant, Zone } from './instant.ts';
import { offsetAt, transitionsBetween } from './zone.ts';

/** A yearly clock change: on the first `weekday` on or after a date of every year, `timeMs` after midnight, all of it in UTC. */
export interface YearlyChange {
  /** From 1. */
  readonly month: number;
  readonly day: number;
  /** Monday is 0. */
  readonly weekday: number;
  readonly timeMs: number;
  /** The offset in force from then on. */
  readonly offsetMs: number;
}

export interface YearlyRule {
  /** The start of the first year it holds for; it holds for all that follow. */
  readonly from: Instant;
  /** The offset in force when a year starts. */
  readonly offsetMs: number;
  /** Changes in ascending order; empty when clocks no longer change. */
  readonly changes: readonly YearlyChange[];
}

/** Every zone that has a rule keeps it from this year on, except Gaza and Hebron, whose fasts are listed until 2086. */
const firstYear = 2038;
const lastYear = 2400;

/**
 * Leap years and weekdays repeat after so many years while no century comes between, so these show every kind of year.
 */
const kindsOfYears = 28;

/** Finds the rule that the clocks of a zone follow in all future years. Cost: 3 ms for a zone not yet in memory. */
export function yearlyRule(zone: Zone): YearlyRule {
  for (let year = firstYear; year < lastYear; year += 1) {
    const rule = ruleFrom(zone, year);
    if (rule) return rule;
  }
  throw new Error(`the clocks of ${zone} follow no rule that could be found`);
}

function ruleFrom(zone: Zone, first: number): YearlyRule | undefined {
  const from = yearStart(first);
  const years = Array.from({ length: kindsOfYears }, (_, index) => changesOf(zone, first + index));
  const [seen = []] = years;
  const changes = seen.map((_, index) => commonChange(years.map((year) => year[index])));
  const offsetMs = offsetAt(zone, from);
  const isSettled =
    years.every((year) => year.length === seen.length) && (changes.at(-1)?.offsetMs ?? offsetMs) === offsetMs;
  return isSettled && changes.every((change) => change !== undefined) ? { from, offsetMs, changes } : undefined;
}

function changesOf(zone: Zone, year: number): readonly { readonly at: Instant; readonly offsetMs: number }[] {
  return transitionsBetween(zone, (yearStart(year) - 1) as Instant, yearStart(year + 1));
}

/** Finds the yearly rule that fits all of these changes. */
function commonChange(changes: readonly ({ at: Instant; offsetMs: number } | undefined)[]): YearlyChange | undefined {
  const known = changes.filter((change) => change !== undefined);
  const [earliest] = known.toSorted((a, b) => dateInYear(a.at) - dateInYear(b.at));
  if (!earliest || known.length < changes.length) return undefined;
  const date = new Date(earliest.at);
  const rule: YearlyChange = {
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOf(earliest.at),
    timeMs: earliest.at % dayMs,
    offsetMs: earliest.offsetMs,
  };
  const isInstance = ({ at, offsetMs }: { at: Instant; offsetMs: number }) =>
    offsetMs === rule.offsetMs && at === instantOf(rule, new Date(at).getUTCFullYear());
  return known.every(isInstance) ? rule : undefined;
}

/** Returns the instant of a change in a year. */
function instantOf({ month, day, weekday, timeMs }: YearlyChange, year: number): number {
  const earliest = clock(year, month, day);
  return earliest + ((weekday - weekdayOf(earliest) + 7) % 7) * dayMs + timeMs;
}

/** Months before days, whatever the year. */
function dateInYear(at: Instant): number {
  const date = new Date(at);
  return date.getUTCMonth() * 31 + date.getUTCDate();
}

function weekdayOf(at: number): number {
  return (new Date(at).getUTCDay() + 6) % 7;
}

function yearStart(year: number): Instant {
  return clock(year, 1, 1) as number as Instant;
}
