import { type PageInfo, pageQuerySchema } from '@orrery/contract';
import type { Key, KeysetRange } from '../content/keyset.ts';
import { InvalidFields, readParameters } from './invalid-fields.ts';

const defaultSize = 100;
const largestSize = 1_000;
/** Of names as they are compared: of 255 characters one may stand for eighteen. */
const longestText = 255 * 18;
/** The largest that every store can compare with the numbers of its rows. */
const largestNumber = 2_147_483_647;

/** How a list is sorted, so that no cursor of another list or another order is taken for one of this. */
export interface ListOrder {
  /** `folders by position` */
  readonly name: string;
  /** What the parts of its keys are. */
  readonly key: readonly ('number' | 'instant' | 'text')[];
}

/** @throws InvalidFields */
export function readKeysetPage(query: unknown, order: ListOrder): KeysetPage {
  const { first, after } = readParameters(pageQuerySchema, query);
  const size = Math.min(first ?? defaultSize, largestSize);
  return { size, order, range: { after: after === undefined ? undefined : readCursor(after, order), most: size + 1 } };
}

export interface KeysetPage {
  readonly size: number;
  readonly order: ListOrder;
  /** One row more is read, to know whether there are any. */
  readonly range: KeysetRange;
}

/** @param rows up to one more than the page holds */
export function presentKeysetPage<Row, Item>(
  rows: readonly Row[],
  { size, order, range }: KeysetPage,
  keyOf: (row: Row) => Key,
  present: (row: Row) => Item,
): { readonly items: readonly Item[]; readonly pageInfo: PageInfo } {
  const shown = rows.slice(0, size);
  const cursorOf = (row: Row | undefined) => (row === undefined ? null : writeCursor(order, keyOf(row)));
  return {
    items: shown.map(present),
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: range.after !== undefined,
      startCursor: cursorOf(shown[0]),
      endCursor: cursorOf(shown.at(-1)),
    },
  };
}

export function writeCursor({ name }: ListOrder, key: Key): string {
  return Buffer.from(JSON.stringify([name, ...key])).toString('base64url');
}

/** @throws InvalidFields */
function readCursor(text: string, order: ListOrder): Key {
  const key = keyIn(text, order);
  if (key) return key;
  throw new InvalidFields([{ path: 'after', message: 'is no cursor of this list' }]);
}

/** `undefined` for a cursor of another list, another order, or none at all. */
export function keyIn(text: string, order: ListOrder): Key | undefined {
  const key = parse(text);
  const isOfThis = key?.length === order.key.length && order.key.every((type, index) => fits(type, key[index]));
  return key && isOfThis && writeCursor(order, key as Key) === text ? (key as Key) : undefined; // as `fits` has seen
}

function parse(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

function fits(type: ListOrder['key'][number], value: unknown): boolean {
  if (type === 'text') return typeof value === 'string' && value.length <= longestText && !/[\0\p{Cs}]/u.test(value);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return false;
  return type === 'instant' || value <= largestNumber;
}
