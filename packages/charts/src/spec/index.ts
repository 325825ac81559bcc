export { chartSpec } from './chart-spec.ts';
export { fieldOf, type Spec } from './field.ts';
