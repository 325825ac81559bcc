import {
  adviseJoins,
  type CompiledQuery,
  type CompileOptions,
  planQuery,
  type Problem,
  type QueryPlan,
  renderPlan,
  type RequestContext,
} from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';
import { type InvalidQuery, refuseProblems } from '../request/index.ts';
import type { PreparedBlock } from './prepare-query.ts';
import { type Redaction, redactionFor } from './redaction.ts';

/**
 * Compiles the statement of a query; with `countsRows`, the one that counts its rows without limit and offset.
 *
 * @throws InvalidQuery when the model cannot answer it
 */
export function compilePrepared(
  prepared: PreparedBlock,
  context: RequestContext,
  runtime: Runtime,
  options: Pick<CompileOptions, 'countsRows'> = {},
): CompiledQuery {
  return renderPrepared(planPrepared(prepared, context, options), prepared, runtime);
}

/** @throws InvalidQuery when the model cannot answer it */
export function planPrepared(
  prepared: PreparedBlock,
  context: RequestContext,
  options: Pick<CompileOptions, 'countsRows'> = {},
): QueryPlan {
  const planned = planQuery(prepared.bound, prepared.model.index, { ...options, context });
  if (!planned.ok) throw refusePlan(planned.problems, prepared);
  return planned.value;
}

/** Suggests alternatives for cubes that cannot be combined, and names only what the caller may see. */
export function refusePlan(problems: readonly Problem[], { bound, model, access }: PreparedBlock): InvalidQuery {
  const redaction = redactionFor(model.index, access);
  return refuseProblems(adviseJoins(problems, bound, model.index, access).map((one) => redacted(one, redaction)));
}

function redacted({ hint, ...problem }: Problem, redaction: Redaction): Problem {
  const mayGive = hint !== undefined && redaction.text(redaction.sentence(hint)) === hint;
  return { ...problem, message: redaction.sentence(problem.message), ...(mayGive ? { hint } : {}) };
}

export function renderPrepared(
  plan: QueryPlan,
  { model }: PreparedBlock,
  runtime: Pick<Runtime, 'dialectFor'>,
): CompiledQuery {
  return renderPlan(plan, model.index, runtime.dialectFor(plan.dataSource));
}
