import { type Civil, civilToInstant, type Instant, instantToCivil, type Zone } from '@orrery/semantic';
import { refuseForm } from './refuse.ts';

/** A reading of a clock as a constant. @param at milliseconds of the reading as if it were in UTC */
function printReading(at: number): string {
  const iso = new Date(at).toISOString();
  if (!/^\d{4}-/.test(iso)) refuseForm('A time after the year 9999');
  const [day, time = ''] = iso.slice(0, -1).split('T');
  return `TIMESTAMP '${day} ${time.replace(/\.000$/, '')}'`;
}

/** The exclusive end after a millisecond. */
export function printAfter(last: Civil): string {
  return printReading(Date.parse(`${last}Z`) + 1);
}

export function printCivil(civil: Civil): string {
  return printReading(Date.parse(`${civil}Z`));
}

/** An instant as the reading of the clock in a zone, where that reading stands for this instant alone. */
export function printInstant(instant: Instant, zone: Zone, end: 'from' | 'to'): string {
  const reading = instantToCivil(zone, instant);
  if (civilToInstant(zone, reading, end) !== instant) {
    refuseForm(`The instant ${new Date(instant).toISOString()}, whose reading a clock in ${zone} shows twice,`);
  }
  return printCivil(reading);
}
