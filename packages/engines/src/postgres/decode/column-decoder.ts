import type { FieldDef } from 'pg';
import { type ColumnDecoder, storeWith } from '../../batch-queue.ts';
import { arrayText, ELEMENTS } from './array-text.ts';
import { bytesText } from './bytes-text.ts';
import { intervalText } from './interval-text.ts';
import { double, exactNumber, float } from './number-text.ts';
import { postgresExactTime, timeText } from './time-text.ts';
import { decodeBooleans, decodeTexts, decodeWith, type TextRow } from './values.ts';

type Decoding = Omit<ColumnDecoder<TextRow>, 'name'>;

export function columnDecoders(fields: readonly FieldDef[]): readonly ColumnDecoder<TextRow>[] {
  return fields.map(({ name, dataTypeID, dataTypeModifier }) => ({
    name,
    ...(DECODERS.get(dataTypeID) ?? text),
    ...(dataTypeID === numeric ? exactlyOf(dataTypeModifier) : {}),
  }));
}

const numeric = 1700;

/** A numeric without a modifier has as many digits as each value needs. */
function exactlyOf(modifier: number): Pick<Decoding, 'exact'> {
  if (modifier < 4) return {};
  const [digits, decimals] = [(modifier - 4) >> 16, (modifier - 4) & 0x7ff];
  // Decimals of 11 bits with a sign: below 0 they are places before the point.
  return decimals > 1_000 ? {} : { exact: { digits, decimals } };
}

const text = { type: 'string', decode: decodeTexts } as const;
const time = {
  type: 'time',
  decode: decodeWith(timeText),
  store: storeWith<string | null>(postgresExactTime),
} as const;
/** Keeps `NaN` and the infinities. */
const storeNumbers = storeWith<string | null>((digits) => digits);
const integer = { type: 'number', exact: 'integer', decode: decodeTexts } as const;

const storeBytes: Decoding['store'] = (rows, column) => ({
  kind: 'bytes',
  bytesAt: (row) => Buffer.from((rows[row]?.[column] ?? '').slice(2), 'hex'),
});

/** Decoders by the object ids of types, which never change: `pg_type.dat` of PostgreSQL. Types not listed are texts. */
const DECODERS: ReadonlyMap<number, Decoding> = new Map<number, Decoding>([
  [16, { type: 'boolean', decode: decodeBooleans }],
  [17, { type: 'string', decode: decodeWith(bytesText), store: storeBytes }],
  [20, { ...integer, exact: 'bigint' }],
  [21, integer], // smallint
  [23, integer], // integer
  [26, integer], // oid
  [25, { ...text, isText: true }],
  [700, { type: 'number', isDouble: true, isSingle: true, decode: decodeWith(float), store: storeNumbers }],
  [701, { type: 'number', isDouble: true, decode: decodeWith(double), store: storeNumbers }],
  [numeric, { type: 'number', decode: decodeWith(exactNumber), store: storeNumbers }],
  [1043, { ...text, isText: true }], // varchar
  [1082, { ...time, isDay: true }], // date
  [1114, time], // timestamp
  [1184, time], // timestamptz
  [1186, { type: 'string', decode: decodeWith(intervalText) }],
  ...[...ELEMENTS].map(([id, element]) => [id, { type: 'string', decode: decodeWith(arrayText(element)) }] as const),
]);
