import { type Clock, civilOf, clockOf, hourMs } from './clock.ts';
import type { Civil, Instant, Zone } from './instant.ts';
import { type Transition, zoneYear } from './zone-transitions.ts';

export { parseZone } from './zone-name.ts';
export type { Transition } from './zone-transitions.ts';

export const utc = 'UTC' as Zone;

/** No clock was ever further from UTC: Manila had -15:56 before 1845, Metlakatla +15:13 before 1867. */
const maxOffsetMs = 24 * hourMs;

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
export function offsetAt(zone: Zone, instant: Instant): number {
  if (zone === utc) return 0;
  const { startOffsetMs, transitions } = zoneYear(zone, utcYear(instant));
  return transitions.findLast((transition) => transition.at <= instant)?.offsetMs ?? startOffsetMs;
}

/**
 * Every change of the offset with `from < at < to`, ascending. The offset at `from` itself is `offsetAt(zone, from)`.
 */
export function transitionsBetween(zone: Zone, from: Instant, to: Instant): readonly Transition[] {
  if (zone === utc || from >= to) return [];
  const found: Transition[] = [];
  for (let year = utcYear(from); year <= utcYear(to); year += 1) {
    for (const transition of zoneYear(zone, year).transitions) {
      if (transition.at > from && transition.at < to) found.push(transition);
    }
  }
  return found;
}

/** Returns the reading of the zone's clocks. */
export function instantToCivil(zone: Zone, instant: Instant): Civil {
  return civilOf(instantToClock(zone, instant));
}

export function instantToClock(zone: Zone, instant: Instant): Clock {
  return (instant + offsetAt(zone, instant)) as number as Clock;
}

/**
 * Turns the ends of `[from, to)` in civil time into the ends of `[from, to)` in instants.
 *
 * `from`: the first instant at which the clock shows `civil` or later; in a repeated hour, its first run.
 * `to`: the instant after which the clock never shows less than `civil`; in a repeated hour, its second run.
 * For both, a skipped reading gives the moment of the change.
 */
export function civilToInstant(zone: Zone, civil: Civil, end: 'from' | 'to'): Instant {
  return clockToInstant(zone, clockOf(civil), end);
}

export function clockToInstant(zone: Zone, reading: Clock, end: 'from' | 'to'): Instant {
  const first = (reading - maxOffsetMs) as number as Instant;
  const last = (reading + maxOffsetMs) as number as Instant;
  const starts = [{ at: first, offsetMs: offsetAt(zone, first) }, ...transitionsBetween(zone, first, last)];
  const stretches = starts.map(({ at, offsetMs }, index) => ({
    start: at,
    end: starts[index + 1]?.at ?? last,
    shown: (reading - offsetMs) as number as Instant,
  }));
  const stretch =
    end === 'from' ? stretches.find((one) => one.shown < one.end) : stretches.findLast((one) => one.shown > one.start);
  if (!stretch) throw new Error(`no instant near ${civilOf(reading)} in ${zone}`);
  return end === 'from' ? later(stretch.start, stretch.shown) : earlier(stretch.end, stretch.shown);
}

function later(one: Instant, other: Instant): Instant {
  return one > other ? one : other;
}

function earlier(one: Instant, other: Instant): Instant {
  return one < other ? one : other;
}

function utcYear(instant: Instant): number {
  return new Date(instant).getUTCFullYear();
}
