import { type Column, granularityOf, isMeasure, isTime, type Row, titleOf, type Value } from '../column.ts';
import { addBuckets, bucketStart, bucketsBetween, readCivilTime, readGranularity } from '../format/index.ts';
import { type ComparedRange, readRange } from './range.ts';

/** The column that tells rows of one range from those of another, in answers that compare ranges of a time. */
export const rangeColumn = 'compareDateRange';

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export const isCompared = (columns: readonly Column[]): boolean => columns.some(({ name }) => name === rangeColumn);

/**
 * Lays the ranges of a comparison beside each other: a column for each measure and range, in one row for each group. Buckets of time
 * belong together by their place in their range, counted from its beginning, and stand at that of the first range. Nothing is
 * left out: a group without rows in one range has none of its values.
 *
 * @param ranges texts of all ranges in their order; absent: those of the rows. Rows of a single range stay as they are,
 * with its name
 */
export function comparedTable({ columns, rows }: Table, ranges?: readonly string[]): Table {
  const at = columns.findIndex(({ name }) => name === rangeColumn);
  if (at < 0) return { columns, rows };
  const texts = ranges ?? [...new Set(rows.map((row) => String(row[at])))];
  const read = texts.map(readRange);
  const known = read.filter((range) => range !== undefined);
  const dimensions = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => index !== at && !isMeasure(column));
  const measures = columns
    .map((column, index) => ({ column, index }))
    .filter(({ column, index }) => index !== at && isMeasure(column));
  const time = dimensions.find(({ column }) => isTime(column) && granularityOf(column) !== undefined);
  const granularity = time && readGranularity(granularityOf(time.column));
  // Buckets of the model's own have no place that could be counted.
  if (known.length !== read.length || known.length === 0 || (time && granularity === undefined))
    return { columns, rows };
  const [base] = known;
  const groups = new Map<string, Value[]>();
  const seen = new Set<string>();
  for (const row of rows) {
    const range = texts.indexOf(String(row[at]));
    const of = known[range];
    if (!base || !of) continue;
    const key = dimensions.map(({ index }) =>
      index === time?.index && granularity ? placedTime(row[index], { of, base, granularity }) : row[index],
    );
    const id = JSON.stringify(key);
    // Rows that are no groups have nothing to stand beside.
    if (seen.has(`${range} ${id}`)) return { columns, rows };
    seen.add(`${range} ${id}`);
    const group = groups.get(id) ?? [...key, ...known.flatMap(() => measures.map(() => null))];
    groups.set(id, group);
    for (const [place, { index }] of measures.entries())
      group[key.length + place * known.length + range] = row[index] ?? null;
  }
  return {
    columns: [
      ...dimensions.map(({ column }) => column),
      ...measures.flatMap(({ column }) => known.map(({ label }, range) => measureIn(column, label, range))),
    ],
    rows: inOrder([...groups.values()], time ? dimensions.indexOf(time) : undefined),
  };
}

function measureIn(column: Column, label: string, range: number): Column {
  const title = `${titleOf(column)}, ${label}`;
  return {
    ...column,
    ...{ title, shortTitle: title },
    ...(range === 0 ? {} : { name: `${column.name}~${range}`, comparedTo: column.name }),
  };
}

interface Placing {
  readonly of: ComparedRange;
  readonly base: ComparedRange;
  readonly granularity: NonNullable<ReturnType<typeof readGranularity>>;
}

/** The bucket of the first range that has the place of this one in its own range. */
function placedTime(value: Value, { of, base, granularity }: Placing): Value {
  const time = readCivilTime(value);
  if (time === undefined || of === base) return value;
  const place = bucketsBetween(bucketStart(of.from, granularity), time, granularity);
  const placed = addBuckets(bucketStart(base.from, granularity), place, granularity);
  return new Date(placed).toISOString().slice(0, -1);
}

/** Groups that only a later range has come at the end: they go where their time is, if rows are ordered by time. */
function inOrder(rows: readonly Value[][], time: number | undefined): readonly Row[] {
  if (time !== 0) return rows;
  return rows.toSorted((one, other) => {
    const [a, b] = [String(one[0] ?? '\uffff'), String(other[0] ?? '\uffff')];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
