import { readSpecifier } from '../format/index.ts';
import type { AxisStyle, ChartFields, ChartStyle, LabelStyle, ReferenceLine, SeriesStyle } from './chart-style.ts';
import { isColor } from './palettes.ts';

const most = { text: 200, names: 50, lines: 10, colors: 20, number: 1e15 };

type Read<T> = (value: unknown) => T | undefined;
type Readers<T> = { readonly [Key in keyof T]-?: Read<NonNullable<T[Key]>> };

const text: Read<string> = (value) => (typeof value === 'string' && value.length <= most.text ? value : undefined);
const yes: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
const numberWithin =
  (least: number, largest: number): Read<number> =>
  (value) =>
    typeof value === 'number' && value >= least && value <= largest ? value : undefined;
const number = numberWithin(-most.number, most.number);
const color: Read<string> = (value) => (isColor(value) ? value : undefined);
const format: Read<string> = (value) => (isNumberFormat(value) && value !== '' ? value : undefined);
const oneOf =
  <const T extends string>(...all: readonly T[]): Read<T> =>
  (value) =>
    all.find((each) => each === value);
const listOf =
  <T>(read: Read<T>, longest: number): Read<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > longest) return undefined;
    const all = value.flatMap((each) => read(each) ?? []);
    return all.length === value.length ? all : undefined;
  };

/** Whether a text is a d3 specifier that numbers can be written by. */
export function isNumberFormat(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 20 && readSpecifier(value) !== undefined;
}

function objectOf<T extends object>(readers: Readers<T>): Read<T> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(readers).flatMap(([key, read]) => {
      const each = Object.hasOwn(value, key) ? (read as Read<unknown>)(value[key]) : undefined;
      return each === undefined ? [] : [[key, each] as const];
    });
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T); // each was read as what it is
  };
}

function recordOf<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).flatMap(([key, given]) => {
      const each = key === '__proto__' || key.length > most.text ? undefined : read(given);
      return each === undefined ? [] : [[key, each] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries.slice(0, most.names));
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const axis = objectOf<AxisStyle>({
  isHidden: yes,
  title: text,
  hasGrid: yes,
  hasLabels: yes,
  labelAngle: numberWithin(-90, 90),
  format,
  min: number,
  max: number,
});

const line = objectOf<ReferenceLine>({ value: number, label: text, color, dash: oneOf('dashed', 'dotted') });
const labels = objectOf<LabelStyle>({
  position: oneOf('outside-end', 'inside-end', 'inside-centre', 'inside-base'),
  format,
  size: numberWithin(6, 40),
});

const style = objectOf<ChartStyle>({
  fields: objectOf<ChartFields>({ x: text, y: listOf(text, most.names), color: text, size: text }),
  tooltip: listOf(text, most.names),
  series: recordOf(objectOf<SeriesStyle>({ mark: oneOf('bar', 'line', 'area', 'point'), color, axis: oneOf('right') })),
  stack: oneOf('stack', 'percent', 'overlay'),
  sort: oneOf('value', 'label', 'none'),
  sortParts: oneOf('label', 'sum'),
  palette: (value) => text(value) ?? listOf(color, most.colors)(value),
  isReversed: yes,
  legend: oneOf('top', 'right', 'bottom', 'left', 'hidden'),
  x: axis,
  y: axis,
  right: axis,
  lines: listOf((value) => {
    const read = line(value);
    return read?.value === undefined ? undefined : read;
  }, most.lines),
  labels: (value) => {
    const read = labels(value);
    return read?.position === undefined ? undefined : read;
  },
  isMissingZero: yes,
});

/** Reads what was set for a chart, which may be data of anybody. What cannot be read is left out. */
export function readChartStyle(given: unknown): ChartStyle | undefined {
  return style(given);
}
