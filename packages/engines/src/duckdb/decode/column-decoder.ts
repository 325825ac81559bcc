import { DuckDBDecimalType, DuckDBEnumType, type DuckDBResult, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { ResultColumn } from '../../engine.ts';
import {
  decodeDecimal,
  decodeDouble,
  decodeFloat,
  decodeInt8,
  decodeInt16,
  decodeInt32,
  decodeInt64,
  decodeInt128,
  decodeUint8,
  decodeUint16,
  decodeUint32,
  decodeUint64,
  decodeUint128,
} from './decode-numbers.ts';
import { enumDecoder, textDecoder } from './decode-texts.ts';
import {
  decodeDate,
  decodeTimestampMs,
  decodeTimestampNs,
  decodeTimestampS,
  decodeTimestampUs,
} from './decode-times.ts';
import { type DecodeVector, decodeBoolean } from './values.ts';

export interface VectorDecoder extends ResultColumn {
  /** Reads the vector's memory; `undefined` for the rare types that go through the driver, value by value. */
  readonly decode?: DecodeVector;
}

export function columnDecoders(result: DuckDBResult): readonly VectorDecoder[] {
  return Array.from({ length: result.columnCount }, (_, index) => ({
    name: result.columnName(index),
    ...decoderFor(result.columnType(index)),
  }));
}

function decoderFor(type: DuckDBType): Omit<VectorDecoder, 'name'> {
  if (type instanceof DuckDBDecimalType) {
    const { width, scale } = type;
    return { type: 'number', exact: { digits: width, decimals: scale }, decode: decodeDecimal(width, scale) };
  }
  if (type instanceof DuckDBEnumType) return { type: 'string', decode: enumDecoder(type) };
  if (type.typeId === DuckDBTypeId.VARCHAR)
    return { type: 'string', ...(type.alias === undefined ? { isText: true } : {}), decode: textDecoder() };
  return SIMPLE.get(type.typeId) ?? { type: 'string' };
}

const SIMPLE: ReadonlyMap<DuckDBTypeId, Omit<VectorDecoder, 'name'>> = new Map<
  DuckDBTypeId,
  Omit<VectorDecoder, 'name'>
>([
  [DuckDBTypeId.BOOLEAN, { type: 'boolean', decode: decodeBoolean }],
  [DuckDBTypeId.TINYINT, { type: 'number', exact: 'integer', decode: decodeInt8 }],
  [DuckDBTypeId.SMALLINT, { type: 'number', exact: 'integer', decode: decodeInt16 }],
  [DuckDBTypeId.INTEGER, { type: 'number', exact: 'integer', decode: decodeInt32 }],
  [DuckDBTypeId.BIGINT, { type: 'number', exact: 'bigint', decode: decodeInt64 }],
  [DuckDBTypeId.HUGEINT, { type: 'number', exact: { digits: 39, decimals: 0 }, decode: decodeInt128 }],
  [DuckDBTypeId.UTINYINT, { type: 'number', exact: 'integer', decode: decodeUint8 }],
  [DuckDBTypeId.USMALLINT, { type: 'number', exact: 'integer', decode: decodeUint16 }],
  [DuckDBTypeId.UINTEGER, { type: 'number', exact: 'integer', decode: decodeUint32 }],
  [DuckDBTypeId.UBIGINT, { type: 'number', exact: { digits: 20, decimals: 0 }, decode: decodeUint64 }],
  [DuckDBTypeId.UHUGEINT, { type: 'number', exact: { digits: 39, decimals: 0 }, decode: decodeUint128 }],
  [DuckDBTypeId.FLOAT, { type: 'number', isDouble: true, isSingle: true, decode: decodeFloat }],
  [DuckDBTypeId.DOUBLE, { type: 'number', isDouble: true, decode: decodeDouble }],
  [DuckDBTypeId.BIGNUM, { type: 'number' }],
  [DuckDBTypeId.DATE, { type: 'time', isDay: true, decode: decodeDate }],
  [DuckDBTypeId.TIMESTAMP, { type: 'time', decode: decodeTimestampUs }],
  [DuckDBTypeId.TIMESTAMP_TZ, { type: 'time', decode: decodeTimestampUs }],
  [DuckDBTypeId.TIMESTAMP_S, { type: 'time', decode: decodeTimestampS }],
  [DuckDBTypeId.TIMESTAMP_MS, { type: 'time', decode: decodeTimestampMs }],
  [DuckDBTypeId.TIMESTAMP_NS, { type: 'time', decode: decodeTimestampNs }],
]);
