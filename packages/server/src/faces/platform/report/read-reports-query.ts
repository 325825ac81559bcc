import type { QueryOf, reportOperations } from '@orrery/contract';
import type { Report, ReportSort } from '@orrery/content';
import { nameKey } from '@orrery/kernel';
import { InvalidFields } from '../invalid-fields.ts';
import { type ListOrder, type Page, readPage } from '../page.ts';

const numberedSize = 20;
const largestSize = 1_000;

interface Numbered {
  readonly size: number;
  readonly offset: number;
}

/** The requested page of the list, and its order. */
export type ReportsQuery = {
  readonly workbookId: number | undefined;
  readonly direction: 'asc' | 'desc';
} & (
  | {
      readonly kind: 'by cursor';
      readonly sort: ReportSort;
      readonly page: Page<Report>;
    }
  | { readonly kind: 'by number'; readonly sort: ReportSort; readonly page: Numbered }
  | { readonly kind: 'last viewed'; readonly page: Numbered }
);

const sorts = {
  name: { sort: 'name_key', key: ['text', 'number'], keyOf: ({ name, id }: Report) => [nameKey(name), id] },
  createdAt: { sort: 'created_at', key: ['instant', 'number'], keyOf: ({ createdAt, id }: Report) => [createdAt, id] },
  updatedAt: { sort: 'updated_at', key: ['instant', 'number'], keyOf: ({ updatedAt, id }: Report) => [updatedAt, id] },
} as const;

/** @throws InvalidFields, also for pages by cursor where they are numbered */
export function readReportsQuery(query: QueryOf<typeof reportOperations.list>): ReportsQuery {
  const { workbookId, sortBy = 'updatedAt', sortDirection, limit, page, ...cursor } = query;
  const direction = (sortDirection ?? (sortBy === 'name' ? 'ASC' : 'DESC')) === 'ASC' ? 'asc' : 'desc';
  const asked = { workbookId, direction } as const;
  const isNumbered = limit !== undefined || page !== undefined;
  const cursorKey = cursor.first === undefined ? 'after' : 'first';
  const hasCursor = cursor.first !== undefined || cursor.after !== undefined;
  if (hasCursor && isNumbered) throw refuse(cursorKey, 'cannot be used together with limit and page');
  if (sortBy === 'lastViewedAt') {
    if (hasCursor) throw refuse(cursorKey, 'cannot be used with sortBy=lastViewedAt; use limit and page');
    return { ...asked, kind: 'last viewed', page: numbered(limit, page) };
  }
  const { sort, key, keyOf } = sorts[sortBy];
  if (isNumbered) return { ...asked, kind: 'by number', sort, page: numbered(limit, page) };
  const order: ListOrder<Report> = { name: `reports by ${sortBy} ${direction}`, key, keyOf };
  return { ...asked, kind: 'by cursor', sort, page: readPage(cursor, order) };
}

function numbered(limit = numberedSize, page = 1): Numbered {
  const size = Math.min(limit, largestSize);
  return { size, offset: (page - 1) * size };
}

function refuse(path: string, message: string): InvalidFields {
  return new InvalidFields([{ path, message }]);
}
