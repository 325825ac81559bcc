import type { ByteSink } from './byte-sink.ts';

const MS_A_DAY = 86_400_000;
const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'));
const MIDNIGHT = '00:00:00.000';

/** Results are mostly runs of near days; a slot is a day modulo the size, which covers 44 years. */
const SLOTS = 16_384;
const slotDay = new Int32Array(SLOTS).fill(-1);
const slotText = new Array<string>(SLOTS);

/** Day number since 1970-01-01 as `YYYY-MM-DDT00:00:00.000`. */
export function dayText(day: number): string {
  return datePrefix(day) + MIDNIGHT;
}

/** Whole milliseconds since 1970-01-01, as `YYYY-MM-DDTHH:mm:ss.SSS`. */
export function instantText(ms: number): string {
  const day = Math.floor(ms / MS_A_DAY);
  const rest = ms - day * MS_A_DAY;
  if (rest === 0) return datePrefix(day) + MIDNIGHT;
  const seconds = Math.floor(rest / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${datePrefix(day)}${two[hours]}:${two[minutes - hours * 60]}:${two[seconds - minutes * 60]}.${three[rest - seconds * 1000]}`;
}

/** Whole microseconds since 1970-01-01, as `YYYY-MM-DDTHH:mm:ss.SSSSSS`. @param micros a safe integer */
export function microsText(micros: number): string {
  const ms = Math.floor(micros / 1000);
  return instantText(ms) + (three[micros - ms * 1000] as string); // below 1000
}

/** Number of bytes of a point in time at most: 30 in a year of nine digits. */
const MOST_BYTES = 48;
const MIDNIGHT_BYTES = Buffer.from(MIDNIGHT);

/** Writes what `dayText` returns. */
export function putDay(sink: ByteSink, day: number): void {
  sink.reserve(MOST_BYTES);
  putMidnight(sink, putPrefix(sink, day));
}

/** Writes what `instantText` returns. */
export function putInstant(sink: ByteSink, ms: number): void {
  sink.reserve(MOST_BYTES);
  const day = Math.floor(ms / MS_A_DAY);
  const rest = (ms - day * MS_A_DAY) | 0; // less than a day
  const at = putPrefix(sink, day);
  if (rest === 0) {
    putMidnight(sink, at);
    return;
  }
  const seconds = (rest / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  const thousandths = rest - seconds * 1000;
  const hundredths = (thousandths / 10) | 0;
  const { bytes } = sink;
  putTwo(bytes, at, hours);
  bytes[at + 2] = COLON;
  putTwo(bytes, at + 3, minutes - hours * 60);
  bytes[at + 5] = COLON;
  putTwo(bytes, at + 6, seconds - minutes * 60);
  bytes[at + 8] = POINT;
  putTwo(bytes, at + 9, hundredths);
  bytes[at + 11] = ZERO + thousandths - hundredths * 10;
  sink.end = at + MIDNIGHT_BYTES.length;
}

const [ZERO, COLON, POINT] = [48, 58, 46];

/** @param value below 100 */
function putTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
}

/** @returns the position after it */
function putPrefix({ bytes, end }: ByteSink, day: number): number {
  const prefix = datePrefix(day);
  for (let index = 0; index < prefix.length; index += 1) bytes[end + index] = prefix.charCodeAt(index);
  return end + prefix.length;
}

function putMidnight(sink: ByteSink, at: number): void {
  for (let index = 0; index < MIDNIGHT_BYTES.length; index += 1) {
    sink.bytes[at + index] = MIDNIGHT_BYTES[index] as number; // its own length
  }
  sink.end = at + MIDNIGHT_BYTES.length;
}

function datePrefix(day: number): string {
  const slot = day & (SLOTS - 1);
  const known = slotText[slot];
  if (slotDay[slot] === day && known !== undefined) return known;
  const text = `${dateText(day)}T`;
  slotDay[slot] = day;
  slotText[slot] = text;
  return text;
}

/** Civil date of a day number, proleptic Gregorian. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
function dateText(day: number): string {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${yearText(year)}-${two[month]}-${two[dayOfMonth]}`;
}

/** Four digits; years outside 0 to 9999 have the signed six digits of ISO 8601's expanded form. */
function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, '0');
  return `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
}
