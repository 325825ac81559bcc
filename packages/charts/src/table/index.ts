export { describeRows } from './describe-rows.ts';
export { type PivotedRows, pivotRows, type PivotSource } from './pivot-rows.ts';
export { tableOf, type TextTable } from './table-of.ts';
export {
  cellLookOf,
  type CellLook,
  type CellRule,
  type ColumnStyle,
  columnStyleOf,
  formattedColumns,
  readTableStyle,
  styledColumns,
  type TableStyle,
} from './table-style.ts';
export { toneTexts } from './tone-texts.ts';
