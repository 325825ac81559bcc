import { type Column, granularityOf, isTime, type Row, titleOf } from '../column.ts';
import { numbersOf, readCivilTime, readGranularity, specifierOf } from '../format/index.ts';

/** A part of a Vega-Lite spec. */
export type Spec = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Vega-Lite reads dots and brackets in names as paths. */
export const fieldOf = (name: string): string => name.replace(/[\\.[\]'"]/g, String.raw`\$&`);

/** The name of a column, of the field of a channel. */
export const fieldName = ({ field }: Spec): string => String(field).replaceAll(/\\(.)/g, '$1');

/** A text inside of an expression. */
export const quoted = (text: string): string => JSON.stringify(text).replace(/[\u2028\u2029]/g, ' ');

/** The channel of a measure: a number with the unit of its column, compact from a thousand on. */
export function measureChannel(column: Column, locale: string | undefined, more: Spec = {}): Spec {
  const wholeOnly = column.aggType?.startsWith('count') ? { tickMinStep: 1 } : {};
  const axis = { labelExpr: numberLabel(column, locale), ...wholeOnly };
  return { field: fieldOf(column.name), type: 'quantitative', title: titleOf(column), axis, ...more };
}

/** Source: https://vega.github.io/vega/docs/expressions/#format */
export function numberLabel(column: Column, locale: string | undefined, value = 'datum.value'): string {
  const { type, symbol } = specifierOf(column);
  if (type === '%' || type === 'p') return `format(${value}, '.3~%')`;
  const size = `abs(${value})`;
  const text = `${size} >= 1000 ? replace(format(${size}, '.3~s'), 'G', 'B') : format(${size}, ',.4~g')`;
  const [before, after] = symbol === '$' ? numbersOf(locale).around(column.currency) : ['', ''];
  return `(${value} < 0 ? '\u2212' : '') + ${quoted(before)} + (${text}) + ${quoted(after)}`;
}

/** A label as tables write it: a missing value is not the text `null`. */
const text = "isValid(datum.value) ? (datum.label === '' ? '(empty)' : datum.label) : '(none)'";

/** The channel of a dimension whose values stand side by side, in the order of the data. */
export function categoryChannel(column: Column, more: Spec = {}): Spec {
  const labelExpr = isTime(column) ? timeText(column, 'toDate(datum.value)') : text;
  const axis = { labelExpr };
  return { field: fieldOf(column.name), type: 'nominal', sort: null, title: titleOf(column), axis, ...more };
}

/** The channel of a dimension by which marks are coloured, or stand in groups. */
export function seriesChannel(column: Column, more: Spec = {}): Spec {
  const labelExpr = isTime(column) ? timeText(column, 'toDate(datum.label)') : text;
  const legend = { labelExpr };
  return { field: fieldOf(column.name), type: 'nominal', sort: null, title: titleOf(column), legend, ...more };
}

/** The channel of a time that runs along an axis. The zone of the machine plays no part: readings are taken as UTC. */
export function timeChannel(column: Column, rows: readonly Row[], index: number): Spec {
  const values = ticksOf(column, rows, index);
  return {
    field: fieldOf(column.name),
    type: 'temporal',
    title: titleOf(column),
    scale: { type: 'utc' },
    axis: { labelExpr: twoRows(column), ...(values === undefined ? {} : { values }) },
  };
}

const specifiers: Readonly<Record<string, string>> = {
  second: '%H:%M:%S',
  minute: '%H:%M',
  hour: '%-d %b %H:%M',
  day: '%-d %b %Y',
  week: '%-d %b %Y',
  month: '%b %Y',
  quarter: 'Q%q %Y',
  year: '%Y',
};

function timeText(column: Column, time: string): string {
  const specifier = specifiers[readGranularity(granularityOf(column)) ?? 'day'];
  return `isValid(datum.value) ? utcFormat(${time}, '${specifier}') : '(none)'`;
}

/** The bucket in the first row; below it, where it begins, the longer time that it is part of. */
function twoRows(column: Column): string {
  const granularity = readGranularity(granularityOf(column));
  const value = 'datum.value';
  const isYearStart = `(datum.index === 0 || (utcmonth(${value}) === 0 && utcdate(${value}) < 8))`;
  const text = (specifier: string) => `utcFormat(${value}, '${specifier}')`;
  switch (granularity) {
    case 'year':
      return text('%Y');
    case 'quarter':
    case 'month': {
      const first = text(granularity === 'month' ? '%b' : 'Q%q');
      return `[${first}, ${isYearStart} ? ${text('%Y')} : '']`;
    }
    case 'week':
    case 'day':
      return `[${text('%-d %b')}, ${isYearStart} ? ${text('%Y')} : '']`;
    default: {
      const isMidnight = `utchours(${value}) === 0 && utcminutes(${value}) === 0`;
      return `[${text('%H:%M')}, datum.index === 0 || (${isMidnight}) ? ${text('%-d %b %Y')} : '']`;
    }
  }
}

const mostTicks = 8;
const steps: Readonly<Record<string, readonly number[]>> = {
  month: [1, 2, 3, 6, 12],
  quarter: [1, 2, 4],
};

/** Ticks stand at buckets of the answer, never between them: every so many, beginning with the year where that is even. */
function ticksOf(column: Column, rows: readonly Row[], index: number): readonly Spec[] | undefined {
  const granularity = readGranularity(granularityOf(column));
  if (granularity === undefined || ['second', 'minute', 'hour'].includes(granularity)) return undefined;
  const buckets = [...new Set(rows.flatMap((row) => readCivilTime(row[index]) ?? []))].toSorted((a, b) => a - b);
  if (buckets.length === 0) return undefined;
  const needed = Math.ceil(buckets.length / mostTicks);
  const step = steps[granularity]?.find((each) => each >= needed);
  const shown = buckets.filter((ms, position) => {
    if (step === undefined) return position % needed === 0;
    const month = new Date(ms).getUTCMonth();
    return (granularity === 'month' ? month : month / 3) % step === 0;
  });
  return shown.map(utcDate);
}

/** A date of Vega-Lite, which is read in UTC. */
function utcDate(ms: number): Spec {
  const time = new Date(ms);
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, date: time.getUTCDate(), utc: true };
}
