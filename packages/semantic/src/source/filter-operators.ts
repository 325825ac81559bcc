import { type FilterOperator, filterOperators } from '@orrery/kernel';

export { type FilterOperator, filterOperators };

const withoutValues: readonly FilterOperator[] = ['set', 'notSet', 'measureFilter'];

export function takesValues(operator: FilterOperator): boolean {
  return !withoutValues.includes(operator);
}
