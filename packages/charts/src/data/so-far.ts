import type { Column, Row } from '../column.ts';
import { formatterOf, isSoFar } from '../format/index.ts';

/** True of what is drawn of a bucket that is not over. */
export const soFarField = '_soFar';
/** The name of a field that is true for points next to one that is not over. The lines between them are dashed. */
export const besideSoFarField = '_besideSoFar';

type PointValues = Readonly<Record<string, string | number | boolean | null>>;

interface Marked {
  readonly series: string | undefined;
  /** Whether series stand on each other: where one of them is drawn, those below it have to be. */
  readonly isStacked: boolean;
}

/** Marks what is drawn of buckets that are not over. @param values in the order of time */
export function markSoFar(
  values: readonly PointValues[],
  time: Column,
  { series, isStacked }: Marked,
): readonly PointValues[] {
  if (time.asOf === undefined) return values;
  const isOpen = (value: PointValues) => isSoFar(time, value[time.name]);
  const keyOf = (value: PointValues): unknown => (isStacked ? value[time.name] : value);
  const beside = new Set<unknown>();
  const last = new Map<unknown, PointValues>();
  for (const value of values) {
    const of = series === undefined ? '' : value[series];
    const previous = last.get(of);
    if (previous && isOpen(value) !== isOpen(previous)) beside.add(keyOf(isOpen(value) ? previous : value));
    last.set(of, value);
  }
  return values.map((value) => {
    if (isOpen(value)) return { ...value, [soFarField]: true };
    return beside.has(keyOf(value)) ? { ...value, [besideSoFarField]: true } : value;
  });
}

/** Says in a sentence which buckets of the rows are not over. */
export function soFarNotes(columns: readonly Column[], rows: readonly Row[], locale?: string): readonly string[] {
  return columns.flatMap((column, index) => {
    const open = rows.find((row) => isSoFar(column, row[index]));
    return open ? [`${formatterOf(column, { locale })(open[index])}.`] : [];
  });
}
