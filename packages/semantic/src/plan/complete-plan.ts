import { fail, type Outcome, succeed } from '../problem/index.ts';
import type { RequestContext } from '../query/index.ts';
import type { BuiltPlan } from './build-plan.ts';
import { contextValues } from './context-values.ts';
import { rulesOf } from './guard/rules.ts';
import type { MadeForQuery } from './made-for-query.ts';
import type { QueryPlan } from './plan.ts';
import { requestedOfRows } from './rows/requested-condition.ts';
import { rowConditions } from './rows/row-expressions.ts';

/** Completes the plan as plain data, with the request's values that its SQL reads. */
export function completePlan(built: BuiltPlan, context: RequestContext): Outcome<QueryPlan> {
  const { model, masked, planned, reading, pins: _, measures: __, ...plan } = built;
  const { cubes, fragments, requested } = reading;
  const seen = masked?.withRealTests(planned) ?? planned;
  const own = () => requestedOfRows(rowConditions(seen, model));
  const tests = { requested: [...requested], own, ofRules: () => requestedOfRows(rulesOf(seen, model)) };
  const { values, problems } = contextValues([...fragments], tests, context);
  if (problems.length > 0) return fail(...problems);
  const maskTests = [...(masked?.tests ?? [])].map(([member, test]) => ({ member, test }));
  // Everything the plan reads was examined above, so all members made for the query exist by now.
  const made = madeFor(built);
  return succeed({ ...plan, cubes: [...cubes], context: values, maskTests, ...(made ? { made } : {}) });
}

function madeFor({ measures, masked, pins }: BuiltPlan): MadeForQuery | undefined {
  if (!masked && pins.made.size === 0 && measures.length === 0) return undefined;
  const { members, cubes } = masked?.made() ?? { members: [], cubes: [] };
  // Masks replace measures of the query too.
  return { members: [...measures, ...pins.made.values(), ...members], cubes };
}
