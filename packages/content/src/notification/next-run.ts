import {
  civilOf,
  civilToInstant,
  clockOf,
  type Instant,
  instantToCivil,
  nextReading,
  parseZone,
  readCron,
  type Zone,
} from '@orrery/semantic';

/**
 * Returns the next instant after `after` at which the clocks of a zone show a time of the schedule.
 *
 * A time skipped when the clocks go forward comes once, right after the gap; one repeated when they go back comes once,
 * the first time. So each scheduled time has one instant, and several skipped ones share it.
 *
 * @param cron a valid cron text @param zone an IANA name @param after epoch milliseconds @returns `undefined` when it
 * never comes again
 */
export function nextRun(cron: string, zone: string, after: number): number | undefined {
  const read = readCron(cron);
  if (typeof read === 'string') throw new Error(`the schedule '${cron}' cannot be read: ${read}`);
  const known = zoneOf(zone);
  const from = after as Instant;
  let reading = clockOf(instantToCivil(known, from));
  for (;;) {
    const next = nextReading(read, reading);
    if (next === undefined) return undefined;
    const instant = civilToInstant(known, civilOf(next), 'from');
    // In the second pass of a repeated hour, these times have already been used.
    if (instant > from) return instant;
    reading = next;
  }
}

function zoneOf(text: string): Zone {
  const zone = parseZone(text);
  if (zone) return zone;
  throw new Error(`'${text}' is no time zone`);
}
