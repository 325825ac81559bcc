import {
  type CompiledQuery,
  type CompileOptions,
  planQuery,
  type QueryPlan,
  renderPlan,
  type RequestContext,
} from '@orrery/semantic';
import type { Runtime } from '../catalog/runtime.ts';
import type { PreparedQuery } from './prepare-query.ts';
import { refuseProblems } from './refuse-problems.ts';

/**
 * The statement of a query; with `countsRows`, the one that counts its rows without limit and offset.
 *
 * @throws InvalidQuery when the model offers no way to answer
 */
export function compilePrepared(
  prepared: PreparedQuery,
  context: RequestContext,
  runtime: Runtime,
  options: Pick<CompileOptions, 'countsRows'> = {},
): CompiledQuery {
  return renderPrepared(planPrepared(prepared, context, options), prepared, runtime);
}

/** @throws InvalidQuery when the model offers no way to answer */
export function planPrepared(
  { bound, model }: PreparedQuery,
  context: RequestContext,
  options: Pick<CompileOptions, 'countsRows'> = {},
): QueryPlan {
  const planned = planQuery(bound, model.index, { ...options, context });
  if (!planned.ok) throw refuseProblems(planned.problems);
  return planned.value;
}

export function renderPrepared(plan: QueryPlan, { model }: PreparedQuery, runtime: Runtime): CompiledQuery {
  return renderPlan(plan, model.index, runtime.dialectFor(plan.dataSource));
}
