export { bindPrintedQuery } from './bind-printed-query.ts';
export { type CalculatedField, type PrintOptions, printQuery } from './print-query.ts';
