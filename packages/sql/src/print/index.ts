export { bindPrintedQuery, type PrintedForm } from './bind-printed-query.ts';
export { type CalculatedField, printQuery } from './print-query.ts';
