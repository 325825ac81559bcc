import { DuckDBDecimalType, DuckDBEnumType, type DuckDBResult, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { ResultColumn } from '../../engine.ts';
import {
  decimalType,
  doubleType,
  floatType,
  int8Type,
  int16Type,
  int32Type,
  int64Type,
  int128Type,
  uint8Type,
  uint16Type,
  uint32Type,
  uint64Type,
  uint128Type,
} from './decode-numbers.ts';
import { blobType, enumType, textType } from './decode-texts.ts';
import { dateType, timestampMsType, timestampNsType, timestampSType, timestampUsType } from './decode-times.ts';
import { booleanType, type VectorType } from './values.ts';

export interface ChunkColumn extends ResultColumn {
  /** Reads the vector's memory; `undefined` for the rare types that go through the driver, value by value. */
  readonly vectorType?: VectorType;
}

export function chunkColumns(result: DuckDBResult): readonly ChunkColumn[] {
  return Array.from({ length: result.columnCount }, (_, index) => ({
    name: result.columnName(index),
    ...columnFor(result.columnType(index)),
  }));
}

function columnFor(type: DuckDBType): Omit<ChunkColumn, 'name'> {
  if (type instanceof DuckDBDecimalType) {
    const { width, scale } = type;
    return { type: 'number', exact: { digits: width, decimals: scale }, vectorType: decimalType(width, scale) };
  }
  if (type instanceof DuckDBEnumType) return { type: 'string', vectorType: enumType(type) };
  if (type.typeId === DuckDBTypeId.VARCHAR)
    return { type: 'string', ...(type.alias === undefined ? { isText: true } : {}), vectorType: textType() };
  return SIMPLE.get(type.typeId) ?? { type: 'string' };
}

const SIMPLE: ReadonlyMap<DuckDBTypeId, Omit<ChunkColumn, 'name'>> = new Map<DuckDBTypeId, Omit<ChunkColumn, 'name'>>([
  [DuckDBTypeId.BOOLEAN, { type: 'boolean', vectorType: booleanType }],
  [DuckDBTypeId.TINYINT, { type: 'number', exact: 'integer', vectorType: int8Type }],
  [DuckDBTypeId.SMALLINT, { type: 'number', exact: 'integer', vectorType: int16Type }],
  [DuckDBTypeId.INTEGER, { type: 'number', exact: 'integer', vectorType: int32Type }],
  [DuckDBTypeId.BIGINT, { type: 'number', exact: 'bigint', vectorType: int64Type }],
  [DuckDBTypeId.HUGEINT, { type: 'number', exact: { digits: 39, decimals: 0 }, vectorType: int128Type }],
  [DuckDBTypeId.UTINYINT, { type: 'number', exact: 'integer', vectorType: uint8Type }],
  [DuckDBTypeId.USMALLINT, { type: 'number', exact: 'integer', vectorType: uint16Type }],
  [DuckDBTypeId.UINTEGER, { type: 'number', exact: 'integer', vectorType: uint32Type }],
  [DuckDBTypeId.UBIGINT, { type: 'number', exact: { digits: 20, decimals: 0 }, vectorType: uint64Type }],
  [DuckDBTypeId.UHUGEINT, { type: 'number', exact: { digits: 39, decimals: 0 }, vectorType: uint128Type }],
  [DuckDBTypeId.FLOAT, { type: 'number', isDouble: true, isSingle: true, vectorType: floatType }],
  [DuckDBTypeId.DOUBLE, { type: 'number', isDouble: true, vectorType: doubleType }],
  [DuckDBTypeId.BIGNUM, { type: 'number' }],
  [DuckDBTypeId.BLOB, { type: 'string', vectorType: blobType }],
  [DuckDBTypeId.DATE, { type: 'time', isDay: true, vectorType: dateType }],
  [DuckDBTypeId.TIMESTAMP, { type: 'time', vectorType: timestampUsType }],
  [DuckDBTypeId.TIMESTAMP_TZ, { type: 'time', vectorType: timestampUsType }],
  [DuckDBTypeId.TIMESTAMP_S, { type: 'time', vectorType: timestampSType }],
  [DuckDBTypeId.TIMESTAMP_MS, { type: 'time', vectorType: timestampMsType }],
  [DuckDBTypeId.TIMESTAMP_NS, { type: 'time', vectorType: timestampNsType }],
]);
