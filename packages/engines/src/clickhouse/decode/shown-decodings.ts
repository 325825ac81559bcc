import type { ResultColumn } from '../../engine.ts';
import { instantText } from '../../value-text/index.ts';
import type { ByteReader } from './byte-reader.ts';
import { msOf } from './clock-text.ts';

export type ClickhouseValue = string | boolean | null;

/** How the values of a type are read. */
export interface ClickhouseDecoding extends Omit<ResultColumn, 'name'> {
  readonly read: (reader: ByteReader) => ClickhouseValue;
  /** Shows a value that was read, where answers leave something of it out. */
  readonly show?: (text: string) => string | null;
  /** Reads a value within others as JSON; absent: numbers are texts, too, so that no digit is lost. */
  readonly json?: (reader: ByteReader) => string;
}

const NO_DIGITS = ['NaN', 'Infinity', '-Infinity'];

/** A count of parts of seconds. @param digits of them */
export function fineTime(digits: number): ClickhouseDecoding {
  const unitsAMs = 10 ** (digits - 3);
  if (digits <= 3) return { type: 'time', read: (reader) => instantText(msOf(reader.whole(), unitsAMs)) };
  const more = digits - 3;
  return {
    type: 'time',
    read: (reader) => {
      const units = reader.whole();
      const ms = msOf(units, unitsAMs);
      const rest = Number(BigInt(units) - BigInt(ms) * BigInt(unitsAMs));
      return instantText(ms) + String(rest).padStart(more, '0');
    },
    show: (text) => text.slice(0, -more),
    json: (reader) => JSON.stringify(instantText(msOf(reader.whole(), unitsAMs))),
  };
}

/** NaN and the infinities are NULL where answers show them, and within others texts. */
export function double(
  column: Omit<ClickhouseDecoding, 'read'>,
  value: (reader: ByteReader) => number,
  text: (value: number) => string | null,
): ClickhouseDecoding {
  return {
    ...column,
    read: (reader) => {
      const number = value(reader);
      return text(number) ?? String(number);
    },
    show: (shown) => (NO_DIGITS.includes(shown) ? null : shown),
    json: (reader) => {
      const number = value(reader);
      return text(number) ?? `"${number}"`;
    },
  };
}

/** The upper half of a float of four bytes. */
export function shortFloat(reader: ByteReader): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, reader.small(2, false));
  return view.getFloat32(0);
}
