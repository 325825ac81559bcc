export { d3Locale } from './d3-locale.ts';
export { isLookValue, lookSettings, lookValueIn } from './look-values.ts';
export { inks, palettes, ramps } from './palette.ts';
export { themeFaults, themeOver } from './saved-theme.ts';
export { type ThemeInput, vegaConfig } from './vega-config.ts';
