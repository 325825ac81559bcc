export { type FilterOperator, filterOperators } from './filter-operators.ts';
