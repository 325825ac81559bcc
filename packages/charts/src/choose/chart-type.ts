import { type Column, isMeasure } from '../column.ts';

export const chartTypes = [
  'grouped_bar',
  'stacked_bar',
  'percent_stacked_bar',
  'horizontal_grouped_bar',
  'horizontal_stacked_bar',
  'percent_horizontal_stacked_bar',
  'line',
  'area',
  'scatter',
  'heatmap',
  'arc',
  'boxplot',
] as const;
export type ChartType = (typeof chartTypes)[number];

type Counts = Readonly<Record<'dimensions' | 'measures', number>>;
interface Need {
  readonly isMet: (counts: Counts) => boolean;
  readonly text: string;
}

const bars: Need = {
  isMet: ({ dimensions, measures }) => (dimensions === 1 && measures >= 1) || (dimensions === 2 && measures === 1),
  text: '1 dimension and measures, or 2 dimensions and 1 measure',
};
const parts: Need = {
  isMet: ({ dimensions, measures }) => dimensions === 1 && measures === 1,
  text: '1 dimension and 1 measure',
};

const needs: Readonly<Record<ChartType, Need>> = {
  grouped_bar: bars,
  stacked_bar: bars,
  percent_stacked_bar: bars,
  horizontal_grouped_bar: bars,
  horizontal_stacked_bar: bars,
  percent_horizontal_stacked_bar: bars,
  line: bars,
  area: bars,
  scatter: { isMet: ({ measures }) => measures === 2 || measures === 3, text: '2 or 3 measures' },
  heatmap: {
    isMet: ({ dimensions, measures }) => dimensions === 2 && measures === 1,
    text: '2 dimensions and 1 measure',
  },
  arc: parts,
  boxplot: parts,
};

/** @returns what a chart of this type needs and the columns are not; `undefined` if they can be drawn as one */
export function missingFor(type: ChartType, columns: readonly Column[]): string | undefined {
  const measures = columns.filter(isMeasure).length;
  const { isMet, text } = needs[type];
  return isMet({ measures, dimensions: columns.length - measures }) ? undefined : `It needs ${text}.`;
}
