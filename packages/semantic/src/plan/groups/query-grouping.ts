import type { ModelIndex } from '../../model/index.ts';
import { type BoundQuery, membersOf, membersOfFilter } from '../../query/index.ts';
import type { Grouping } from './grouping.ts';
import { rowExpression } from '../rows/row-expressions.ts';
import type { Requirement } from '../joins/requirement.ts';
import { rowLimits } from '../guard/rules.ts';

/** Builds the grouping of rows that a query of groups needs. */
export function queryGrouping(query: BoundQuery, model: ModelIndex, required: readonly Requirement[]): Grouping {
  const dimensions = query.outputs.filter(({ role }) => role !== 'measure');
  const rowFilters = rowLimits(query, model);
  return {
    by: dimensions.map((output) => ({
      name: output.alias,
      expression: rowExpression(model, query.zone, output.expression),
    })),
    measures: [
      ...query.outputs.filter(({ role }) => role === 'measure').flatMap((output) => membersOf(output.expression)),
      ...query.groupFilters.flatMap(membersOfFilter),
    ],
    rowFilters,
    askedFilters: rowFilters,
    required,
  };
}
