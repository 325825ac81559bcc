import { isUtf8 } from 'node:buffer';
import type { Batch, StoredValues, TextSpans } from '../../engine.ts';
import { type ByteSink, hasBit } from '../../value-text/index.ts';
import { type FieldColumn, type FieldRange, longValue } from './field-column.ts';
import { EPOCH_MICROS, putInt64, putTimestampAt } from './put-times.ts';
import { requireInRange } from './scalar-values.ts';
import type { WireCell } from './wire-cell.ts';

/** Microseconds from 0001-01-01 on, and before the year 10000: years that are written with four digits. */
const [leastMicros, endMicros] = [-62_135_596_800_000_000, 253_402_300_800_000_000];

/** Writes all values of a range; their sizes are the same, or -1. */
type FillAll = (sink: ByteSink, range: FieldRange, sizes: Int32Array, places: Int32Array) => void;

/** Returns how values are written from memory to their places; `undefined` where their sizes are not known before. */
export function directFields({ output, form, isBinary }: WireCell, batch: Batch): FieldColumn | undefined {
  const column = batch.written?.[output];
  const stored = column?.stored;
  if (stored === undefined) return undefined;
  const { validity } = column ?? {};
  if (stored.kind === 'utf8') {
    return form === 'text' && stored.spans ? new TextFields(stored.spans, validity) : undefined;
  }
  const known = isBinary ? binaryFields(stored, form) : textFields(stored, form, validity);
  return known && new SizedFields(known.size, known.fillAll, validity);
}

interface SizedValues {
  readonly size: number;
  readonly fillAll: FillAll;
}

/** Values of one size. */
class SizedFields implements FieldColumn {
  readonly #size: number;
  readonly #fillAll: FillAll;
  readonly #validity: Uint8Array | undefined;

  constructor(size: number, fillAll: FillAll, validity: Uint8Array | undefined) {
    this.#size = size;
    this.#fillAll = fillAll;
    this.#validity = validity;
  }

  measure(from: number, to: number, sizes: Int32Array): void {
    const validity = this.#validity;
    if (validity === undefined) sizes.fill(this.#size, 0, to - from);
    else for (let row = from; row < to; row += 1) sizes[row - from] = hasBit(validity, row) ? this.#size : -1;
  }

  fill(sink: ByteSink, range: FieldRange, sizes: Int32Array, places: Int32Array): boolean {
    this.#fillAll(sink, range, sizes, places);
    return true;
  }
}

class TextFields implements FieldColumn {
  readonly #spans: TextSpans;
  readonly #validity: Uint8Array | undefined;

  constructor(spans: TextSpans, validity: Uint8Array | undefined) {
    this.#spans = spans;
    this.#validity = validity;
  }

  measure(from: number, to: number, sizes: Int32Array): void {
    const { lengthOf } = this.#spans;
    const validity = this.#validity;
    for (let row = from; row < to; row += 1) {
      sizes[row - from] = validity === undefined || hasBit(validity, row) ? (lengthOf[row] as number) : -1;
    }
  }

  fill({ bytes, view }: ByteSink, { from, to, first }: FieldRange, sizes: Int32Array, places: Int32Array): boolean {
    const { sources, sourceOf, startOf } = this.#spans;
    for (let row = from, index = first; row < to; row += 1, index += 1) {
      const size = sizes[index] as number;
      const begin = (places[index] as number) + 4;
      view.setInt32(begin - 4, size);
      if (size < 0) {
        places[index] = begin;
        continue;
      }
      const source = sources[sourceOf[row] as number] as Uint8Array;
      const start = startOf[row] as number;
      let found = 0x80;
      if (size > longValue) bytes.set(source.subarray(start, start + size), begin);
      else {
        found = 0;
        for (let at = 0; at < size; at += 1) {
          const byte = source[start + at] as number;
          bytes[begin + at] = byte;
          found |= byte | (byte - 1); // the highest bit is set for zero, and beyond ASCII
        }
      }
      if ((found & 0x80) !== 0 && !isText(bytes.subarray(begin, begin + size))) return false;
      places[index] = begin + size;
    }
    return true;
  }
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.includes(0) && isUtf8(bytes);
}

function binaryFields(stored: StoredValues, form: WireCell['form']): SizedValues | undefined {
  switch (stored.kind) {
    case 'units': {
      const { units, decimals } = stored;
      if (decimals > 0) return undefined;
      if (form === 'int4') {
        const fillAll: FillAll = ({ view }, { from, to, first }, sizes, places) => {
          for (let row = from, index = first; row < to; row += 1, index += 1) {
            const place = places[index] as number;
            places[index] = place + 4 + begin(view, place, sizes[index] as number);
            if (sizes[index] === 4) view.setInt32(place + 4, requireInRange(units[row] as number, 'int4'));
          }
        };
        return { size: 4, fillAll };
      }
      if (form !== 'int8' || units.some(Number.isNaN)) return undefined;
      const fillAll: FillAll = ({ view }, { from, to, first }, sizes, places) => {
        for (let row = from, index = first; row < to; row += 1, index += 1) {
          const place = places[index] as number;
          places[index] = place + 4 + begin(view, place, sizes[index] as number);
          if (sizes[index] === 8) putInt64(view, place + 4, units[row] as number);
        }
      };
      return { size: 8, fillAll };
    }
    case 'doubles': {
      const { doubles } = stored;
      if (form !== 'float8') return undefined;
      const fillAll: FillAll = ({ view }, { from, to, first }, sizes, places) => {
        for (let row = from, index = first; row < to; row += 1, index += 1) {
          const place = places[index] as number;
          places[index] = place + 4 + begin(view, place, sizes[index] as number);
          if (sizes[index] === 8) view.setFloat64(place + 4, doubles[row] as number);
        }
      };
      return { size: 8, fillAll };
    }
    case 'truths':
      return form === 'bool' ? truthFields(stored.truths, 1, 0) : undefined;
    case 'micros': {
      const { micros } = stored;
      if ((form !== 'timestamp' && form !== 'timestamptz') || micros.some(Number.isNaN)) return undefined;
      const fillAll: FillAll = ({ view }, { from, to, first }, sizes, places) => {
        for (let row = from, index = first; row < to; row += 1, index += 1) {
          const place = places[index] as number;
          places[index] = place + 4 + begin(view, place, sizes[index] as number);
          if (sizes[index] === 8) putInt64(view, place + 4, (micros[row] as number) - EPOCH_MICROS);
        }
      };
      return { size: 8, fillAll };
    }
    default:
      return undefined;
  }
}

function textFields(
  stored: StoredValues,
  form: WireCell['form'],
  validity: Uint8Array | undefined,
): SizedValues | undefined {
  if (stored.kind === 'truths') return form === 'bool' ? truthFields(stored.truths, 0x74, 0x66) : undefined;
  if (stored.kind !== 'micros' || (form !== 'timestamp' && form !== 'timestamptz')) return undefined;
  const { micros } = stored;
  const isShort = (value: number, row: number) =>
    (value >= leastMicros && value < endMicros) || (validity !== undefined && !hasBit(validity, row));
  if (!micros.every(isShort)) return undefined;
  const size = form === 'timestamp' ? 26 : 29;
  const fillAll: FillAll = (sink, { from, to, first }, sizes, places) => {
    const { bytes, view } = sink;
    for (let row = from, index = first; row < to; row += 1, index += 1) {
      const place = places[index] as number;
      places[index] = place + 4 + begin(view, place, sizes[index] as number);
      if (sizes[index] !== size) continue;
      putTimestampAt(bytes, place + 4, micros[row] as number);
      if (size === 29) {
        bytes[place + 30] = 0x2b;
        bytes[place + 31] = 0x30;
        bytes[place + 32] = 0x30;
      }
    }
  };
  return { size, fillAll };
}

function truthFields(truths: Uint8Array, yes: number, no: number): SizedValues {
  const fillAll: FillAll = ({ bytes, view }, { from, to, first }, sizes, places) => {
    for (let row = from, index = first; row < to; row += 1, index += 1) {
      const place = places[index] as number;
      places[index] = place + 4 + begin(view, place, sizes[index] as number);
      if (sizes[index] === 1) bytes[place + 4] = truths[row] === 0 ? no : yes;
    }
  };
  return { size: 1, fillAll };
}

/** Writes a length. @returns the bytes that follow it */
function begin(view: DataView, place: number, size: number): number {
  view.setInt32(place, size);
  return size < 0 ? 0 : size;
}
