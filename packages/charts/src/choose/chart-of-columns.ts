import { type Column, isAdditive, isMeasure, isTime } from '../column.ts';
import type { ChartType } from './chart-type.ts';
import { most, unitOf } from './presentation.ts';

/**
 * Picks the chart that fits the columns of an answer whose rows are not known yet.
 *
 * @returns `undefined` where none does, as for numbers alone
 */
export function chartOfColumns(columns: readonly Column[]): ChartType | undefined {
  const measures = columns.filter(isMeasure);
  const dimensions = columns.filter((column) => !isMeasure(column));
  const [[first, second, ...others], [measure]] = [dimensions, measures];
  if (!measure || !first || others.length > 0) return undefined;
  if (measures.some((one) => unitOf(one) !== unitOf(measure))) return undefined;
  if (!second) {
    if (isTime(first)) return 'line';
    return measures.length > most.groups ? undefined : 'horizontal_grouped_bar';
  }
  if (measures.length > 1 || (isTime(first) && isTime(second))) return undefined;
  if (isTime(first) || isTime(second)) return 'line';
  return isAdditive(measure) ? 'stacked_bar' : 'heatmap';
}

/** Whether a chart that was picked by the columns shows the rows as one does that was picked by the rows. */
export function showsAlike(type: ChartType, byRows: ChartType): boolean {
  return type === byRows || alike.some((types) => types.has(type) && types.has(byRows));
}

/** Chooses for one dimension: lying bars suit long names, and lines many buckets; both show a few short ones as well. */
const alike: readonly ReadonlySet<ChartType>[] = [
  new Set(['grouped_bar', 'horizontal_grouped_bar']),
  new Set(['grouped_bar', 'line']),
];
