import { type RawBuilder, sql } from 'kysely';

/** The sort key of one row. It ends with the id, so that no two rows have the same. */
export type SortKeyValues = readonly (number | string)[];

/** The part of a list after a given row. */
export interface KeysetRange {
  readonly after?: SortKeyValues | undefined;
  readonly most: number;
}

/** Condition for rows that follow a given one in a list sorted by these columns, all in one direction. */
export function comesAfter(
  columns: readonly string[],
  key: SortKeyValues,
  direction: 'asc' | 'desc',
): RawBuilder<boolean> {
  const row = sql.join(columns.map((column) => sql.ref(column)));
  const than = direction === 'asc' ? sql`>` : sql`<`;
  return sql`(${row}) ${than} (${sql.join(key)})`;
}
