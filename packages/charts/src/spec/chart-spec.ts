import { type ChartType, missingFor } from '../choose/index.ts';
import { type Column, isAdditive, isMeasure, isTime, type Row, titleOf } from '../column.ts';
import { aloneField } from '../data/index.ts';
import { readDecimal } from '../format/index.ts';
import type { ChartStyle } from '../style/index.ts';
import { combinedSpec, isCombined } from './combined-spec.ts';
import {
  categoryChannel,
  fieldOf,
  measureChannel,
  numberLabel,
  quoted,
  seriesChannel,
  type Spec,
  timeChannel,
} from './field.ts';
import { seriesOf } from './series.ts';
import { soFarSpec } from './so-far-spec.ts';
import type { SpecParts } from './spec-parts.ts';
import { styledSpec } from './styled-spec.ts';

const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

export interface SpecInput {
  /** Where they are known: ticks then stand at their times, and a line may leave zero out. */
  readonly rows?: readonly Row[];
  /** The locale that the symbols of currencies are written in. */
  readonly locale?: string | undefined;
  readonly isDark?: boolean | undefined;
  /** The settings that a user made. The columns stand in the order of `pickColumns`. */
  readonly style?: ChartStyle | undefined;
  /** The fill that is drawn over bars and areas of buckets that are not over; absent where there are none. */
  readonly soFarFill?: string | undefined;
}

/**
 * Makes the Vega-Lite spec of a chart, without data: its fields are the names of the columns.
 *
 * @returns `undefined` where the columns do not fit the type (see `missingFor`)
 */
export function chartSpec(
  type: ChartType,
  columns: readonly Column[],
  { rows, locale, isDark = false, style = {}, soFarFill }: SpecInput = {},
): Spec | undefined {
  if (missingFor(type, columns) !== undefined) return undefined;
  const measures = columns.filter(isMeasure);
  const dimensions = columns.filter((column) => !isMeasure(column));
  const [measure] = measures;
  const first = dimensions[0] ?? measure;
  if (!measure || !first) return undefined;
  const parts: SpecParts = {
    ...{ columns, rows: rows ?? [], isDrawn: rows !== undefined },
    ...{ locale, isDark, dimensions, measures, first, measure, style },
  };
  const made = isCombined(type, parts) ? combinedSpec(type, parts) : makers[type](parts);
  const drawn = soFarFill === undefined ? made : soFarSpec(made, soFarFill);
  return { $schema: vegaLiteSchema, ...styledSpec(type, drawn, parts) };
}

const makers: Readonly<Record<ChartType, (parts: SpecParts) => Spec>> = {
  grouped_bar: (parts) => barSpec(parts, 'vertical', 'grouped'),
  stacked_bar: (parts) => barSpec(parts, 'vertical', 'zero'),
  percent_stacked_bar: (parts) => barSpec(parts, 'vertical', 'normalize'),
  horizontal_grouped_bar: (parts) => barSpec(parts, 'horizontal', 'grouped'),
  horizontal_stacked_bar: (parts) => barSpec(parts, 'horizontal', 'zero'),
  percent_horizontal_stacked_bar: (parts) => barSpec(parts, 'horizontal', 'normalize'),
  line: lineSpec,
  area: areaSpec,
  scatter: scatterSpec,
  heatmap: heatmapSpec,
  arc: arcSpec,
  boxplot: ({ first, measure, locale }) => ({
    mark: { type: 'boxplot', extent: 1.5 },
    encoding: { x: categoryChannel(first), y: measureChannel(measure, locale, { scale: { zero: false } }) },
  }),
};

function barSpec(
  parts: SpecParts,
  direction: 'vertical' | 'horizontal',
  stack: 'grouped' | 'zero' | 'normalize',
): Spec {
  const main = mainOf(parts);
  const { transform, value, channel, order } = seriesOf(parts, main);
  const [along, across, offset] = direction === 'vertical' ? ['x', 'y', 'xOffset'] : ['y', 'x', 'yOffset'];
  const share = stack === 'normalize' ? { axis: { format: '.0%' } } : {};
  const isGrouped = stack === 'grouped';
  return {
    ...(transform ? { transform } : {}),
    mark: 'bar',
    encoding: {
      [along]: categoryChannel(main),
      [across]: value({ stack: isGrouped ? null : stack, ...share }),
      ...(channel ? { color: channel(), ...(isGrouped ? { [offset]: channel({ legend: undefined }) } : {}) } : {}),
      ...(order && !isGrouped ? { order } : {}),
    },
  };
}

/** The dimension along the axis: the one that was chosen, else a time. */
function mainOf({ dimensions, first, style }: Pick<SpecParts, 'dimensions' | 'first' | 'style'>): Column {
  const { x } = style.fields ?? {};
  return dimensions.find(({ name }) => name === x) ?? dimensions.find(isTime) ?? first;
}

/** Marks over time: times along an axis, other dimensions side by side. */
function alongX(parts: SpecParts): { readonly main: Column; readonly x: Spec } {
  const { columns, rows } = parts;
  const main = mainOf(parts);
  return { main, x: isTime(main) ? timeChannel(main, rows, columns.indexOf(main)) : categoryChannel(main) };
}

function lineSpec(parts: SpecParts): Spec {
  const { main, x } = alongX(parts);
  const { transform, value, channel } = seriesOf(parts, main);
  const isAlone = `datum[${quoted(aloneField)}] === true`;
  return {
    ...(transform ? { transform } : {}),
    encoding: { x, y: value({ scale: { zero: !isFarFromZero(parts) } }), ...(channel ? { color: channel() } : {}) },
    layer: [
      { mark: { type: 'line', tooltip: null } },
      {
        mark: 'point',
        // Those that are not seen are large enough for a pointer to find.
        encoding: {
          opacity: { condition: { test: isAlone, value: 1 }, value: 0 },
          size: { condition: { test: isAlone, value: 40 }, value: 200 },
        },
      },
    ],
  };
}

/** True where the smallest value is over half of the largest: a line then shows nothing if it has to begin at zero. */
function isFarFromZero({ columns, rows, measures }: SpecParts): boolean {
  const indexes = measures.map((measure) => columns.indexOf(measure));
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    for (const index of indexes) {
      const number = readDecimal(row[index]) ? Number(row[index]) : Number.NaN;
      if (number < least) least = number;
      if (number > largest) largest = number;
    }
  }
  if (largest < least) return false; // no numbers
  return least > 0 ? least * 2 > largest : largest < 0 && largest * 2 < least;
}

/** Areas are stacked only where their sum means something, unless somebody says how they stand. */
function areaSpec(parts: SpecParts): Spec {
  const { main, x } = alongX(parts);
  const { transform, value, channel, order } = seriesOf(parts, main);
  const { stack } = parts.style;
  const canStack = parts.measures.length === 1 && isAdditive(parts.measure) && channel !== undefined;
  const isStacked = stack === undefined ? canStack : stack !== 'overlay' && channel !== undefined;
  const share = stack === 'percent' && isStacked ? { axis: { format: '.0%' } } : {};
  return {
    ...(transform ? { transform } : {}),
    mark: 'area',
    encoding: {
      x,
      y: value({ stack: isStacked ? (stack === 'percent' ? 'normalize' : 'zero') : null, ...share }),
      ...(channel ? { color: channel() } : {}),
      ...(order && isStacked ? { order } : {}),
    },
  };
}

function scatterSpec({ dimensions, measures, measure, locale, style }: SpecParts): Spec {
  const [, second = measure, third] = measures;
  const loose = { scale: { zero: false } };
  const [color] = dimensions;
  const isColoured = color !== undefined && style.fields?.color === color.name;
  return {
    mark: 'point',
    encoding: {
      x: measureChannel(measure, locale, loose),
      y: measureChannel(second, locale, loose),
      ...(third ? { size: { ...measureChannel(third, locale), axis: undefined } } : {}),
      ...(isColoured ? { color: seriesChannel(color) } : {}),
      ...(color && !isColoured ? { detail: { field: fieldOf(color.name), type: 'nominal' } } : {}),
    },
  };
}

function heatmapSpec({ first, dimensions, measure, locale, style }: SpecParts): Spec {
  const [, second = first] = dimensions;
  const isTurned = style.fields?.x === undefined && isTime(second) && !isTime(first);
  const [across, down] = isTurned ? [second, first] : [first, second];
  const color = { field: fieldOf(measure.name), type: 'quantitative', title: titleOf(measure) };
  return {
    mark: 'rect',
    encoding: {
      x: categoryChannel(across),
      y: categoryChannel(down),
      color: { ...color, legend: { labelExpr: numberLabel(measure, locale) } },
    },
  };
}

function arcSpec({ first, measure }: SpecParts): Spec {
  return {
    mark: { type: 'arc', innerRadius: { expr: 'min(width, height) / 4' } },
    encoding: {
      theta: { field: fieldOf(measure.name), type: 'quantitative', stack: true },
      color: seriesChannel(first),
      order: { field: fieldOf(measure.name), type: 'quantitative', sort: 'descending' },
    },
  };
}
