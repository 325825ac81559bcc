export { comparedTable, type Comparison, isCompared, rangeColumn } from './compared-table.ts';
