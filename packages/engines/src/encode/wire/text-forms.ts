import { arrayLiteral, vectorText } from './array-forms.ts';
import { float4Text, putFloat8 } from './float-text.ts';
import { intervalText, readIntervalParts, readTimeOfDay } from './interval-forms.ts';
import { shownDecimals, numericText } from './numeric-forms.ts';
import type { PutValue } from './put-forms.ts';
import { putDate, putTimeOfDay, putTimestamp } from './put-times.ts';
import { blobBytes, readWireTruth, readDouble, readWireInteger, refuseZeros } from './scalar-values.ts';
import { readTimeParts } from './time-parts.ts';
import { wireTypeOf } from './wire-types.ts';

/** The text form of a type. */
export function textForm(oid: number, typmod: number): PutValue {
  const { form, element } = wireTypeOf(oid);
  switch (form) {
    case 'bool':
      return (sink, value) => sink.putByte(readWireTruth(value) ? 0x74 : 0x66);
    case 'int2':
    case 'int4':
    case 'int8':
    case 'oid':
      return (sink, value) => sink.putText(String(readWireInteger(value, form)));
    case 'float4':
      return (sink, value) => sink.putText(float4Text(Math.fround(readDouble(value))));
    case 'float8':
      return (sink, value) => putFloat8(sink, readDouble(value));
    case 'numeric': {
      const decimals = shownDecimals(typmod);
      return (sink, value) => sink.putText(numericText(value, decimals));
    }
    case 'bytea':
      return (sink, value) => sink.putText(`\\x${blobBytes(value).toString('hex')}`);
    case 'date':
      return (sink, value) => putDate(sink, readTimeParts(value).day);
    case 'timestamp':
    case 'timestamptz': {
      const zone = form === 'timestamp' ? '' : '+00';
      return (sink, value) => {
        const { day, micros } = readTimeParts(value);
        putTimestamp(sink, day, micros, zone);
      };
    }
    case 'time':
      return (sink, value) => putTimeOfDay(sink, readTimeOfDay(value).micros);
    case 'timetz':
      return (sink, value) => {
        const { micros, zone = '+00' } = readTimeOfDay(value);
        putTimeOfDay(sink, micros);
        sink.putText(zone);
      };
    case 'interval':
      return (sink, value) => sink.putText(intervalText(readIntervalParts(value)));
    case 'array':
      return arrayLiteral(textForm(element, typmod));
    case 'vector':
      return vectorText;
    case 'text':
    case 'jsonb':
    case 'uuid':
    case 'named-oid':
      return (sink, value) => sink.putText(refuseZeros(value));
  }
}
