import type { ByteSink } from '../../value-text/index.ts';
import { MICROS_A_DAY } from './time-parts.ts';

const [ZERO, DASH, SPACE, COLON, POINT] = [48, 45, 32, 58, 46];
/** Number of bytes of a point in time at most, with a year of nine digits. */
const MOST_BYTES = 48;
/** 2000-01-01, from which PostgreSQL counts. */
const EPOCH_DAY = 10_957;
/** Microseconds from 1970-01-01 to it. */
export const EPOCH_MICROS = EPOCH_DAY * MICROS_A_DAY;
const WORD = 4_294_967_296;

/** Writes `2024-01-31`, or `0044-03-15 BC`. @param day since 1970-01-01, may be infinite */
export function putDate(sink: ByteSink, day: number): void {
  if (!Number.isFinite(day)) return putInfinity(sink, day);
  sink.reserve(MOST_BYTES);
  if (putDay(sink, day)) sink.putText(' BC');
}

/** Writes `2024-01-31 10:00:00.000000`, always with six decimals. @param zone `+00`, or nothing */
export function putTimestamp(sink: ByteSink, day: number, micros: number, zone: string): void {
  if (!Number.isFinite(day)) return putInfinity(sink, day);
  sink.reserve(MOST_BYTES);
  const isBefore = putDay(sink, day);
  sink.bytes[sink.end] = SPACE;
  putClock(sink.bytes, sink.end + 1, micros);
  sink.end += 16;
  if (zone !== '') sink.putText(zone);
  if (isBefore) sink.putText(' BC');
}

/** Writes `10:00:00`, with the decimals that there are. */
export function putTimeOfDay(sink: ByteSink, micros: number): void {
  sink.reserve(MOST_BYTES);
  const { bytes } = sink;
  putClock(bytes, sink.end, micros);
  let end = sink.end + 15;
  while (bytes[end - 1] === ZERO) end -= 1;
  if (bytes[end - 1] === POINT) end -= 1;
  sink.end = end;
}

/** Writes days since 2000-01-01 in four bytes. */
export function putBinaryDate(sink: ByteSink, day: number): void {
  sink.reserve(4);
  const days = day === Infinity ? 0x7fffffff : day === -Infinity ? -0x80000000 : day - EPOCH_DAY;
  sink.view.setInt32(sink.end, days);
  sink.end += 4;
}

/** Writes microseconds since 2000-01-01 in eight bytes. */
export function putBinaryTimestamp(sink: ByteSink, day: number, micros: number): void {
  sink.reserve(8);
  const { view, end } = sink;
  sink.end = end + 8;
  if (day === Infinity) {
    view.setInt32(end, 0x7fffffff);
    view.setInt32(end + 4, -1);
    return;
  }
  if (day === -Infinity) {
    view.setInt32(end, -0x80000000);
    view.setInt32(end + 4, 0);
    return;
  }
  const total = (day - EPOCH_DAY) * MICROS_A_DAY + micros;
  if (Number.isSafeInteger(total)) putInt64(view, end, total);
  else view.setBigInt64(end, BigInt(day - EPOCH_DAY) * BigInt(MICROS_A_DAY) + BigInt(micros));
}

/** @param value a safe integer */
export function putInt64(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / WORD);
  view.setInt32(at, high);
  view.setInt32(at + 4, value - high * WORD);
}

function putInfinity(sink: ByteSink, day: number): void {
  sink.putText(day > 0 ? 'infinity' : '-infinity');
}

/** Writes `2024-01-31 10:00:00.000000` where there is room. @param micros since 1970-01-01, in years 1 to 9999 */
export function putTimestampAt(bytes: Uint8Array, at: number, micros: number): void {
  const day = Math.floor(micros / MICROS_A_DAY);
  putYearDay(bytes, at, day);
  bytes[at + 10] = SPACE;
  putClock(bytes, at + 11, micros - day * MICROS_A_DAY);
}

/** Writes a date without its era, and moves the end; there is room. Returns whether the year is before 1. */
function putDay(sink: ByteSink, day: number): boolean {
  const year = putYearDay(sink.bytes, sink.end, day);
  if (year >= 1 && year <= 9999) {
    sink.end += 10;
    return false;
  }
  const text = String(year < 1 ? 1 - year : year).padStart(4, '0');
  sink.bytes.copyWithin(sink.end + text.length, sink.end + 4, sink.end + 10);
  const end = sink.end + text.length + 6;
  for (let index = 0; index < text.length; index += 1) sink.bytes[sink.end + index] = text.charCodeAt(index);
  sink.end = end;
  return year < 1;
}

/**
 * Writes year, month and day where there is room, the year in four digits, which are wrong outside of 0 to 9999.
 * Returns the year. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 */
function putYearDay(bytes: Uint8Array, at: number, day: number): number {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = (shifted - era * 146_097) | 0;
  const leaps = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leaps) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const dayOfMonth = dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const century = (year / 100) | 0;
  putTwo(bytes, at, century);
  putTwo(bytes, at + 2, year - century * 100);
  bytes[at + 4] = DASH;
  putTwo(bytes, at + 5, month);
  bytes[at + 7] = DASH;
  putTwo(bytes, at + 8, dayOfMonth);
  return year;
}

/** Writes `10:00:00.000000` where there is room. */
function putClock(bytes: Uint8Array, at: number, micros: number): void {
  const seconds = Math.floor(micros / 1_000_000);
  const rest = (micros - seconds * 1_000_000) | 0;
  const minutes = (seconds / 60) | 0;
  const hours = (minutes / 60) | 0;
  putTwo(bytes, at, hours);
  bytes[at + 2] = COLON;
  putTwo(bytes, at + 3, minutes - hours * 60);
  bytes[at + 5] = COLON;
  putTwo(bytes, at + 6, seconds - minutes * 60);
  bytes[at + 8] = POINT;
  const high = (rest / 10_000) | 0;
  const low = rest - high * 10_000;
  const middle = (low / 100) | 0;
  putTwo(bytes, at + 9, high);
  putTwo(bytes, at + 11, middle);
  putTwo(bytes, at + 13, low - middle * 100);
}

/** @param value below 100 */
function putTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0;
  bytes[at] = ZERO + tens;
  bytes[at + 1] = ZERO + value - tens * 10;
}
