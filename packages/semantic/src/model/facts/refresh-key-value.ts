import { type Clock, floorTo, type Instant, instantToClock, offsetAt, transitionsBetween } from '../../time/index.ts';
import type { RefreshKey, RefreshSchedule } from '../model.ts';

/**
 * Returns the value of a key that needs no statement: the last moment of its schedule, as text. The value is equal as
 * long as no moment has passed. `immutable` is constant.
 */
export function refreshKeyValue(key: Exclude<RefreshKey, { readonly kind: 'sql' }>, now: Instant): string {
  return key.kind === 'immutable' ? 'immutable' : new Date(lastMoment(key, now)).toISOString();
}

/**
 * Returns the last moment of a schedule that is not after `now`. A time that the clock skips counts as the moment of
 * the change; one that it repeats counts twice.
 */
function lastMoment(schedule: RefreshSchedule, now: Instant): Instant {
  const { everyMs, phaseMs, zone } = schedule;
  const shown = instantToClock(zone, now);
  const reading = (floorTo(everyMs, (shown - phaseMs) as Clock) + phaseMs) as Clock;
  const moment = (now - (shown - reading)) as Instant;
  if (offsetAt(zone, moment) === offsetAt(zone, now)) return moment;
  // The change of the clock since that time, if there was one.
  const change = transitionsBetween(zone, moment, (now + 1) as Instant).at(-1);
  if (!change) throw new Error(`${zone} has another offset without a change before ${now}`);
  const before = (change.at - 1) as Instant;
  return reading > instantToClock(zone, before) ? change.at : lastMoment(schedule, before);
}
