export { describeRows } from './describe-rows.ts';
export { type PivotedRows, pivotRows } from './pivot-rows.ts';
export { type Kpi, kpisOf, tableOf, type TextTable } from './table-of.ts';
