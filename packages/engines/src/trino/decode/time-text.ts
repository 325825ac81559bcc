import { EngineError } from '../../engine.ts';

const MIDNIGHT = '00:00:00.000';
/** `2024-01-31`, `2024-01-31 10:20:30.123456 UTC`; years beyond 9999 and before 0 have a sign. */
const PARTS = /^([+-]?)(\d{4,})(-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d+))?(?: (.+))?)?$/;
const OFFSET = /^([+-])(\d\d):(\d\d)$/;

/**
 * A date, or a timestamp in UTC, as `YYYY-MM-DDTHH:mm:ss.SSS`, cut to milliseconds.
 *
 * @throws EngineError `conversion` for a time in the zone of a region: its text does not tell the two passes of a
 *   repeated hour apart
 */
export function timeText(text: string): string {
  return timeOf(text).ms;
}

/** The same with six digits. @throws as `timeText` */
export function trinoExactTime(text: string): string {
  const { ms, fraction } = timeOf(text);
  return ms + fraction.slice(3, 6).padEnd(3, '0');
}

/** @returns all digits of the fraction, too */
function timeOf(text: string): { readonly ms: string; readonly fraction: string } {
  const [, sign = '', year = '', day = '', time, fraction = '', zone = 'UTC'] = PARTS.exec(text) ?? [];
  if (year === '') throw new EngineError('conversion', new Error('a time that is not written as times are'));
  const date = `${yearText(sign, year)}${day}`;
  if (time === undefined) return { ms: `${date}T${MIDNIGHT}`, fraction };
  const local = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  return { ms: zone === 'UTC' || zone === 'Z' ? local : withoutOffset(local, zone), fraction };
}

function withoutOffset(local: string, zone: string): string {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (sign === undefined) {
    const reason = `a time in the zone ${zone} may mean two moments: select it AT TIME ZONE 'UTC'`;
    throw new EngineError('conversion', new Error(reason));
  }
  const offsetMs = Number(`${sign}${Number(hours) * 60 + Number(minutes)}`) * 60_000;
  return new Date(Date.parse(`${local}Z`) - offsetMs).toISOString().slice(0, -1);
}

/** Four digits; years outside 0 to 9999 have the signed six digits of ISO 8601's expanded form. */
function yearText(sign: string, year: string): string {
  return sign === '' ? year : `${sign}${year.padStart(6, '0')}`;
}
