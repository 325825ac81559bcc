import { type Column, isMeasure, type Row } from '../column.ts';
import type { ChartStyle, SeriesStyle } from './chart-style.ts';

export interface PickedColumns {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/**
 * The columns that a chart draws, in the order in which it takes them: the dimension along the axis, the one of the
 * colours, then the measures. Dimensions are never left out: a mark would stand for several rows.
 */
export function pickColumns(
  columns: readonly Column[],
  rows: readonly Row[],
  { fields }: ChartStyle = {},
): PickedColumns {
  if (!fields) return { columns, rows };
  const indexes = columns.map((_, index) => index);
  const named = (name: string | undefined) => indexes.filter((index) => columns[index]?.name === name);
  const isOfMeasure = (index: number) => isMeasure(columns[index] ?? { name: '' });
  const first = [fields.x, fields.color].flatMap(named).filter((index) => !isOfMeasure(index));
  const dimensions = [...new Set([...first, ...indexes.filter((index) => !isOfMeasure(index))])];
  const chosen = (fields.y ?? []).flatMap(named).filter(isOfMeasure);
  const measures = chosen.length > 0 ? chosen : indexes.filter(isOfMeasure);
  const size = named(fields.size).filter(isOfMeasure);
  const last = size.length > 0 ? [...measures.filter((index) => !size.includes(index)), ...size] : measures;
  const order = [...new Set([...dimensions, ...last])];
  if (order.every((index, at) => index === at) && order.length === columns.length) return { columns, rows };
  return {
    columns: order.flatMap((index) => columns[index] ?? []),
    rows: rows.map((row) => order.map((index) => row[index])),
  };
}

/** Finds the settings of a column of a chart. The names are untrusted texts. */
export function styleIn(series: ChartStyle['series'], name: string): SeriesStyle | undefined {
  return series && Object.hasOwn(series, name) ? series[name] : undefined;
}

/** The same style for columns under other names. */
export function withNames(style: ChartStyle, nameOf: (name: string) => string): ChartStyle {
  const { fields, series, tooltip } = style;
  return {
    ...style,
    ...(fields
      ? {
          fields: {
            ...(fields.x === undefined ? {} : { x: nameOf(fields.x) }),
            ...(fields.y === undefined ? {} : { y: fields.y.map(nameOf) }),
            ...(fields.color === undefined ? {} : { color: nameOf(fields.color) }),
            ...(fields.size === undefined ? {} : { size: nameOf(fields.size) }),
          },
        }
      : {}),
    ...(series
      ? { series: Object.fromEntries(Object.entries(series).map(([name, each]) => [nameOf(name), each])) }
      : {}),
    ...(tooltip ? { tooltip: tooltip.map(nameOf) } : {}),
  };
}
