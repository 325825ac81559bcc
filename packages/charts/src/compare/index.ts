export { comparedTable, type Comparison, isCompared, rangeColumn } from './compared-table.ts';
export { compares } from './compares.ts';
