export { bindStatement } from './bind-statement.ts';
export { type ModelTable, type ModelTables, modelTables, type TableColumn } from './model-tables.ts';
