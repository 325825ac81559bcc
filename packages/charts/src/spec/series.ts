import { unitOf } from '../choose/index.ts';
import { type Column, titleOf } from '../column.ts';
import { seriesField } from '../data/index.ts';
import { categoriesOf, styleIn } from '../style/index.ts';
import { fieldOf, measureChannel, quoted, seriesChannel, type Spec } from './field.ts';
import type { SpecParts } from './spec-parts.ts';

export interface ChartSeries {
  readonly transform?: readonly Spec[];
  /** The measured value: one column, or all measures below each other. */
  readonly value: (more?: Spec) => Spec;
  readonly channel?: (more?: Spec) => Spec;
  /** The field that distinguishes the measures, and its values; only for measures below each other. */
  readonly name?: string;
  readonly titles?: readonly string[];
  /** The order in which the parts of a whole are stacked. */
  readonly order?: Spec;
}

/** The colours of a chart: the second dimension, or the measures, told apart by their titles. */
export function seriesOf(parts: SpecParts, main: Column): ChartSeries {
  const { columns, dimensions, measures, measure, locale, isDrawn } = parts;
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
    titles,
    name: series,
    value: (more) => ({ ...measureChannel({ ...together, name: value }, locale, more), title: null }),
    channel: (more) => ({
      field: series,
      type: 'nominal',
      sort: titles,
      title: null,
      scale: { domain: titles, ...coloursOf(parts) },
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

/** Colours of measures, where some were chosen. */
function coloursOf({ measures, style, isDark }: SpecParts): Spec {
  const { series } = style;
  if (!series || measures.every(({ name }) => styleIn(series, name)?.color === undefined)) return {};
  const usual = categoriesOf(style, isDark);
  return {
    range: measures.map(({ name }, index) => styleIn(series, name)?.color ?? usual[index % usual.length]),
  };
}
