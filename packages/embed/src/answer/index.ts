export { readingOf, withReading } from './as-of.ts';
export { csvOf, download } from './csv.ts';
export { type AnswerTable, tableOfResult } from './table-of-result.ts';
export { type LineRows, tableOfLine } from './table-of-line.ts';
export { statementColumns, statementRows } from './table-of-statement.ts';
export { isWithoutValue, valuesIn, wireFilters } from './wire-filters.ts';
