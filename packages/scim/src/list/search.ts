import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BoundScimFilter, matches } from '../filter/index.ts';
import type { ScimResource } from '../resource/index.ts';
import { compareKeys, type Sort, sortKey } from './sort.ts';

/** Rows examined per batch; other requests are answered in between. */
const rowsAtATime = 500;

/** Supplies resources in the order in which they were created. */
export interface ResourceSource<Row extends { readonly id: number }> {
  count(): Promise<number>;
  rows(range: { readonly afterId?: number; readonly skip?: number; readonly most: number }): Promise<readonly Row[]>;
  rowsOf(ids: readonly number[]): Promise<readonly Row[]>;
  /** Loads resources with all fields that the filter and the sort read. */
  comparable(rows: readonly Row[]): Promise<readonly ScimResource[]>;
}

export interface SearchRequest {
  /** The part of the filter that the source has not applied. */
  readonly filter: BoundScimFilter | undefined;
  readonly sort: Sort | undefined;
  /** How many matches to skip from the start. */
  readonly skip: number;
  readonly count: number;
}

export interface FoundRows<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Returns the requested page of matching rows, and the number of all matches. */
export async function search<Row extends { readonly id: number }>(
  source: ResourceSource<Row>,
  { filter, sort, skip, count }: SearchRequest,
): Promise<FoundRows<Row>> {
  if (filter || sort) return scan(source, { filter, sort, skip, count });
  if (count === 0) return { total: await source.count(), rows: [] };
  const rows = await source.rows({ skip, most: count });
  const isAll = rows.length < count && (rows.length > 0 || skip === 0);
  return { total: isAll ? skip + rows.length : await source.count(), rows };
}

async function scan<Row extends { readonly id: number }>(
  source: ResourceSource<Row>,
  { filter, sort, skip, count }: SearchRequest,
): Promise<FoundRows<Row>> {
  const found: { readonly id: number; readonly key: string | number | undefined }[] = [];
  let afterId = 0;
  for (;;) {
    const rows = await source.rows({ afterId, most: rowsAtATime });
    const resources = await source.comparable(rows);
    for (const [index, row] of rows.entries()) {
      const resource = resources[index];
      if (!resource || (filter && !matches(filter, resource))) continue;
      found.push({ id: row.id, key: sort && sortKey(sort, resource) });
    }
    if (rows.length < rowsAtATime) break;
    afterId = rows.at(-1)?.id ?? afterId;
    await nextTurn();
  }
  if (sort) {
    const direction = sort.isDescending ? -1 : 1;
    found.sort((one, other) => direction * compareKeys(one.key, other.key) || one.id - other.id);
  }
  const ids = found.slice(skip, skip + count).map(({ id }) => id);
  const rows = new Map((await source.rowsOf(ids)).map((row) => [row.id, row]));
  return { total: found.length, rows: ids.flatMap((id) => rows.get(id) ?? []) };
}
