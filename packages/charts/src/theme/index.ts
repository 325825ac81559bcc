export { d3Locale } from './d3-locale.ts';
export { inks, palettes, ramps } from './palette.ts';
export { type ThemeInput, vegaConfig } from './vega-config.ts';
