export { bindStatement } from './bind-statement.ts';
export { type ModelTable, type ModelTables, modelTables, type TableColumn, typeOfMember } from './model-tables.ts';
