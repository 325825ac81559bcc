export { chartSpec } from './chart-spec.ts';
export { fieldOf, numberLabel, seriesChannel, type Spec } from './field.ts';
