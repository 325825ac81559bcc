import type { PageInfo } from '@orrery/contract';
import type { SortKeyValues, KeysetRange } from '@orrery/content';
import { InvalidFields } from './invalid-fields.ts';

const defaultSize = 100;
const largestSize = 1_000;
/** A name of 255 characters in its form for comparison, in which one character may become eighteen. */
const longestText = 255 * 18;
/** The largest number that every store can compare with the numbers of its rows. */
const largestNumber = 2_147_483_647;

/** Sort order of a list. Cursors of other lists and other orders are refused. */
export interface ListOrder<Row> {
  /** `folders by position` */
  readonly name: string;
  /** The parts of its keys; `endless` numbers count rows of tables that grow for ever. */
  readonly key: readonly ('number' | 'endless' | 'instant' | 'text')[];
  readonly keyOf: (row: Row) => SortKeyValues;
}

/** The order of most lists. */
export function byNumber(name: string): ListOrder<{ readonly id: number }> {
  return { name, key: ['number'], keyOf: ({ id }) => [id] };
}

/** The order of lists whose table grows without limit. */
export function byEndlessNumber(name: string): ListOrder<{ readonly id: number }> {
  return { ...byNumber(name), key: ['endless'] };
}

/** The requested part of a list. */
export interface Page<Row> {
  readonly size: number;
  readonly order: ListOrder<Row>;
  /** Range with one more row than the page holds, to know whether more rows follow. */
  readonly range: KeysetRange;
}

interface PageQuery {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
}

/** @throws InvalidFields */
export function readPage<Row>({ first, after }: PageQuery, order: ListOrder<Row>): Page<Row> {
  const size = sizeOf(first);
  return { size, order, range: { after: after === undefined ? undefined : readCursor(after, order), most: size + 1 } };
}

export function sizeOf(first: number | undefined): number {
  return Math.min(first ?? defaultSize, largestSize);
}

/** The rows after a number, for lists in the order of their numbers. */
export function rangeFrom({ range: { after, most } }: Page<never>): {
  readonly afterId: number;
  readonly most: number;
} {
  return { afterId: Number(after?.[0] ?? 0), most };
}

/** The rows before a number, for lists with the newest first. */
export function rangeBefore({ range: { after, most } }: Page<never>): {
  readonly beforeId: number | undefined;
  readonly most: number;
} {
  return { beforeId: after === undefined ? undefined : Number(after[0]), most };
}

/** @param rows up to one more than the page holds */
export function presentPage<Row, Shown extends Row, Item>(
  rows: readonly Shown[],
  { size, order, range }: Page<Row>,
  present: (row: Shown) => Item,
): { readonly items: readonly Item[]; readonly pageInfo: PageInfo } {
  const shown = rows.slice(0, size);
  const cursorOf = (row: Shown | undefined) => (row === undefined ? null : writeCursor(order, order.keyOf(row)));
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

type Cursors = Pick<ListOrder<never>, 'name' | 'key'>;

export function writeCursor({ name }: Pick<Cursors, 'name'>, key: SortKeyValues): string {
  return Buffer.from(JSON.stringify([name, ...key])).toString('base64url');
}

/** @throws InvalidFields */
export function readCursor(text: string, order: Cursors): SortKeyValues {
  const key = keyIn(text, order);
  if (key) return key;
  throw new InvalidFields([{ path: 'after', message: 'is no cursor of this list' }]);
}

/** Returns undefined for a text that is no cursor of this list in this order. */
export function keyIn(text: string, order: Cursors): SortKeyValues | undefined {
  const key = parse(text);
  const isOfThis = key?.length === order.key.length && order.key.every((type, index) => fits(type, key[index]));
  return key && isOfThis && writeCursor(order, key as SortKeyValues) === text ? (key as SortKeyValues) : undefined; // as `fits` has seen
}

function parse(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

function fits(type: Cursors['key'][number], value: unknown): boolean {
  if (type === 'text') return typeof value === 'string' && value.length <= longestText && !/[\0\p{Cs}]/u.test(value);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return false;
  if (type === 'instant') return true;
  return value >= 0 && (type === 'endless' || value <= largestNumber);
}
