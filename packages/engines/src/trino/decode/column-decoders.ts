import { type ColumnDecoder, decodeWith, storeWith } from '../../batch-queue.ts';
import { EngineError, type ResultColumn } from '../../engine.ts';
import { blobText, doubleText, floatText, withoutExponent } from '../../value-text/index.ts';
import type { TrinoColumn, TrinoRow, TrinoType } from '../page.ts';
import type { TextJson } from '../page-json.ts';
import { nestedText } from './nested-text.ts';
import { trinoExactTime, timeText } from './time-text.ts';

interface TrinoDecoding extends Omit<ResultColumn, 'name'> {
  /** @param value not `null` */
  readonly read: (value: TextJson) => string | boolean | null;
  /** Absent: `read` leaves nothing out. */
  readonly readExact?: (value: TextJson) => string;
}

export function columnDecoders(columns: readonly TrinoColumn[]): readonly ColumnDecoder<TrinoRow>[] {
  return columns.map(({ name, type }) => {
    const { read, readExact, ...column } = decodingOf(type);
    const store = readExact === undefined ? {} : { store: storeWith(readExact) };
    return { name, ...column, decode: decodeWith(read), ...store };
  });
}

/** Decoders by the type's name. Types not listed are texts, and as JSON where they are made of several values. */
function decodingOf(type: TrinoType): TrinoDecoding {
  switch (type.rawType) {
    case 'boolean':
      return { type: 'boolean', read: truth };
    case 'tinyint':
    case 'smallint':
    case 'integer':
      return { type: 'number', exact: 'integer', read: wholeText };
    case 'bigint':
      return { type: 'number', exact: 'bigint', read: wholeText };
    case 'decimal': {
      const [digits = 38, decimals = 0] = type.numbers;
      return { type: 'number', exact: { digits, decimals }, read: decimalText };
    }
    case 'number':
      return { type: 'number', read: numberText, readExact: exactNumberText };
    case 'real':
      return {
        type: 'number',
        isDouble: true,
        isSingle: true,
        read: (value) => floatText(Math.fround(double(value))),
        readExact: text,
      };
    case 'double':
      return { type: 'number', isDouble: true, read: (value) => doubleText(double(value)), readExact: text };
    case 'date':
      return { type: 'time', isDay: true, read: (value) => timeText(text(value)) };
    case 'timestamp':
    case 'timestamp with time zone':
      return {
        type: 'time',
        read: (value) => timeText(text(value)),
        readExact: (value) => trinoExactTime(text(value)),
      };
    case 'varchar':
      return { type: 'string', isText: true, read: text };
    case 'varbinary':
      return { type: 'string', read: (value) => blobText(Buffer.from(text(value), 'base64')) };
    default:
      return { type: 'string', read: (value) => (typeof value === 'string' ? value : nestedText(value, type)) };
  }
}

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** A value of the type NUMBER: up to 200 digits, and exponents up to 16,384. */
const SCIENTIFIC = /^-?\d+(?:\.\d+)?(?:E[+-]?\d{1,5})?$/;
const NO_DIGITS: readonly TextJson[] = ['NaN', '+Infinity', '-Infinity'];

function wholeText(value: TextJson): string {
  return matching(value, WHOLE);
}

function exactNumberText(value: TextJson): string {
  return numberText(value) ?? text(value);
}

function decimalText(value: TextJson): string {
  return matching(value, DECIMAL);
}

function numberText(value: TextJson): string | null {
  return NO_DIGITS.includes(value) ? null : withoutExponent(matching(value, SCIENTIFIC));
}

/** No other text may pass as a number: answers show these as they are. */
function matching(value: TextJson, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value;
  throw unexpected();
}

function double(value: TextJson): number {
  return Number(text(value));
}

function text(value: TextJson): string {
  if (typeof value === 'string') return value;
  throw unexpected();
}

function truth(value: TextJson): boolean {
  if (typeof value === 'boolean') return value;
  throw unexpected();
}

function unexpected(): EngineError {
  return new EngineError('connection', new Error('a value that is not of the type of its column'));
}
