import { infiniteDay, type StoredValues } from '../../engine.ts';
import { type ByteSink, mostDecimals, putDecimal } from '../../value-text/index.ts';
import { float4Text, putFloat8 } from './float-text.ts';
import { shownDecimals, mostBinaryUnits, numericText, putBinaryNumeric, putBinaryUnits } from './numeric-forms.ts';
import { putBinaryDate, putBinaryTimestamp, putDate, putInt64, putTimestamp } from './put-times.ts';
import { type IntegerForm, readWireInteger, refuseZeros, requireInRange } from './scalar-values.ts';
import { MICROS_A_DAY, readTimeParts } from './time-parts.ts';
import type { WireForm } from './wire-types.ts';

/** Writes a value that is in memory; returns null, without writing, where it is NULL. */
export type PutStored = (sink: ByteSink, row: number) => null | undefined | void;

interface WantedForm {
  readonly form: WireForm;
  readonly typmod: number;
  readonly isBinary: boolean;
}

/** Returns how values are written directly from memory; `undefined` where they become texts first. */
export function putStored(stored: StoredValues, wanted: WantedForm): PutStored | undefined {
  const { form, isBinary } = wanted;
  switch (stored.kind) {
    case 'units':
      return putUnits(stored, wanted);
    case 'doubles':
    case 'singles':
      return putDoubles(stored.kind === 'doubles' ? stored.doubles : stored.singles, form, isBinary);
    case 'truths': {
      if (form !== 'bool') return undefined;
      const [yes, no] = isBinary ? [1, 0] : [0x74, 0x66];
      return (sink, row) => sink.putByte(stored.truths[row] === 0 ? no : yes);
    }
    case 'days':
      return putDays(stored.days, form, isBinary);
    case 'micros':
      return putMicros(stored, form, isBinary);
    case 'utf8': {
      if (form !== 'text') return undefined;
      const { put, textAt } = stored;
      return (sink, row) => {
        if (!put(sink, row)) sink.putText(refuseZeros(textAt(row)));
      };
    }
    case 'bytes':
      if (form !== 'bytea') return undefined;
      return isBinary
        ? (sink, row) => putBytes(sink, stored.bytesAt(row))
        : (sink, row) => sink.putText(`\\x${Buffer.from(stored.bytesAt(row)).toString('hex')}`);
    case 'texts':
      return undefined;
  }
}

type Units = Extract<StoredValues, { kind: 'units' }>;

function putUnits({ units, decimals, textAt }: Units, { form, typmod, isBinary }: WantedForm): PutStored | undefined {
  switch (form) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
      if (decimals > 0) return undefined;
      return isBinary ? binaryIntegers(units, textAt, form) : textIntegers(units, textAt, form);
    case 'float8': {
      if (decimals > mostDecimals) return undefined;
      const one = 10 ** decimals; // exact, as the count of units: the quotient is the nearest double
      const valueAt = (row: number) => {
        const value = units[row] as number;
        return Number.isNaN(value) ? Number(textAt(row)) : value / one;
      };
      return isBinary
        ? (sink, row) => putBinaryDouble(sink, valueAt(row))
        : (sink, row) => putFloat8(sink, valueAt(row));
    }
    case 'numeric': {
      const shown = shownDecimals(typmod);
      if (decimals > mostDecimals || shown > decimals) return undefined;
      if (!isBinary) {
        return (sink, row) => {
          const value = units[row] as number;
          if (Number.isNaN(value)) sink.putText(textAt(row));
          else putDecimal(sink, value, decimals);
        };
      }
      return (sink, row) => {
        const value = units[row] as number;
        if (Math.abs(value) < mostBinaryUnits) putBinaryUnits(sink, value, decimals);
        else if (Number.isNaN(value)) putBinaryNumeric(sink, numericText(textAt(row), shown));
        else putBinaryNumeric(sink, numericText(withDecimals(value, decimals), shown));
      };
    }
    default:
      return undefined;
  }
}

function withDecimals(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const sign = units < 0 ? '-' : '';
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function textIntegers(units: Float64Array, textAt: (row: number) => string, form: IntegerForm): PutStored {
  return (sink, row) => {
    const value = units[row] as number;
    if (Number.isNaN(value)) sink.putText(String(readWireInteger(textAt(row), form)));
    else putDecimal(sink, requireInRange(value, form), 0);
  };
}

function binaryIntegers(units: Float64Array, textAt: (row: number) => string, form: IntegerForm): PutStored {
  switch (form) {
    case 'int2':
      return (sink, row) => {
        sink.reserve(2);
        sink.view.setInt16(sink.end, requireInRange(units[row] as number, form));
        sink.end += 2;
      };
    case 'int4':
      return (sink, row) => {
        sink.reserve(4);
        sink.view.setInt32(sink.end, requireInRange(units[row] as number, form));
        sink.end += 4;
      };
    case 'oid':
      return (sink, row) => {
        sink.reserve(4);
        sink.view.setUint32(sink.end, requireInRange(units[row] as number, form));
        sink.end += 4;
      };
    case 'int8':
      return (sink, row) => {
        const value = units[row] as number;
        sink.reserve(8);
        if (Number.isNaN(value)) sink.view.setBigInt64(sink.end, readWireInteger(textAt(row), form));
        else putInt64(sink.view, sink.end, value);
        sink.end += 8;
      };
  }
}

function putDoubles(values: Float64Array | Float32Array, form: WireForm, isBinary: boolean): PutStored | undefined {
  switch (form) {
    case 'float8':
      return isBinary
        ? (sink, row) => putBinaryDouble(sink, values[row] as number)
        : (sink, row) => putFloat8(sink, values[row] as number);
    case 'float4':
      if (!isBinary) return (sink, row) => sink.putText(float4Text(Math.fround(values[row] as number)));
      return (sink, row) => {
        sink.reserve(4);
        sink.view.setFloat32(sink.end, values[row] as number);
        sink.end += 4;
      };
    default:
      return undefined;
  }
}

function putBinaryDouble(sink: ByteSink, value: number): void {
  sink.reserve(8);
  sink.view.setFloat64(sink.end, value);
  sink.end += 8;
}

function putDays(days: Int32Array, form: WireForm, isBinary: boolean): PutStored | undefined {
  const dayAt = (row: number) => {
    const day = days[row] as number;
    return day === infiniteDay ? Infinity : day === -infiniteDay ? -Infinity : day;
  };
  switch (form) {
    case 'date':
      return isBinary ? (sink, row) => putBinaryDate(sink, dayAt(row)) : (sink, row) => putDate(sink, dayAt(row));
    case 'timestamp':
    case 'timestamptz': {
      const zone = form === 'timestamp' ? '' : '+00';
      return isBinary
        ? (sink, row) => putBinaryTimestamp(sink, dayAt(row), 0)
        : (sink, row) => putTimestamp(sink, dayAt(row), 0, zone);
    }
    default:
      return undefined;
  }
}

type Micros = Extract<StoredValues, { kind: 'micros' }>;

function putMicros({ micros, textAt }: Micros, form: WireForm, isBinary: boolean): PutStored | undefined {
  switch (form) {
    case 'date':
      return (sink, row) => {
        const value = micros[row] as number;
        const day = Number.isNaN(value) ? readTimeParts(textAt(row)).day : Math.floor(value / MICROS_A_DAY);
        if (isBinary) putBinaryDate(sink, day);
        else putDate(sink, day);
      };
    case 'timestamp':
    case 'timestamptz': {
      const zone = form === 'timestamp' ? '' : '+00';
      const putParts: typeof putTimestamp = isBinary ? putBinaryTimestamp : putTimestamp;
      return (sink, row) => {
        const value = micros[row] as number;
        if (Number.isNaN(value)) {
          const parts = readTimeParts(textAt(row));
          putParts(sink, parts.day, parts.micros, zone);
          return;
        }
        const day = Math.floor(value / MICROS_A_DAY);
        putParts(sink, day, value - day * MICROS_A_DAY, zone);
      };
    }
    default:
      return undefined;
  }
}

function putBytes(sink: ByteSink, bytes: Uint8Array): void {
  sink.reserve(bytes.length);
  sink.bytes.set(bytes, sink.end);
  sink.end += bytes.length;
}
