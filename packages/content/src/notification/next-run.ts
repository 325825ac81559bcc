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
  let reading = clockOf(instantToCivil(known, from));
  for (;;) {
    const next = nextReading(read, reading);
    if (next === undefined) return undefined;
    const instant = civilToInstant(known, civilOf(next), 'from');
    // In the second run of a repeated hour the readings ahead have been already.
    if (instant > from) return instant;
    reading = next;
  }
}

function zoneOf(text: string): Zone {
  const zone = parseZone(text);
  if (zone) return zone;
  throw new Error(`'${text}' is no time zone`);
}
