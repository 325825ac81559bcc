import type { ByteSink } from '../../value-text/index.ts';
import type { PutValue } from './put-forms.ts';
import { readArrayText } from './read-array-text.ts';
import { wireValueError } from './wire-value-error.ts';

type ArrayItem = string | number | boolean | null | ArrayItem[] | { readonly [key: string]: unknown };

/** Most dimensions that PostgreSQL allows. */
const mostDimensions = 6;
const SPECIAL = /^$|^null$|[{}",\\\s]/i;

/** The text form of an array, `{1,NULL,"a b"}`, of a list in JSON. @param put the text form of its elements */
export function arrayLiteral(put: PutValue): PutValue {
  return (sink, value) => {
    if (value.startsWith('{')) return sink.putText(value); // statements write it so
    const items = readList(value);
    if (countOf(dimensionsOf(items)) === 0) sink.putText('{}');
    else putItems(sink, items, put);
  };
}

function putItems(sink: ByteSink, items: readonly ArrayItem[], put: PutValue): void {
  sink.putByte(0x7b);
  for (const [index, item] of items.entries()) {
    if (index > 0) sink.putByte(0x2c);
    if (Array.isArray(item)) putItems(sink, item, put);
    else if (item === null) sink.putText('NULL');
    else putElement(sink, item, put);
  }
  sink.putByte(0x7d);
}

const decoder = new TextDecoder();

function putElement(sink: ByteSink, item: Exclude<ArrayItem, null | ArrayItem[]>, put: PutValue): void {
  const from = sink.end;
  put(sink, itemText(item));
  const written = decoder.decode(sink.bytes.subarray(from, sink.end));
  if (!SPECIAL.test(written)) return;
  sink.end = from;
  sink.putText(`"${written.replace(/["\\]/g, String.raw`\$&`)}"`);
}

/** The text form of a vector: its elements with spaces between them. */
export function vectorText(sink: ByteSink, value: string): void {
  sink.putText(readVector(value).map(itemText).join(' '));
}

/**
 * The binary form of an array, as `array_send` writes it.
 *
 * @param put the binary form of its elements @param element object id of their type @param lowerBound of vectors: these
 *   have one dimension, even if they are empty, and it begins at 0
 */
export function putBinaryArray(put: PutValue, element: number, lowerBound?: 0): PutValue {
  return (sink, value) => {
    const isVector = lowerBound !== undefined;
    const items = isVector ? readVector(value) : readList(value);
    const sizes = isVector ? [items.length] : dimensionsOf(items);
    const dimensions = !isVector && countOf(sizes) === 0 ? [] : sizes;
    const flat = items.flat(mostDimensions) as Exclude<ArrayItem, ArrayItem[]>[];
    sink.reserve(12 + dimensions.length * 8);
    putInt32(sink, dimensions.length);
    putInt32(sink, flat.includes(null) ? 1 : 0);
    putInt32(sink, element);
    for (const size of dimensions) {
      putInt32(sink, size);
      putInt32(sink, lowerBound ?? 1);
    }
    for (const item of flat) {
      const at = sink.end;
      putInt32(sink, -1);
      if (item === null) continue;
      put(sink, itemText(item));
      sink.view.setInt32(at, sink.end - at - 4);
    }
  };
}

function putInt32(sink: ByteSink, value: number): void {
  sink.reserve(4);
  sink.view.setInt32(sink.end, value);
  sink.end += 4;
}

function readVector(value: string): readonly ArrayItem[] {
  if (value.startsWith('[')) return readList(value);
  return value.split(' ').filter((part) => part !== '');
}

function readList(value: string): ArrayItem[] {
  if (value.startsWith('{')) return readArrayText(value);
  const list: unknown = value.startsWith('[') ? JSON.parse(value) : undefined;
  if (!Array.isArray(list)) throw wireValueError('array', 'it is not a list');
  return list as ArrayItem[];
}

/** @throws EngineError where lists of one level have different lengths: arrays of PostgreSQL have one for each dimension */
function dimensionsOf(items: readonly ArrayItem[]): readonly number[] {
  const sizes: number[] = [];
  const visit = (list: readonly ArrayItem[], depth: number): void => {
    if (depth >= mostDimensions) throw wireValueError('array', `it has more than ${mostDimensions} dimensions`);
    sizes[depth] ??= list.length;
    const isDeep = Array.isArray(list[0]);
    if (sizes[depth] !== list.length || list.some((item) => Array.isArray(item) !== isDeep)) {
      throw wireValueError('array', 'its inner lists have different lengths');
    }
    if (isDeep) for (const item of list) visit(item as ArrayItem[], depth + 1);
  };
  visit(items, 0);
  return sizes;
}

function countOf(sizes: readonly number[]): number {
  return sizes.reduce((product, size) => product * size, 1);
}

function itemText(item: ArrayItem): string {
  if (typeof item === 'string') return item;
  return typeof item === 'object' ? JSON.stringify(item) : String(item);
}
