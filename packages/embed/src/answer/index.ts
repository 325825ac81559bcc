export { csvOf, download } from './csv.ts';
export { type AnswerTable, tableOfResult } from './table-of-result.ts';
export { statementColumns, statementRows } from './table-of-statement.ts';
export { isWithoutValue, valuesIn, wireFilters } from './wire-filters.ts';
