export { type FilterOperator, filterOperators } from '../../source/index.ts';
