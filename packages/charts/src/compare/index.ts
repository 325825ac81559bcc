export { comparedTable, isCompared, rangeColumn } from './compared-table.ts';
