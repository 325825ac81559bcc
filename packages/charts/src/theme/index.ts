export { type ThemeInput, vegaConfig } from './vega-config.ts';
