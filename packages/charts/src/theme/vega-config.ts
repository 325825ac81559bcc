import { inks, palettes, ramps } from './palette.ts';

export interface ThemeInput {
  readonly isDark: boolean;
  /** Fonts of the page around the chart. */
  readonly font?: string | undefined;
  /** Colours of categories, in their order, instead of ours. */
  readonly categories?: readonly string[] | undefined;
  /** Pixels; absent: wide. */
  readonly width?: number | undefined;
}

const tick = 11;
const caption = 12;
const longestLabel = 150;
/** Names of series tell apart by their end as well: they have days of ranges there. */
const longestLegend = 260;
const leastWide = 480;
const leastColumn = 130;
/** The width of a symbol of a legend, with the space around it. */
const besideLabel = 30;
/** A legend begins where the axis ends. */
const usualAxis = 52;
const mostLines = 6;

/** The configuration of Vega-Lite that makes every chart look like the page around it, light or dark. */
export function vegaConfig({ isDark, font = 'system-ui, sans-serif', categories, width }: ThemeInput) {
  const scheme = isDark ? 'dark' : 'light';
  const ink = inks[scheme];
  const category = [...(categories ?? palettes[scheme])];
  const ramp = [...ramps[scheme]];
  return {
    background: 'transparent',
    font,
    padding: 4,
    view: { stroke: null },
    mark: { color: category[0] ?? ink.text, tooltip: true },
    bar: { cornerRadiusEnd: 2 },
    line: { strokeWidth: 2 },
    area: { line: { aria: false }, fillOpacity: 0.35 },
    point: { filled: true, size: 40 },
    rule: { color: ink.muted },
    text: { color: ink.text },
    arc: { stroke: ink.surface, strokeWidth: 1 },
    boxplot: { median: { color: ink.surface } },
    axis: {
      domainColor: ink.line,
      gridColor: ink.line,
      labelColor: ink.muted,
      labelFontSize: tick,
      labelLimit: longestLabel,
      labelOverlap: true,
      labelSeparation: 6,
      tickColor: ink.line,
      titleColor: ink.muted,
      titleFontSize: caption,
      titleFontWeight: 500,
    },
    axisX: { grid: false, labelAngle: 0 },
    axisY: { domain: false, ticks: false, labelPadding: 6 },
    axisQuantitative: { grid: true, tickCount: 5 },
    legend: {
      labelColor: ink.text,
      labelFontSize: caption,
      labelLimit: longestLegend,
      orient: 'top',
      titleColor: ink.muted,
      titleFontSize: caption,
      titleFontWeight: 500,
      ...narrowLegend(width),
    },
    header: { labelColor: ink.text, titleColor: ink.muted },
    title: { color: ink.text, fontSize: 13, fontWeight: 500, anchor: 'start' },
    range: { category, ramp, heatmap: ramp, ordinal: ramp },
  } as const;
}

/**
 * The legend of a chart that is too narrow for one line of names: below it, in columns, with names that are cut where they are
 * longer. Names are whole in tooltips and in the table of the chart.
 *
 * @returns `undefined` where the chart is wide
 */
export function narrowLegend(width: number | undefined) {
  if (width === undefined || width >= leastWide) return undefined;
  const room = width - usualAxis;
  const columns = Math.max(1, Math.floor(room / leastColumn));
  const label = Math.max(besideLabel, Math.floor(room / columns) - besideLabel);
  return {
    orient: 'bottom',
    columns,
    labelLimit: label,
    titleLimit: room,
    symbolLimit: columns * mostLines,
  } as const;
}
