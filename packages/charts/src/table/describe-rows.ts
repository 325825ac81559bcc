import { type Column, isMeasure, type Row, titleOf, type Value } from '../column.ts';
import { formatterOf, readDecimal } from '../format/index.ts';

/** Says in words what stands out in a chart: how many rows, the largest and the smallest value, and the last one. */
export function describeRows(columns: readonly Column[], rows: readonly Row[], locale?: string): string {
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}.`;
  const measure = columns.findIndex(isMeasure);
  const column = columns[measure];
  if (!column) return count;
  const formats = columns.map((each, index) => formatterOf(each, { locale, values: rows.map((row) => row[index]) }));
  const drawn = rows.filter((row) => readDecimal(row[measure]) !== undefined);
  const [first] = drawn;
  if (!first) return `${count} No values of ${titleOf(column)}.`;
  const say = (row: Row): string => {
    const place = columns.flatMap((each, index) => (isMeasure(each) ? [] : [formats[index]?.(row[index]) ?? '']));
    return [formats[measure]?.(row[measure]) ?? '', ...place].join(', ');
  };
  const largest = drawn.reduce((best, row) => (isLess(best[measure], row[measure]) ? row : best), first);
  const smallest = drawn.reduce((best, row) => (isLess(row[measure], best[measure]) ? row : best), first);
  return `${count} ${titleOf(column)}: largest ${say(largest)}; smallest ${say(smallest)}; last ${say(drawn.at(-1) ?? first)}.`;
}

function isLess(left: Value, right: Value): boolean {
  const [one, other] = [readDecimal(left), readDecimal(right)];
  if (!one || !other) return false;
  const scale = Math.max(one.scale, other.scale);
  return one.units * 10n ** BigInt(scale - one.scale) < other.units * 10n ** BigInt(scale - other.scale);
}
