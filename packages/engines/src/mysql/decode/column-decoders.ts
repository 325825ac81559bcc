import type { FieldPacket } from 'mysql2';
import { type ColumnDecoder, decodeWith, storeWith } from '../../batch-queue.ts';
import type { ColumnType, ExactType } from '../../engine.ts';
import { blobText, doubleText, floatText } from '../../value-text/index.ts';
import type { DriverRow } from '../session.ts';
import { requireComparable } from './text-length.ts';
import { mysqlExactTime, timeText } from './time-text.ts';

type MySqlValue = string | boolean | null;

interface MySqlDecoding {
  readonly type: ColumnType;
  readonly isDay?: true;
  readonly isDouble?: true;
  readonly isSingle?: true;
  readonly isText?: true;
  readonly exact?: ExactType;
  readonly read: (value: unknown) => MySqlValue;
  /** Absent: `read` leaves nothing out. */
  readonly readExact?: (value: unknown) => MySqlValue;
}

/** @param wanted type that the caller expects of each column */
export function columnDecoders(
  fields: readonly FieldPacket[],
  wanted: readonly { readonly type: ColumnType }[],
): readonly ColumnDecoder<DriverRow>[] {
  return fields.map((field, index) => {
    const decoding = decodingOf(field);
    const isTruth = wanted[index]?.type === 'boolean' && decoding.type === 'number';
    const { read, readExact, ...column } = isTruth ? truth(decoding) : decoding;
    const store = readExact === undefined ? {} : { store: storeWith(readExact) };
    return { name: field.name, ...column, decode: decodeWith(read), ...store };
  });
}

/**
 * Decoders by the type on the wire: https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html. All other
 * types are texts.
 */
function decodingOf(field: FieldPacket): MySqlDecoding {
  const { columnType, decimals } = field;
  switch (columnType) {
    case 8: // LONGLONG
      return { type: 'number', exact: isUnsigned(field) ? { digits: 20, decimals: 0 } : 'bigint', read: String };
    case 0: // DECIMAL, until MySQL 5
    case 246: // NEWDECIMAL
      return { type: 'number', exact: decimalOf(field), read: String };
    case 1: // TINY
    case 2: // SHORT
    case 3: // LONG
    case 9: // INT24
    case 13: // YEAR
      return { type: 'number', exact: 'integer', read: String };
    case 4: // FLOAT
      return { type: 'number', isDouble: true, isSingle: true, read: (value) => floatText(Number(value)) };
    case 5: // DOUBLE
      return { type: 'number', isDouble: true, read: (value) => doubleText(Number(value)) };
    case 16: // BIT
      return { type: 'number', read: bitText };
    case 7: // TIMESTAMP
    case 12: // DATETIME
      return {
        type: 'time',
        read: (value) => timeText(String(value), decimals),
        readExact: (value) => mysqlExactTime(String(value), decimals),
      };
    case 10: // DATE
    case 14: // NEWDATE
      return { type: 'time', isDay: true, read: (value) => timeText(String(value), decimals) };
    default:
      return { type: 'string', isText: true, read: plainText };
  }
}

/** Flag of a column without negative numbers. */
const unsigned = 32;

function isUnsigned({ flags }: FieldPacket): boolean {
  return typeof flags === 'number' && (flags & unsigned) !== 0;
}

/** Reads the digits of a decimal from a length that counts the point, and a sign. */
function decimalOf(field: FieldPacket): ExactType {
  const { columnLength = 0, decimals = 0 } = field;
  return { digits: columnLength - (decimals > 0 ? 1 : 0) - (isUnsigned(field) ? 0 : 1), decimals };
}

/** These servers store booleans as numbers: every value but 0 is true. */
function truth({ read }: MySqlDecoding): MySqlDecoding {
  return { type: 'boolean', read: (value) => Number(read(value)) !== 0 };
}

function bitText(value: unknown): string {
  return value instanceof Uint8Array ? String(BigInt(`0x${Buffer.from(value).toString('hex')}`)) : String(value);
}

/** Texts and bytes; shapes and vectors, which the driver parses, as JSON. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return requireComparable(value);
  return requireComparable(value instanceof Uint8Array ? blobText(value) : JSON.stringify(value));
}
