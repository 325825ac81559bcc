import type { Column, Row } from '../column.ts';
import { formatterOf, isSoFar } from '../format/index.ts';

/** True of what is drawn of a bucket that is not over. */
export const soFarField = '_soFar';
/** True of the point before one that is not over: the line between them is dashed. */
export const beforeSoFarField = '_beforeSoFar';

type Values = Readonly<Record<string, string | number | boolean | null>>;

/** Marks what is drawn of buckets that are not over. @param values in the order of time */
export function markSoFar(values: readonly Values[], time: Column, series: string | undefined): readonly Values[] {
  if (time.asOf === undefined) return values;
  const before = new Set<Values>();
  const last = new Map<unknown, Values>();
  const isOpen = (value: Values) => isSoFar(time, value[time.name]);
  for (const value of values) {
    const of = series === undefined ? '' : value[series];
    const previous = last.get(of);
    if (previous && isOpen(value) && !isOpen(previous)) before.add(previous);
    last.set(of, value);
  }
  return values.map((value) => {
    if (isOpen(value)) return { ...value, [soFarField]: true };
    return before.has(value) ? { ...value, [beforeSoFarField]: true } : value;
  });
}

/** Which buckets of the rows are not over, as a sentence. */
export function soFarNotes(columns: readonly Column[], rows: readonly Row[], locale?: string): readonly string[] {
  return columns.flatMap((column, index) => {
    const open = rows.find((row) => isSoFar(column, row[index]));
    return open ? [`${formatterOf(column, { locale })(open[index])}.`] : [];
  });
}
