import { type Column, granularityOf, isMeasure, isTime, type Row, titleOf, type Value } from '../column.ts';
import { exactValue, formatterOf, kpiValue, readCivilTime, readDecimal } from '../format/index.ts';

/** What a number is compared with. */
export interface KpiComparison {
  /** What the other number is: another range, or another row. */
  readonly label: string;
  readonly value: string;
  /** How much more or less, in percent of the other number; absent where that says nothing. */
  readonly change: string | undefined;
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
 * second row where rows are told apart by one dimension.
 */
export function kpisOf(columns: readonly Column[], rows: readonly Row[], locale?: string): readonly Kpi[] {
  const dimensions = columns.filter((column) => !isMeasure(column));
  const [dimension] = dimensions.length === 1 && rows.length > 1 ? dimensions : [];
  const at = dimension ? columns.indexOf(dimension) : -1;
  const write = dimension && formatterOf(dimension, { locale, values: rows.map((row) => row[at]) });
  const isOverTime = dimension !== undefined && isTime(dimension) && granularityOf(dimension) !== undefined;
  return columns.flatMap((column, index) => {
    if (!isMeasure(column) || column.comparedTo !== undefined) return [];
    const value = rows[0]?.[index];
    const said = (other: Value, label: string) => comparisonOf({ column, value, other, label, locale });
    const ranges = columns.flatMap((each, place) =>
      each.comparedTo === column.name ? [said(rows[0]?.[place], titleOf(each))] : [],
    );
    const row = write && ranges.length === 0 ? [said(rows[1]?.[index], write(rows[1]?.[at]))] : [];
    return [
      {
        label: write ? `${titleOf(column)}, ${write(rows[0]?.[at])}` : titleOf(column),
        value: kpiValue(value, column, locale),
        exact: exactValue(value, column, locale),
        comparisons: [...ranges, ...row],
        trend:
          isOverTime && rows.length >= leastTrend && rows.length <= mostTrend ? trendOf(rows, at, index) : undefined,
      },
    ];
  });
}

interface ComparisonInput {
  readonly column: Column;
  readonly value: Value;
  readonly other: Value;
  readonly label: string;
  readonly locale: string | undefined;
}

function comparisonOf({ column, value, other, label, locale }: ComparisonInput): KpiComparison {
  const [now, before] = [numberOf(value), numberOf(other)];
  const isKnown = now !== null && before !== null;
  const share = isKnown && before !== 0 ? (now - before) / Math.abs(before) : undefined;
  return {
    label,
    value: kpiValue(other, column, locale),
    change: share === undefined ? undefined : percent(share, locale),
    direction: isKnown ? (now > before ? 'up' : now < before ? 'down' : 'same') : undefined,
  };
}

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
