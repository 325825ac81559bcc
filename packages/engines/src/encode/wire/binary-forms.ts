import { putBinaryArray } from './array-forms.ts';
import { putBinaryInterval, putBinaryTimeOfDay, readIntervalParts, readTimeOfDay } from './interval-forms.ts';
import { shownDecimals, numericText, putBinaryNumeric } from './numeric-forms.ts';
import { putBinaryDate, putBinaryTimestamp } from './put-times.ts';
import { blobBytes, readWireTruth, readDouble, readWireInteger, refuseZeros, uuidBytes } from './scalar-values.ts';
import type { PutValue } from './put-forms.ts';
import { readTimeParts, zoneSeconds } from './time-parts.ts';
import { wireTypeOf } from './wire-types.ts';
import { wireValueError } from './wire-value-error.ts';

const JSONB_VERSION = 1;

/** The binary form of a type, as its `send` function writes it. */
export function binaryForm(oid: number, typmod: number): PutValue {
  const { form, element } = wireTypeOf(oid);
  switch (form) {
    case 'bool':
      return (sink, value) => sink.putByte(readWireTruth(value) ? 1 : 0);
    case 'int2':
      return fixed(2, (view, at, value) => view.setInt16(at, Number(readWireInteger(value, form))));
    case 'int4':
      return fixed(4, (view, at, value) => view.setInt32(at, Number(readWireInteger(value, form))));
    case 'int8':
      return fixed(8, (view, at, value) => view.setBigInt64(at, readWireInteger(value, form)));
    case 'oid':
      return fixed(4, (view, at, value) => view.setUint32(at, Number(readWireInteger(value, form))));
    case 'named-oid':
      return fixed(4, (view, at, value) => view.setUint32(at, objectId(value)));
    case 'float4':
      return fixed(4, (view, at, value) => view.setFloat32(at, readDouble(value)));
    case 'float8':
      return fixed(8, (view, at, value) => view.setFloat64(at, readDouble(value)));
    case 'numeric': {
      const decimals = shownDecimals(typmod);
      return (sink, value) => putBinaryNumeric(sink, numericText(value, decimals));
    }
    case 'bytea':
      return (sink, value) => putBytes(sink, blobBytes(value));
    case 'uuid':
      return (sink, value) => putBytes(sink, uuidBytes(value));
    case 'date':
      return (sink, value) => putBinaryDate(sink, readTimeParts(value).day);
    case 'timestamp':
    case 'timestamptz':
      return (sink, value) => {
        const { day, micros } = readTimeParts(value);
        putBinaryTimestamp(sink, day, micros);
      };
    case 'time':
      return (sink, value) => putBinaryTimeOfDay(sink, readTimeOfDay(value).micros);
    case 'timetz':
      return (sink, value) => {
        const { micros, zone } = readTimeOfDay(value);
        putBinaryTimeOfDay(sink, micros);
        sink.reserve(4);
        sink.view.setInt32(sink.end, -zoneSeconds(zone)); // seconds west of UTC
        sink.end += 4;
      };
    case 'interval':
      return (sink, value) => putBinaryInterval(sink, readIntervalParts(value));
    case 'array':
      return putBinaryArray(binaryForm(element, typmod), element);
    case 'vector':
      return putBinaryArray(binaryForm(element, typmod), element, 0);
    case 'jsonb':
      return (sink, value) => {
        sink.putByte(JSONB_VERSION);
        sink.putText(refuseZeros(value));
      };
    case 'text':
      return (sink, value) => sink.putText(refuseZeros(value));
  }
}

function fixed(size: number, set: (view: DataView, at: number, value: string) => void): PutValue {
  return (sink, value) => {
    sink.reserve(size);
    set(sink.view, sink.end, value);
    sink.end += size;
  };
}

function putBytes(sink: Parameters<PutValue>[0], bytes: Uint8Array): void {
  sink.reserve(bytes.length);
  sink.bytes.set(bytes, sink.end);
  sink.end += bytes.length;
}

/** Types such as regclass are object ids in their binary form, and names in their text form. */
function objectId(text: string): number {
  if (text === '-') return 0;
  if (/^\d+$/.test(text)) return Number(readWireInteger(text, 'oid'));
  throw wireValueError('object id', 'it is a name, which has only a text form: ask for text, or cast it to oid');
}
