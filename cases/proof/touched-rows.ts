import { entitiesIn, entitiesOf } from './entities.ts';
import { type Evaluation, filteredRows } from './evaluation.ts';
import type { JoinedRow } from './joined-rows.ts';
import { type Found, type FoundMeasure, pathsOf, subQueriesOf } from './members.ts';
import { lookup } from './sub-queries.ts';

/** The rows of the join of all that is touched, by the filters; sub-queries that cannot be answered are refused. */
export function joinedRows(
  evaluation: Evaluation,
  touched: readonly Found[],
  grouped: readonly FoundMeasure[],
): readonly JoinedRow[] {
  const { world } = evaluation;
  for (const subQuery of touched.flatMap((found) => subQueriesOf(world, found))) lookup(evaluation, subQuery);
  for (const found of touched) for (const one of entitiesIn(evaluation, found)) entitiesOf(evaluation, one);
  return filteredRows(
    evaluation,
    touched.flatMap((found) => pathsOf(world, found)),
    grouped,
  );
}
