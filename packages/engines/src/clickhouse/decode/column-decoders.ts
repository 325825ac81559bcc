import { type ColumnDecoder, decodeWith } from '../../batch-queue.ts';
import type { ColumnType } from '../../engine.ts';
import { EngineError } from '../../engine.ts';
import { dayText, doubleText, floatText, instantText, withPoint } from '../../value-text/index.ts';
import { addressText, uuidText } from './address-text.ts';
import type { ByteReader } from './byte-reader.ts';
import { clockText, finerClockText } from './clock-text.ts';
import { type ClickhouseDecoding, type ClickhouseValue, double, fineTime, shortFloat } from './shown-decodings.ts';
import { readElement, readMember, readTypeName, type TupleElement } from './type-name.ts';

export type ClickhouseRow = readonly ClickhouseValue[];

/** A column, and how its values are read from the bytes of a row. */
export interface ColumnReader extends ColumnDecoder<ClickhouseRow> {
  readonly read: ClickhouseDecoding['read'];
}

/**
 * @param wanted type that the caller expects of each column: comparisons are numbers of one byte
 * @throws EngineError for a type whose values cannot be read
 */
export function columnReaders(
  columns: readonly { readonly name: string; readonly type: string }[],
  wanted: readonly { readonly type: ColumnType }[],
): readonly ColumnReader[] {
  return columns.map(({ name, type }, index) => {
    const decoding = decodingOf(type, { column: name, type, depth: 0 });
    const isTruth = wanted[index]?.type === 'boolean' && decoding.type === 'number';
    const { read, show, json: _, ...column } = isTruth ? truth(decoding) : decoding;
    const decode = (rows: readonly ClickhouseRow[], at: number) => rows.map((row) => row[at] ?? null);
    if (show === undefined) return { name, ...column, read, decode };
    return {
      name,
      ...column,
      read,
      decode: decodeWith((value) => (typeof value === 'string' ? show(value) : value)),
      store: (rows, at) => ({ kind: 'texts', texts: decode(rows, at) }),
    };
  });
}

/** Bound on types within each other: a server allows 64 arrays. */
const mostNested = 100;

/** Where a type stands. */
interface TypePlace {
  readonly column: string;
  /** Type of the whole column. */
  readonly type: string;
  readonly depth: number;
}

const point = 'Tuple(Float64, Float64)';
/** Types that are names of others. */
const SHAPES: Readonly<Record<string, string>> = {
  Point: point,
  Ring: `Array(${point})`,
  LineString: `Array(${point})`,
  MultiPoint: `Array(${point})`,
  Polygon: `Array(Array(${point}))`,
  MultiLineString: `Array(Array(${point}))`,
  MultiPolygon: `Array(Array(Array(${point})))`,
};

/** Decoders by type: https://clickhouse.com/docs/sql-reference/data-types */
function decodingOf(type: string, surroundings: TypePlace): ClickhouseDecoding {
  const { name, parts } = readTypeName(type);
  const [first = '', second = ''] = parts;
  const inner = { ...surroundings, depth: surroundings.depth + 1 };
  if (inner.depth > mostNested) throw refusal(surroundings);
  switch (name) {
    case 'Nullable':
      return nullable(decodingOf(first, inner));
    case 'LowCardinality':
      return decodingOf(first, inner);
    case 'SimpleAggregateFunction':
      return decodingOf(second, inner);
    case 'Nothing':
      return { type: 'string', read: () => null };
    case 'Bool':
      return { type: 'boolean', read: (reader) => reader.byte() !== 0 };
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
      return wholeNumber(name);
    case 'Int64':
      return { type: 'number', exact: 'bigint', read: (reader) => String(reader.whole()) };
    case 'Int128':
    case 'Int256':
    case 'UInt64':
    case 'UInt128':
    case 'UInt256':
      return bigNumber(name);
    case 'Float64':
      return double({ type: 'number', isDouble: true }, (reader) => reader.double(), doubleText);
    case 'Float32':
      return double({ type: 'number', isDouble: true, isSingle: true }, (reader) => reader.single(), floatText);
    case 'BFloat16':
      return double({ type: 'number', isDouble: true, isSingle: true }, shortFloat, floatText);
    case 'Decimal':
      return decimal(Number(first), Number(second));
    case 'String':
      return { type: 'string', isText: true, read: (reader) => reader.text() };
    case 'FixedString':
      return fixedText(Number(first));
    case 'Enum8':
    case 'Enum16':
      return enumeration(new Map(parts.map(readMember)), name === 'Enum8' ? 1 : 2);
    case 'Date':
      return { type: 'time', isDay: true, read: (reader) => dayText(reader.small(2, false)) };
    case 'Date32':
      return { type: 'time', isDay: true, read: (reader) => dayText(reader.small(4, true)) };
    case 'DateTime':
      return { type: 'time', read: (reader) => instantText(reader.small(4, false) * 1000) };
    case 'DateTime64':
      return fineTime(Number(first));
    case 'Time':
      return { type: 'string', read: (reader) => clockText(reader.small(4, true)) };
    case 'Time64': {
      const digits = Number(first);
      return { type: 'string', read: (reader) => finerClockText(BigInt(reader.whole()), digits) };
    }
    case 'UUID':
      return { type: 'string', read: (reader) => uuidText(reader.bytes(16)) };
    case 'IPv4':
      return { type: 'string', read: (reader) => [...reader.bytes(4)].reverse().join('.') };
    case 'IPv6':
      return { type: 'string', read: (reader) => addressText(reader.bytes(16)) };
    case 'JSON':
      return { type: 'string', read: (reader) => reader.text(), json: (reader) => reader.text() };
    case 'Array':
      return nested(list(jsonOf(decodingOf(first, inner))));
    case 'Nested':
      return nested(list(tuple(parts.map(readElement), inner)));
    case 'Tuple':
      return nested(tuple(parts.map(readElement), inner));
    case 'Map':
      return nested(map(jsonOf(decodingOf(first, inner)), jsonOf(decodingOf(second, inner))));
    default: {
      const shape = SHAPES[name];
      if (shape === undefined) throw refusal(surroundings);
      return decodingOf(shape, inner);
    }
  }
}

function refusal({ column, type }: TypePlace): EngineError {
  const shown = type.length > 200 ? `${type.slice(0, 200)}…` : type;
  return new EngineError('statement', new Error(`the column '${column}' has the type ${shown}; cast it to String`));
}

function nullable({ read, json, ...column }: ClickhouseDecoding): ClickhouseDecoding {
  return {
    ...column,
    read: (reader) => (reader.byte() === 1 ? null : read(reader)),
    ...(json === undefined ? {} : { json: (reader) => (reader.byte() === 1 ? 'null' : json(reader)) }),
  };
}

function wholeNumber(name: string): ClickhouseDecoding {
  const isSigned = !name.startsWith('U');
  const length = Number(name.replace(/^U?Int/, '')) / 8;
  const read = (reader: ByteReader) => String(reader.small(length, isSigned));
  return { type: 'number', exact: 'integer', read, json: read };
}

function bigNumber(name: string): ClickhouseDecoding {
  const isSigned = !name.startsWith('U');
  const bits = Number(name.replace(/^U?Int/, ''));
  const exact = { digits: Math.ceil((isSigned ? bits - 1 : bits) * Math.log10(2)), decimals: 0 };
  return { type: 'number', exact, read: (reader) => String(reader.big(bits / 8, isSigned)) };
}

function decimal(digits: number, decimals: number): ClickhouseDecoding {
  const column = { type: 'number', exact: { digits, decimals } } as const;
  if (digits <= 9) return { ...column, read: (reader) => withPoint(String(reader.small(4, true)), decimals) };
  if (digits <= 18) return { ...column, read: (reader) => withPoint(String(reader.whole()), decimals) };
  const length = digits <= 38 ? 16 : 32;
  return { ...column, read: (reader) => withPoint(String(reader.big(length, true)), decimals) };
}

/** Shorter texts are filled up with zeros, which belong to the value where it is no text. */
function fixedText(length: number): ClickhouseDecoding {
  return {
    type: 'string',
    isText: true,
    read: (reader) => {
      const text = reader.textOf(length);
      return text.endsWith('\0') ? text.replace(/\0+$/, '') : text;
    },
  };
}

function enumeration(members: ReadonlyMap<number, string>, length: number): ClickhouseDecoding {
  return {
    type: 'string',
    isText: true,
    read: (reader) => {
      const name = members.get(reader.small(length, true));
      if (name === undefined) throw new EngineError('connection', new Error('a value that its enumeration has not'));
      return name;
    },
  };
}

function truth({ read }: ClickhouseDecoding): ClickhouseDecoding {
  return {
    type: 'boolean',
    read: (reader) => {
      const value = read(reader);
      return value === null ? null : Number(value) !== 0;
    },
  };
}

type ReadJson = (reader: ByteReader) => string;

function nested(json: ReadJson): ClickhouseDecoding {
  return { type: 'string', read: json, json };
}

/** Values within others as in those of DuckDB: small integers, doubles and booleans unquoted, all others as texts. */
function jsonOf({ read, json }: ClickhouseDecoding): ReadJson {
  return json ?? ((reader) => JSON.stringify(read(reader)));
}

function list(item: ReadJson): ReadJson {
  return (reader) => {
    const items: string[] = [];
    for (let left = reader.count(); left > 0; left -= 1) items.push(item(reader));
    return `[${items.join(',')}]`;
  };
}

/** An object where every element has a name, and a list otherwise. */
function tuple(elements: readonly TupleElement[], inner: TypePlace): ReadJson {
  const reads = elements.map(({ type }) => jsonOf(decodingOf(type, inner)));
  const names = elements.map(({ name }) => name);
  const isNamed = names.length > 0 && new Set(names).size === names.length && !names.includes(undefined);
  if (!isNamed) return (reader) => `[${reads.map((read) => read(reader)).join(',')}]`;
  const keys = names.map((name) => JSON.stringify(name));
  return (reader) => `{${reads.map((read, index) => `${keys[index]}:${read(reader)}`).join(',')}}`;
}

/** A key that comes twice is written twice. */
function map(key: ReadJson, value: ReadJson): ReadJson {
  return (reader) => {
    const entries: string[] = [];
    for (let left = reader.count(); left > 0; left -= 1) {
      const name = key(reader);
      entries.push(`${name.startsWith('"') ? name : JSON.stringify(name)}:${value(reader)}`);
    }
    return `{${entries.join(',')}}`;
  };
}
