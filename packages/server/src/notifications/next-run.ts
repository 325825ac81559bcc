import { type Civil, civilToInstant, type Instant, instantToCivil, parseZone, type Zone } from '@orrery/semantic';
import { readCron } from './read-cron.ts';

/**
 * When the clocks of a zone next show what a schedule asks for, later than `after`.
 *
 * A reading that is skipped when the clocks go forward comes once, right after the gap; one that is repeated when they
 * go back comes once, the first time. So each reading of the schedule has one instant, and several skipped ones share it.
 *
 * @param cron one without a fault
 * @param zone an IANA name
 * @param after epoch milliseconds
 * @returns `undefined` when it never comes again
 */
export function nextRun(cron: string, zone: string, after: number): number | undefined {
  const read = readCron(cron);
  if (typeof read === 'string') throw new Error(`the schedule '${cron}' cannot be read: ${read}`);
  const known = zoneOf(zone);
  const from = after as Instant;
  let reading = readingOf(known, from);
  for (;;) {
    const next = read.nextRun(reading);
    if (!next) return undefined;
    const instant = civilToInstant(known, next.toISOString().slice(0, -1) as Civil, 'from');
    // In the second run of a repeated hour the readings ahead have been already.
    if (instant > from) return instant;
    reading = next;
  }
}

/** What the clocks show, as if they stood in UTC. */
function readingOf(zone: Zone, instant: Instant): Date {
  return new Date(`${instantToCivil(zone, instant)}Z`);
}

function zoneOf(text: string): Zone {
  const zone = parseZone(text);
  if (zone) return zone;
  throw new Error(`'${text}' is no time zone`);
}
