import { type ChartType, missingFor, unitOf } from '../choose/index.ts';
import { type Column, isAdditive, isMeasure, isTime, type Row, titleOf } from '../column.ts';
import { aloneField, seriesField } from '../data/index.ts';
import { readDecimal } from '../format/index.ts';
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

const vegaLiteSchema = 'https://vega.github.io/schema/vega-lite/v5.json';

export interface SpecInput {
  /** Where they are known: ticks then stand at their times, and a line may leave zero out. */
  readonly rows?: readonly Row[];
  /** Of the symbols of money. */
  readonly locale?: string | undefined;
}

interface Parts {
  /** False for a spec that is kept, whose data has no fields of ours. */
  readonly isDrawn: boolean;
  readonly locale: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly dimensions: readonly Column[];
  readonly measures: readonly Column[];
  readonly first: Column;
  readonly measure: Column;
}

/**
 * Makes the Vega-Lite spec of a chart, without data: its fields are the names of the columns.
 *
 * @returns `undefined` where the columns do not fit the type (see `missingFor`)
 */
export function chartSpec(
  type: ChartType,
  columns: readonly Column[],
  { rows, locale }: SpecInput = {},
): Spec | undefined {
  if (missingFor(type, columns) !== undefined) return undefined;
  const measures = columns.filter(isMeasure);
  const dimensions = columns.filter((column) => !isMeasure(column));
  const [measure] = measures;
  const first = dimensions[0] ?? measure;
  if (!measure || !first) return undefined;
  return {
    $schema: vegaLiteSchema,
    ...makers[type]({
      columns,
      rows: rows ?? [],
      isDrawn: rows !== undefined,
      locale,
      dimensions,
      measures,
      first,
      measure,
    }),
  };
}

const makers: Readonly<Record<ChartType, (parts: Parts) => Spec>> = {
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

interface Series {
  readonly transform?: readonly Spec[];
  /** What is measured: one column, or all of them below each other. */
  readonly value: (more?: Spec) => Spec;
  readonly channel?: (more?: Spec) => Spec;
  /** In which parts of a whole stand on each other. */
  readonly order?: Spec;
}

/** The colours of a chart: the second dimension, or the measures, told apart by their titles. */
function seriesOf({ columns, dimensions, measures, measure, locale, isDrawn }: Parts, main: Column): Series {
  if (measures.length === 1) {
    const second = dimensions.find((column) => column !== main);
    const value = (more?: Spec) => measureChannel(measure, locale, more);
    if (!second) return { value };
    const order = isDrawn ? { order: { field: seriesField, type: 'quantitative' } } : {};
    return { value, channel: (more) => seriesChannel(second, more), ...order };
  }
  const [series, value, place] = [freeName('series', columns), freeName('value', columns), freeName('place', columns)];
  const titles = distinctTitles(measures);
  const isOneUnit = measures.every((each) => unitOf(each) === unitOf(measure));
  const together = isOneUnit ? measure : { ...measure, format: undefined };
  const names = measures.map(({ name }, index) => `${quoted(name)}: ${quoted(titles[index] ?? name)}`).join(', ');
  return {
    transform: [
      { fold: measures.map(({ name }) => fieldOf(name)), as: [series, value] },
      { calculate: `({${names}})[datum[${quoted(series)}]]`, as: series },
      { calculate: `indexof([${titles.map(quoted).join(', ')}], datum[${quoted(series)}])`, as: place },
    ],
    order: { field: place, type: 'quantitative' },
    value: (more) => ({ ...measureChannel({ ...together, name: value }, locale, more), title: null }),
    channel: (more) => ({
      field: series,
      type: 'nominal',
      sort: titles,
      title: null,
      scale: { domain: titles },
      ...more,
    }),
  };
}

function freeName(wanted: string, columns: readonly Column[]): string {
  return columns.some(({ name }) => name === wanted) ? freeName(`${wanted}_`, columns) : wanted;
}

function distinctTitles(measures: readonly Column[]): readonly string[] {
  const titles = measures.map(titleOf);
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title) ? title : `${title} (${index + 1})`,
  );
}

function barSpec(parts: Parts, direction: 'vertical' | 'horizontal', stack: 'grouped' | 'zero' | 'normalize'): Spec {
  const main = parts.dimensions.find(isTime) ?? parts.first;
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

/** Marks over time: times along an axis, other dimensions side by side. */
function alongX({ columns, rows, first, dimensions }: Parts): { readonly main: Column; readonly x: Spec } {
  const main = dimensions.find(isTime) ?? first;
  return { main, x: isTime(main) ? timeChannel(main, rows, columns.indexOf(main)) : categoryChannel(main) };
}

function lineSpec(parts: Parts): Spec {
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
function isFarFromZero({ columns, rows, measures }: Parts): boolean {
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

/** Areas are stacked only where their sum means something. */
function areaSpec(parts: Parts): Spec {
  const { main, x } = alongX(parts);
  const { transform, value, channel, order } = seriesOf(parts, main);
  const isStacked = parts.measures.length === 1 && isAdditive(parts.measure) && channel !== undefined;
  return {
    ...(transform ? { transform } : {}),
    mark: 'area',
    encoding: {
      x,
      y: value({ stack: isStacked ? 'zero' : null }),
      ...(channel ? { color: channel() } : {}),
      ...(order && isStacked ? { order } : {}),
    },
  };
}

function scatterSpec({ dimensions, measures, measure, locale }: Parts): Spec {
  const [, second = measure, third] = measures;
  const loose = { scale: { zero: false } };
  const [color] = dimensions;
  return {
    mark: 'point',
    encoding: {
      x: measureChannel(measure, locale, loose),
      y: measureChannel(second, locale, loose),
      ...(third ? { size: { ...measureChannel(third, locale), axis: undefined } } : {}),
      ...(color ? { detail: { field: fieldOf(color.name), type: 'nominal' } } : {}),
    },
  };
}

function heatmapSpec({ first, dimensions, measure, locale }: Parts): Spec {
  const [, second = first] = dimensions;
  const [across, down] = isTime(second) && !isTime(first) ? [second, first] : [first, second];
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

function arcSpec({ first, measure }: Parts): Spec {
  return {
    mark: { type: 'arc', innerRadius: { expr: 'min(width, height) / 4' } },
    encoding: {
      theta: { field: fieldOf(measure.name), type: 'quantitative', stack: true },
      color: seriesChannel(first),
      order: { field: fieldOf(measure.name), type: 'quantitative', sort: 'descending' },
    },
  };
}
