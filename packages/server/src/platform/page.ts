import { type PageInfo, pageQuerySchema } from '@orrery/contract';
import type { output } from 'zod';
import { InvalidFields, readParameters } from './invalid-fields.ts';

const defaultSize = 100;
const largestSize = 1_000;
/** Of numbers that every store can compare with those of its rows. */
const mostDigitsAnywhere = 9;
const mostDigits = 15;

/** A part of a list that is ordered by number. */
export interface Page {
  /** Rows after this number; 0 for the first page. */
  readonly afterId: number;
  /** One row more is read, to know whether there are any. */
  readonly size: number;
}

type PageQuery = output<typeof pageQuerySchema>;

/** @param isEndless of a table that grows for ever, so that its numbers do @throws InvalidFields */
export function readPage(query: unknown, { isEndless = false }: { readonly isEndless?: boolean } = {}): Page {
  return pageOf(readParameters(pageQuerySchema, query), isEndless);
}

/** Of a list that is asked for in more ways than by page. @throws InvalidFields */
export function pageOf({ first, after }: PageQuery, isEndless = false): Page {
  const afterId = after === undefined ? 0 : readCursor(after, isEndless ? mostDigits : mostDigitsAnywhere);
  return { afterId, size: Math.min(first ?? defaultSize, largestSize) };
}

/** @param rows up to one more than the page holds */
export function presentPage<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  { size, afterId }: Page,
  present: (row: Row) => Item,
): { readonly items: readonly Item[]; readonly pageInfo: PageInfo } {
  const shown = rows.slice(0, size);
  const cursorOf = (row: Row | undefined) => (row ? writeCursor(row.id) : null);
  return {
    items: shown.map(present),
    pageInfo: {
      hasNextPage: rows.length > size,
      hasPreviousPage: afterId > 0,
      startCursor: cursorOf(shown[0]),
      endCursor: cursorOf(shown.at(-1)),
    },
  };
}

function writeCursor(id: number): string {
  return Buffer.from(JSON.stringify({ id })).toString('base64url');
}

function readCursor(text: string, digits: number): number {
  const id = /^\{"id":([1-9]\d*)\}$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  if (id !== undefined && id.length <= digits && writeCursor(Number(id)) === text) return Number(id);
  throw new InvalidFields([{ path: 'after', message: 'is no cursor of this list' }]);
}
