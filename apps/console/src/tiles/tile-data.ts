import type { Column, Row } from '@orrery/charts';
import { publishedTable } from '@orrery/embed';

/** The content of a tile: rows, or why there are none. */
export type TileData = {
  readonly columns?: readonly Column[] | undefined;
  readonly rows?: readonly Row[] | undefined;
  readonly error?: string | undefined;
  /** Of the error, where the server has said it. */
  readonly code?: string | undefined;
  readonly isTruncated?: boolean | undefined;
  /** Ids of filters that the rows do not follow. */
  readonly unapplied?: readonly string[] | undefined;
  /** Controls that the rows do not follow, and why. */
  readonly notFollowed?: readonly (Pick<NotFollowed, 'kind' | 'reason'> & { readonly control: string })[] | undefined;
  /** When the rows were read. */
  readonly lastRefreshTime?: string | undefined;
};

/** A control that a chart does not follow. */
export interface NotFollowed {
  /** In words, with what it is set to. */
  readonly name: string;
  readonly kind: 'filter' | 'grain';
  readonly reason: 'off' | 'other-data' | 'other-time' | 'statement';
}

/** How a report says that its rows are shown. */
export interface Shown {
  readonly title: string;
  readonly kind: string | null;
  readonly spec: unknown;
  readonly columnFormats: unknown;
}

/** Rows as a table, without the columns that the author of a table has hidden. */
export function shownTable({ kind, spec }: Shown, columns: readonly Column[], rows: readonly Row[]) {
  return publishedTable(kind === 'table' ? spec : undefined, columns, rows);
}

/** The part of a tile that is shown on top of the page. */
export type TileDialogKind = 'data' | 'full' | 'filters';
