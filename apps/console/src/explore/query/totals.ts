import { type Column, pivotRows, type Row } from '@orrery/charts';
import type { Meta, Query } from '@orrery/client/data';
import type { QueryAnswer } from '@orrery/embed';
import { exploreWords as words } from '../../words/explore-words.ts';
import { membersOfFilter } from './fields.ts';

/**
 * The query of the totals: the same measures over the same rows, without groups. Rows are never added up: that is wrong
 * for averages, and for answers that are cut off.
 *
 * @param across names of dimensions in columns, which have a total each
 */
export function totalsOf(
  { measures, filters, segments, timeDimensions, timezone }: Query,
  across: readonly string[],
): Query {
  return {
    ...(measures ? { measures } : {}),
    ...(across.length > 0 ? { dimensions: [...across] } : {}),
    ...(filters ? { filters } : {}),
    ...(segments ? { segments } : {}),
    ...(timeDimensions ? { timeDimensions } : {}),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

/** Why a query has no totals: a condition on a measure leaves groups out, and means something else without groups. */
export function totalsObstacle(
  { measures = [], filters = [] }: Query,
  { cubes }: Pick<Meta, 'cubes'>,
): string | undefined {
  if (measures.length === 0) return words.needsMeasure;
  const isOfRows = (name: string) => cubes.some(({ dimensions }) => dimensions.some((each) => each.name === name));
  return filters.flatMap(membersOfFilter).every(isOfRows) ? undefined : words.noTotalsOfGroups;
}

/** The totals below the columns that a table shows; `undefined` in columns without one. */
export function rowUnder(columns: readonly Column[], totals: QueryAnswer | undefined, across: readonly string[]): Row {
  if (!totals) return [];
  const { columns: found, rows } = pivotRows(totals.columns, totals.rows, { across });
  return columns.map(({ name }) => {
    const index = found.findIndex((column) => column.name === name);
    return index < 0 ? undefined : rows[0]?.[index];
  });
}
