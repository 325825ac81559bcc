export type { StatementParameters } from './binder.ts';
export { bindStatement } from './bind-statement.ts';
export { modelTables, typeOfMember } from './model-tables.ts';
