import { didYouMean } from '@orrery/kernel';
import { type FilterOperator, filterOperators } from '../filter-operators.ts';

/** Names of our operators in other languages. */
const otherOperators: ReadonlyMap<string, FilterOperator> = new Map([
  ...['=', '==', '===', 'eq', 'is', 'equal'].map((word) => [word, 'equals'] as const),
  ...['!=', '<>', '!==', 'ne', 'neq', 'not', 'isnot'].map((word) => [word, 'notEquals'] as const),
  ...['>', 'greaterthan', 'greater', 'after'].map((word) => [word, 'gt'] as const),
  ...['>=', 'ge'].map((word) => [word, 'gte'] as const),
  ...['<', 'lessthan', 'less', 'before'].map((word) => [word, 'lt'] as const),
  ...['<=', 'le'].map((word) => [word, 'lte'] as const),
  ...['like', 'ilike', 'matches', 'includes'].map((word) => [word, 'contains'] as const),
  ...['notlike', 'notilike'].map((word) => [word, 'notContains'] as const),
  ...['isnull', 'null', 'empty', 'isempty', 'missing'].map((word) => [word, 'notSet'] as const),
  ...['isnotnull', 'notnull', 'exists', 'notempty'].map((word) => [word, 'set'] as const),
  ...['between', 'range', 'daterange', 'during'].map((word) => [word, 'inDateRange'] as const),
  ['notbetween', 'notInDateRange'],
]);

/** Suggests an operator for an unknown word; else lists the operators. */
export function hintForOperator(word: string, show = (operator: string) => operator): string {
  const other = otherOperators.get(word.toLowerCase().replaceAll(/[\s_-]/g, ''));
  if (other !== undefined) return `Did you mean ${show(other)}?`;
  return didYouMean(word, filterOperators, show) ?? `The operators are ${filterOperators.join(', ')}`;
}
