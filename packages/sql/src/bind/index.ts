export { bindStatement } from './bind-statement.ts';
export { modelTables, typeOfMember } from './model-tables.ts';
