import type { TileData } from '../tiles/tile-data.ts';

/** Rows of a chart: more are not drawn. */
export const mostRows = 10_000;

/** Leaves out the last row, which was requested only to find out whether there are more. */
export function cutRows(rows: NonNullable<TileData['rows']>): Pick<TileData, 'rows' | 'isTruncated'> {
  return { rows: rows.slice(0, mostRows), isTruncated: rows.length > mostRows };
}
