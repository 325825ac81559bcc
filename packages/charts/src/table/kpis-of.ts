import { type Column, granularityOf, isMeasure, isTime, type Row, titleOf, type Value } from '../column.ts';
import { exactValue, formatterOf, kpiValue, readCivilTime, readDecimal, round } from '../format/index.ts';

/** What a number is compared with. */
export interface KpiComparison {
  /** What the other number is: another range, or another row. */
  readonly label: string;
  readonly value: string;
  /** How much more or less, in percent of the other number; absent where that says nothing. */
  readonly change: string | undefined;
  /** `same` also where the change is less than what `change` shows. */
  readonly direction: 'up' | 'down' | 'same' | undefined;
}

export interface Kpi {
  readonly label: string;
  /** In the format of the model, else compact. */
  readonly value: string;
  /** With all digits. */
  readonly exact: string;
  readonly comparisons: readonly KpiComparison[];
  /** The values of all rows over time, from the first on, for a small line; absent without at least three of them. */
  readonly trend: readonly (number | null)[] | undefined;
}

const leastTrend = 3;
const mostTrend = 500;

/**
 * The measures of the first row as numbers that stand alone, each compared with the same measure of another range, or with the
 * second row where rows are told apart by one dimension. Of a comparison, the first row is the first one of its first range.
 */
export function kpisOf(columns: readonly Column[], rows: readonly Row[], locale?: string): readonly Kpi[] {
  const [first, second] = firstRows(columns, rows);
  const dimensions = columns.filter((column) => !isMeasure(column));
  const [dimension] = dimensions.length === 1 && rows.length > 1 ? dimensions : [];
  const at = dimension ? columns.indexOf(dimension) : -1;
  const write = dimension && formatterOf(dimension, { locale, values: rows.map((row) => row[at]) });
  const isOverTime = dimension !== undefined && isTime(dimension) && granularityOf(dimension) !== undefined;
  return columns.flatMap((column, index) => {
    if (!isMeasure(column) || column.comparedTo !== undefined) return [];
    const value = first?.[index];
    const said = (other: Value, label: string, isAlike = true) =>
      comparisonOf({ column, value, other, label, locale, isAlike });
    const ranges = columns.flatMap((each, place) => {
      if (each.comparedTo !== column.name) return [];
      const isAlike = !columns.some((time, index) => isTime(time) && each.unlike?.includes(first?.[index]));
      return [said(first?.[place], titleOf(each), isAlike)];
    });
    const row = write && ranges.length === 0 ? [said(second?.[index], write(second?.[at]))] : [];
    return [
      {
        label: write ? `${titleOf(column)}, ${write(first?.[at])}` : titleOf(column),
        value: kpiValue(value, column, locale),
        exact: exactValue(value, column, locale),
        comparisons: [...ranges, ...row],
        trend:
          isOverTime && rows.length >= leastTrend && rows.length <= mostTrend ? trendOf(rows, at, index) : undefined,
      },
    ];
  });
}

/** Groups that only a later range has may come before those of the first one. */
function firstRows(columns: readonly Column[], rows: readonly Row[]): readonly (Row | undefined)[] {
  const names = new Set(columns.flatMap(({ comparedTo }) => comparedTo ?? []));
  const own = columns.flatMap(({ name }, index) => (names.has(name) ? [index] : []));
  const first = rows.findIndex((row) => own.some((index) => readDecimal(row[index])));
  const at = Math.max(0, own.length > 0 ? first : 0);
  return [rows[at], rows[at + 1]];
}

interface ComparisonInput {
  readonly column: Column;
  readonly value: Value;
  readonly other: Value;
  readonly label: string;
  readonly locale: string | undefined;
  /** Whether both are of ranges as long. */
  readonly isAlike: boolean;
}

function comparisonOf({ column, value, other, label, locale, isAlike }: ComparisonInput): KpiComparison {
  const change = isAlike ? changeOf(value, other) : undefined;
  return {
    label,
    value: kpiValue(other, column, locale),
    change: change?.thousandths === undefined ? undefined : percent(Number(change.thousandths) / 1_000, locale),
    direction: change?.direction,
  };
}

/** Compares by all digits; doubles would lose those of large numbers. */
function changeOf(value: Value, other: Value) {
  const [now, before] = [readDecimal(value), readDecimal(other)];
  if (!now || !before) return undefined;
  const scale = Math.max(now.scale, before.scale);
  const [a, b] = [round(now, scale).units, round(before, scale).units];
  if (b === 0n) return { thousandths: undefined, direction: directionOf(a) };
  const size = b < 0n ? -b : b;
  const thousandths = round({ units: ((a - b) * 10_000n) / size, scale: 1 }, 0).units;
  return { thousandths, direction: directionOf(thousandths) };
}

const directionOf = (units: bigint): KpiComparison['direction'] => (units > 0n ? 'up' : units < 0n ? 'down' : 'same');

function percent(share: number, locale: string | undefined): string {
  const format = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, format).format(share).replace('-', '−');
}

function numberOf(value: Value): number | null {
  const number = readDecimal(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function trendOf(rows: readonly Row[], time: number, index: number): readonly (number | null)[] {
  const points = rows.flatMap((row) => {
    const at = readCivilTime(row[time]);
    return at === undefined ? [] : [{ at, value: numberOf(row[index]) }];
  });
  return points.toSorted((one, other) => one.at - other.at).map(({ value }) => value);
}

/** The path of a small line through values, in a box of that size. Missing values are gaps. */
export function sparkPath(
  trend: readonly (number | null)[],
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const known = trend.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = width / Math.max(1, trend.length - 1);
  const heightOf = (value: number) =>
    most === least ? height / 2 : height - ((value - least) / (most - least)) * height;
  const short = (number: number) => Math.round(number * 10) / 10;
  return trend
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || trend[index - 1] === null;
      const place = `${short(index * step)} ${short(heightOf(value))}`;
      // A point alone is a dot.
      return isFirst
        ? `M${place}${trend[index + 1] === null || index === trend.length - 1 ? 'h0.1' : ''}`
        : `L${place}`;
    })
    .join('');
}
