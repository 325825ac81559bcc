import { type MemberId, type ModelIndex, requireMember } from '../../model/index.ts';
import { type BoundQuery, type Condition, membersOf, membersOfFilter } from '../../query/index.ts';
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
      ...query.groupFilters.flatMap((filter) => measuresTested(model, filter)),
    ],
    rowFilters,
    requestedFilters: rowFilters,
    required,
  };
}

/** Lists the measures that a filter of groups reads, in addition to the groups of the query. */
export function measuresTested(model: ModelIndex, filter: Condition): readonly MemberId[] {
  return membersOfFilter(filter).filter((id) => requireMember(model, id).kind === 'measure');
}
