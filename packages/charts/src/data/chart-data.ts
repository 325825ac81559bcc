import { type ChartType, missingFor } from '../choose/index.ts';
import { type Column, granularityOf, isAdditive, isMeasure, isTime, type Row, type Value } from '../column.ts';
import type { ChartStyle } from '../style/index.ts';
import {
  formatterOf,
  type ChartGranularity,
  nextBucket,
  plainTime,
  readCivilTime,
  readDecimal,
  readGranularity,
} from '../format/index.ts';
import { markSoFar, soFarNotes } from './so-far.ts';

/** The data of one mark: its geometry, and the row that it shows. */
export type ChartValue = Readonly<Record<string, string | number | boolean | null>>;

export interface ChartData {
  readonly values: readonly ChartValue[];
  /** Sentences about what the picture leaves out. */
  readonly notes: readonly string[];
}

/** The number of the row that a mark shows, in the answer as it came. */
export const rowField = '_row';
/** True of a point without neighbours, which a line would not show. */
export const aloneField = '_alone';

/** The place of a series among the others, by which parts of a whole stand on each other. */
export const seriesField = '_series';

const most = { bars: 20, series: 8, marks: 5_000, buckets: 5_000 };

/** Values of one row by the names of their columns, as specs of reports see them: numbers are floating point. */
export function plainValues(columns: readonly Column[], rows: readonly Row[]): readonly ChartValue[] {
  return rows.map((row, index) => {
    const values: Record<string, string | number | boolean | null> = { [rowField]: index };
    columns.forEach((column, at) => define(values, column.name, plainValue(row[at], column)));
    return values;
  });
}

function plainValue(value: Value, column: Column): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (column.type === 'number') return numberOf(value);
  const ms = isTime(column) ? readCivilTime(value) : undefined;
  return ms === undefined ? value : plainTime(ms);
}

/** Names of columns are texts of others: `__proto__` is a name like any other. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function numberOf(value: Value): number | null {
  const number = readDecimal(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

interface Point {
  readonly row: number;
  readonly cells: Row;
}

/**
 * Prepares the rows of an answer for a chart of ours: in the order in which they are drawn, and not too many.
 *
 * @param style what was set by hand; the columns stand in the order of `pickColumns`
 */
export function chartData(
  type: ChartType,
  columns: readonly Column[],
  rows: readonly Row[],
  style: ChartStyle = {},
  locale?: string,
): ChartData {
  if (missingFor(type, columns) !== undefined) return { values: [], notes: [] };
  const notes: string[] = [...soFarNotes(columns, rows, locale)];
  const dimensions = columns.flatMap((column, index) => (isMeasure(column) ? [] : [index]));
  const chosen = dimensions.find((index) => columns[index]?.name === style.fields?.x);
  const main = chosen ?? dimensions.find((index) => isTimeAt(columns, index)) ?? dimensions[0];
  const time = dimensions.find((index) => isTimeAt(columns, index) && (chosen === undefined || index === chosen));
  let points: readonly Point[] = rows.map((cells, row) => ({ row, cells }));
  if (time !== undefined && hasTimeAxis(type)) points = onTimeAxis(points, time, notes);
  if (isBars(type) && time === undefined) points = firstBars(points, columns, main, notes, style.sort);
  if (dimensions.length === 2 && areSeriesApart(type, columns)) {
    const series = dimensions.find((index) => index !== main);
    if (series !== undefined) points = largestSeries(points, columns, series, notes);
  }
  if (
    isOfParts(type) &&
    points.some(({ cells }) => columns.some((column, at) => isMeasure(column) && isNegative(cells[at])))
  )
    notes.push('Some values are negative, and are no parts of a whole.');
  if (points.length > most.marks) {
    notes.push(`The first ${most.marks} of ${points.length} rows are drawn; the table has all of them.`);
    points = points.slice(0, most.marks);
  }
  const write = columns.map((column, index) =>
    writer(
      column,
      points.map(({ cells }) => cells[index]),
    ),
  );
  const second = dimensions.find((index) => index !== main);
  const places = second === undefined ? new Map<Value, number>() : placesOf(points, columns, second, style.sortParts);
  const values = points.map(({ cells, row }) => ({
    [rowField]: row,
    ...(second === undefined ? {} : { [seriesField]: places.get(cells[second]) ?? 0 }),
    ...Object.fromEntries(columns.map(({ name }, index) => [name, write[index]?.(cells[index]) ?? null])),
  }));
  const hasBuckets = time !== undefined && (type === 'line' || type === 'area' || isBars(type));
  const bucket = time === undefined ? undefined : columns[time];
  if (!hasBuckets || !bucket) return { values, notes };
  const drawn = withGaps(values, columns, time, style.isMissingZero === true);
  const series = columns.find((column) => column !== bucket && !isMeasure(column))?.name;
  return { values: markSoFar(drawn, bucket, { series, isStacked: type === 'area' }), notes };
}

/** The places of the parts of a whole, the lowest first. */
function placesOf(points: readonly Point[], columns: readonly Column[], parts: number, sort: ChartStyle['sortParts']) {
  const totals = [...totalsBy(points, columns, parts)];
  const byName = new Intl.Collator(undefined, { numeric: true });
  const sorted =
    sort === 'sum'
      ? totals.toSorted(([, one], [, other]) => other - one)
      : sort === 'label'
        ? totals.toSorted(([one], [other]) => byName.compare(String(one), String(other)))
        : totals;
  return new Map(sorted.map(([value], place) => [value, place]));
}

/** True where a series may be left out: no mark of another one stands on it, or is a share of it. */
const areSeriesApart = (type: ChartType, columns: readonly Column[]): boolean =>
  type === 'line' || type.endsWith('grouped_bar') || (type === 'area' && !columns.some(isAdditive));

const isTimeAt = (columns: readonly Column[], index: number): boolean => isTime(columns[index] ?? { name: '' });
const isOfParts = (type: ChartType): boolean => type === 'arc' || type.startsWith('percent_');
const isNegative = (value: Value): boolean => (readDecimal(value)?.units ?? 0n) < 0n;
const isBars = (type: ChartType): boolean => type.endsWith('_bar');
const hasTimeAxis = (type: ChartType): boolean =>
  type === 'line' || type === 'area' || isBars(type) || type === 'heatmap';

function onTimeAxis(points: readonly Point[], time: number, notes: string[]): readonly Point[] {
  const placed = points.flatMap((point) => {
    const ms = readCivilTime(point.cells[time]);
    return ms === undefined ? [] : [{ point, ms }];
  });
  const left = points.length - placed.length;
  if (left > 0)
    notes.push(`${left} ${left === 1 ? 'row' : 'rows'} without a time ${left === 1 ? 'is' : 'are'} in the table only.`);
  return placed.toSorted((one, other) => one.ms - other.ms).map(({ point }) => point);
}

/** Bars stand by their height; numbers and booleans keep the order of the answer. The largest are never left out. */
function firstBars(
  points: readonly Point[],
  columns: readonly Column[],
  dimension = 0,
  notes: string[],
  sort: ChartStyle['sort'],
): readonly Point[] {
  const totals = totalsBy(points, columns, dimension);
  const isText = columns[dimension]?.type === 'string' || columns[dimension]?.type === undefined;
  const order = sort ?? (isText ? 'value' : 'none');
  const byName = new Intl.Collator(undefined, { numeric: true });
  const largest = [...totals].toSorted(([, one], [, other]) => other - one);
  const first = new Set(
    (order === 'none' && !isText ? [...totals] : largest).slice(0, most.bars).map(([value]) => value),
  );
  const names = [...(order === 'value' ? largest : totals)].flatMap(([value]) => (first.has(value) ? [value] : []));
  const kept =
    order === 'label' ? names.toSorted((one, other) => byName.compare(String(one ?? ''), String(other ?? ''))) : names;
  if (kept.length < totals.size) notes.push(`${totals.size - kept.length} more in the table.`);
  const ranks = new Map(kept.map((value, rank) => [value, rank]));
  const rankOf = ({ cells }: Point) => ranks.get(cells[dimension]) ?? 0;
  return points
    .filter(({ cells }) => ranks.has(cells[dimension]))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

function largestSeries(points: readonly Point[], columns: readonly Column[], series: number, notes: string[]) {
  const totals = totalsBy(points, columns, series);
  const kept = new Set(
    [...totals]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most.series)
      .map(([value]) => value),
  );
  if (kept.size < totals.size) notes.push(`The ${kept.size} largest; ${totals.size - kept.size} more in the table.`);
  return points.filter(({ cells }) => kept.has(cells[series]));
}

/** How large the values of a dimension are drawn. */
function totalsBy(points: readonly Point[], columns: readonly Column[], dimension: number): Map<Value, number> {
  const measures = columns.flatMap((column, index) => (isMeasure(column) ? [index] : []));
  const totals = new Map<Value, number>();
  for (const { cells } of points) {
    const size = measures.reduce((sum, index) => sum + Math.abs(numberOf(cells[index]) ?? 0), 0);
    totals.set(cells[dimension], (totals.get(cells[dimension]) ?? 0) + size);
  }
  return totals;
}

function writer(column: Column, values: readonly Value[]): (value: Value) => string | number | null {
  if (isMeasure(column)) return numberOf;
  if (isTime(column)) {
    return (value) => {
      const ms = readCivilTime(value);
      return ms === undefined ? null : plainTime(ms);
    };
  }
  const format = formatterOf(column, { values });
  const texts = new Map<Value, string>();
  const used = new Set<string>();
  for (const value of new Set(values)) {
    let text = format(value);
    if (used.has(text)) text = String(value);
    while (used.has(text)) text += '\u200b'; // values that read the same are still not one
    used.add(text);
    texts.set(value, text);
  }
  return (value) => texts.get(value) ?? null;
}

/** Puts empty points where buckets have no row, so that a line has a gap, and marks points between two gaps. */
function withGaps(
  values: readonly ChartValue[],
  columns: readonly Column[],
  time: number,
  isMissingZero: boolean,
): readonly ChartValue[] {
  const { name } = columns[time] ?? { name: '' };
  const granularity = readGranularity(granularityOf(columns[time] ?? { name }));
  const series = columns.find((column, index) => index !== time && !isMeasure(column))?.name;
  const measures = columns.filter(isMeasure).map((column) => column.name);
  const groups = Map.groupBy(values, (value) => (series === undefined ? '' : value[series]));
  const withEmpty = [...groups.values()].flatMap((group) => {
    const zeros = isMissingZero ? columns.filter(isAdditive).map((column) => [column.name, 0] as const) : [];
    const empty = Object.fromEntries(zeros);
    const filled = granularity === undefined ? group : fill({ group, name, series, granularity, empty });
    const isDrawn = (value: ChartValue | undefined) => measures.some((measure) => typeof value?.[measure] === 'number');
    return filled.map((value, index) => {
      const isAlone = isDrawn(value) && !isDrawn(filled[index - 1]) && !isDrawn(filled[index + 1]);
      return isAlone ? { ...value, [aloneField]: true } : value;
    });
  });
  const timeOf = (value: ChartValue) => Date.parse(String(value[name]));
  return withEmpty.toSorted((one, other) => timeOf(one) - timeOf(other));
}

interface Buckets {
  readonly group: readonly ChartValue[];
  readonly name: string;
  readonly series: string | undefined;
  readonly granularity: ChartGranularity;
  /** The values of a bucket without a row. */
  readonly empty: ChartValue;
}

function fill({ group, name, series, granularity, empty }: Buckets): readonly ChartValue[] {
  const filled: ChartValue[] = [];
  let expected = Number.NaN;
  for (const value of group) {
    const ms = Date.parse(String(value[name]));
    for (
      let missing = expected;
      missing < ms && filled.length < most.buckets;
      missing = nextBucket(missing, granularity)
    )
      filled.push({
        ...empty,
        [name]: plainTime(missing),
        ...(series === undefined ? {} : { [series]: value[series] ?? null }),
      });
    filled.push(value);
    expected = nextBucket(ms, granularity);
  }
  return filled;
}
