import { type Column, granularityOf, isMeasure, isTime, type Row, titleOf, type Value } from '../column.ts';
import { bucketStart, type ChartGranularity, readCivilTime, readGranularity } from '../format/index.ts';
import { inOrder } from './in-order.ts';
import { areAlike, placedTime, writtenTime } from './placing.ts';
import { areAlikeRanges, type ComparedRange, readRange } from './range.ts';

/** The column that tells rows of one range from those of another, in answers that compare ranges of a time. */
export const rangeColumn = 'compareDateRange';

/** The value of a group in a range whose rows were cut, where it may have been left out. */
const notKnown = '?';

interface RowTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** The ranges and the measures that a query compares. */
export interface Comparison {
  /** The time that is compared: `orders.created_at`. Absent: the first one of the columns. */
  readonly member?: string | undefined;
  /** All ranges in their order, also those without rows. */
  readonly ranges: readonly NamedRange[];
  /** When the rows were read, on the clock of their zone. */
  readonly asOf?: string | undefined;
}

interface NamedRange {
  /** The name of the range in the rows. */
  readonly text: string;
  /** The whole range, named like that, where the rows are of the part of it that is over. */
  readonly wholeText?: string | undefined;
  /** Whether the source may have more rows than the table. */
  readonly isCut?: boolean | undefined;
}

export const isCompared = (columns: readonly Column[]): boolean => columns.some(({ name }) => name === rangeColumn);

/**
 * Puts the ranges of a comparison next to each other: a column for each measure and range, in one row for each group.
 * Buckets of the compared time stand at those of the first range. No group is left out: one without rows in one range
 * has none of its values, or values that are not known where the rows of that range were cut. Rows that cannot be
 * arranged like this stay as they are.
 *
 * @param comparison absent: the ranges of the rows. Rows of a single range stay as they are, with its name
 */
export function comparedTable({ columns, rows }: RowTable, comparison?: Comparison): RowTable {
  const at = columns.findIndex(({ name }) => name === rangeColumn);
  if (at < 0) return { columns, rows };
  const ranges: readonly NamedRange[] =
    comparison?.ranges ?? [...new Set(rows.map((row) => String(row[at])))].map((text) => ({ text }));
  const texts = ranges.map(({ text }) => text);
  const known = ranges.flatMap(({ text, wholeText }) => readRange(text, { wholeText, asOf: comparison?.asOf }) ?? []);
  const [base] = known;
  const placed = columns.map((column, index) => ({ column, index })).filter(({ index }) => index !== at);
  const dimensions = placed.filter(({ column }) => !isMeasure(column));
  const measures = placed.filter(({ column }) => isMeasure(column));
  const times = timesOf(dimensions, comparison?.member);
  if (!base || known.length !== texts.length || !times) return { columns, rows };
  const [finest] = times.toSorted((one, other) => rankOf(one.granularity) - rankOf(other.granularity));
  const groups = new Map<string, Value[]>();
  const seen = new Set<string>();
  const unlike = known.map(() => new Set<Value>());
  for (const row of rows) {
    const range = texts.indexOf(String(row[at]));
    const of = known[range];
    if (!of) return { columns, rows };
    const key = dimensions.map(({ index }) => {
      const time = times.find((each) => each.index === index);
      return time && finest ? placedAt(row, time, finest, { of, base }) : row[index];
    });
    const id = JSON.stringify(key);
    // Rows that are no groups have nothing to stand beside.
    if (seen.has(`${range} ${id}`)) return { columns, rows };
    seen.add(`${range} ${id}`);
    const group = groups.get(id) ?? [...key, ...measures.flatMap(() => ranges.map(() => null))];
    groups.set(id, group);
    for (const [place, { index }] of measures.entries())
      group[key.length + place * known.length + range] = row[index] ?? null;
    if (!finest || of === base) continue;
    const own = key[dimensions.findIndex(({ index }) => index === finest.index)];
    if (!areAlike(row[finest.index], own, { of, base, granularity: finest.granularity })) unlike[range]?.add(own);
  }
  const gaps = ranges.map(({ isCut = false }, range) => {
    return isCut && dimensions.length > 0 && [...groups.keys()].some((id) => !seen.has(`${range} ${id}`));
  });
  const all = [...groups].map(([id, group]) => ({
    isOfBase: seen.has(`0 ${id}`),
    group: group.map((value, place) => {
      const range = (place - dimensions.length) % known.length;
      return place >= dimensions.length && gaps[range] && !seen.has(`${range} ${id}`) ? notKnown : value;
    }),
  }));
  const ordering = finest && dimensions.findIndex(({ index }) => index === finest.index);
  return {
    columns: [
      ...dimensions.map(({ column }) => column),
      ...measures.flatMap(({ column }) =>
        known.map(({ label }, range) => ({
          ...measureIn(column, gaps[range] ? `${label} (not all rows)` : label, range),
          ...(unlike[range]?.size ? { unlike: [...unlike[range]] } : {}),
          ...(isOtherPart(known[range], base) ? { isOtherPart: true } : {}),
        })),
      ),
    ],
    rows: inOrder(all, ordering),
  };
}

interface PlacedColumn {
  readonly column: Column;
  readonly index: number;
}

interface BucketColumn extends PlacedColumn {
  readonly granularity: ChartGranularity;
}

/** Whether one of two ranges is a part, and the other one does not end at the same part. */
const isOtherPart = (of: ComparedRange | undefined, base: ComparedRange): boolean =>
  of !== undefined && of !== base && !areAlikeRanges(of, base);

/** The columns with buckets of the compared time. @returns `undefined` where buckets of the model's own are among them */
function timesOf(dimensions: readonly PlacedColumn[], member: string | undefined): readonly BucketColumn[] | undefined {
  const buckets = dimensions.filter(({ column }) => isTime(column) && granularityOf(column) !== undefined);
  const compared = member ?? (buckets[0] && memberOf(buckets[0].column));
  const own = buckets.filter(({ column }) => memberOf(column) === compared);
  const read = own.flatMap((each) => {
    const granularity = readGranularity(granularityOf(each.column));
    return granularity ? [{ ...each, granularity }] : [];
  });
  return read.length === own.length ? read : undefined;
}

function memberOf(column: Column): string {
  const end = `.${granularityOf(column)}`;
  return column.name.endsWith(end) ? column.name.slice(0, -end.length) : column.name;
}

const fromFinest: readonly ChartGranularity[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const rankOf = (granularity: ChartGranularity): number => fromFinest.indexOf(granularity);

/** The bucket where that of a row stands. Wider buckets are those that the finest one is in; weeks are in none. */
function placedAt(
  row: Row,
  { index, granularity }: BucketColumn,
  finest: BucketColumn,
  { of, base }: { readonly of: ComparedRange; readonly base: ComparedRange },
): Value {
  if (of === base) return row[index];
  if (index === finest.index || finest.granularity === 'week') return placedTime(row[index], { of, base, granularity });
  const time = readCivilTime(placedTime(row[finest.index], { of, base, granularity: finest.granularity }));
  return time === undefined ? row[index] : writtenTime(bucketStart(time, granularity));
}

function measureIn(column: Column, label: string, range: number): Column {
  const title = `${titleOf(column)}, ${label}`;
  return {
    ...column,
    ...{ title, shortTitle: title },
    ...(range === 0 ? {} : { name: `${column.name}~${range}`, comparedTo: column.name }),
  };
}
