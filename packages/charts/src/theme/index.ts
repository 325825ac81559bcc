export { d3Locale } from './d3-locale.ts';
export { inks, palettes, ramps } from './palette.ts';
export { narrowLegend, type ThemeInput, vegaConfig } from './vega-config.ts';
