import type { TimeUnit } from './time-unit.ts';
import { type Clock, clockOf, isInYears1To9999 } from './clock.ts';
import { addUnits, startOfUnit } from './clock-units.ts';
import type { Instant, Zone } from './instant.ts';
import { clockToInstant, instantToCivil } from './zone.ts';

/**
 * The time that a date text names: a whole unit of the calendar, or one millisecond, as a wall clock reading or an
 * instant. A moment is a millisecond wide, so every row stored with microseconds lies before, in or after it.
 */
export type DatePoint =
  | { readonly kind: 'unit'; readonly unit: TimeUnit; readonly reading: Clock }
  | { readonly kind: 'clock'; readonly reading: Clock }
  | { readonly kind: 'instant'; readonly instant: Instant };

export function wholeUnit(unit: TimeUnit, reading: Clock): DatePoint {
  return { kind: 'unit', unit, reading };
}

/** The first instant of what `point` names. */
export function startInstant(point: DatePoint, zone: Zone): Instant {
  return point.kind === 'instant' ? point.instant : clockToInstant(zone, startReading(point), 'from');
}

/** The instant at which everything `point` names is over. */
export function endInstant(point: DatePoint, zone: Zone): Instant {
  return point.kind === 'instant' ? millisecondAfter(point.instant) : clockToInstant(zone, endReading(point), 'to');
}

/** The instant from which on the clock never again shows less than the start of `point`. */
export function instantBefore(point: DatePoint, zone: Zone): Instant {
  return point.kind === 'instant' ? point.instant : clockToInstant(zone, startReading(point), 'to');
}

/** The first instant at which the clock shows more than `point` names. */
export function instantAfter(point: DatePoint, zone: Zone): Instant {
  return point.kind === 'instant' ? millisecondAfter(point.instant) : clockToInstant(zone, endReading(point), 'from');
}

export function firstReading(point: DatePoint, zone: Zone): Clock {
  return point.kind === 'instant' ? clockOf(instantToCivil(zone, point.instant)) : startReading(point);
}

export function lastReading(point: DatePoint, zone: Zone): Clock {
  return point.kind === 'instant' ? firstReading(point, zone) : ((endReading(point) - 1) as Clock);
}

export function isInCalendar(point: DatePoint, zone: Zone): boolean {
  return isInYears1To9999(firstReading(point, zone)) && isInYears1To9999(lastReading(point, zone));
}

/** The day that holds `point`. */
export function dayOf(point: DatePoint, zone: Zone): DatePoint {
  return wholeUnit('day', firstReading(point, zone));
}

type ReadingPoint = Exclude<DatePoint, { kind: 'instant' }>;

function startReading(point: ReadingPoint): Clock {
  return point.kind === 'clock' ? point.reading : startOfUnit(point.unit, point.reading);
}

function endReading(point: ReadingPoint): Clock {
  return point.kind === 'clock' ? ((point.reading + 1) as Clock) : addUnits(point.unit, 1, startReading(point));
}

function millisecondAfter(instant: Instant): Instant {
  return (instant + 1) as Instant;
}
