import type { Query } from '@orrery/client/data';
import type { CalculatedField, CalculatedQuery } from './calculated-fields.ts';
import { compares } from '@orrery/charts';

/** The reason why a query cannot have a field: no such measure, no dimension to sort by, no groups, or several compared ranges. */
type FieldObstacle = 'measure' | 'dimension' | 'groups' | 'comparison';

export function obstacleOf(field: CalculatedField, query: Query): FieldObstacle | undefined {
  // Fields are computed by one statement, and each range has one.
  if (compares(query)) return 'comparison';
  if ('sql' in field) return undefined;
  if (query.ungrouped) return 'groups';
  if (!('calculation' in field)) return undefined;
  if (!query.measures?.includes(field.of)) return 'measure';
  return field.calculation === 'percent_of_total' || query.dimensions?.length ? undefined : 'dimension';
}

/** The fields that a query has columns for. */
export function fieldsWithValue({ query, calculated }: CalculatedQuery): readonly CalculatedField[] {
  return calculated.filter((field) => obstacleOf(field, query) === undefined);
}
