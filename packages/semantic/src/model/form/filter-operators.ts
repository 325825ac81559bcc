export { type FilterOperator, filterOperators } from '../../source/filter-operators.ts';
