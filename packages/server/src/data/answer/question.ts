import type { CompiledQuery } from '@orrery/semantic';
import type { Runtime } from '../../catalog/runtime.ts';
import { planPrepared, renderPrepared } from '../compile-prepared.ts';
import type { PreparedQuery } from '../prepare-query.ts';
import type { RefreshPolicy } from './freshness.ts';

/** A query ready to run: its statements, and when an answer to it is no longer good. */
export interface Question {
  readonly prepared: PreparedQuery;
  readonly statements: { readonly rows: CompiledQuery; readonly count?: CompiledQuery };
  readonly refresh: readonly RefreshPolicy[];
}

/** @throws InvalidQuery when the model offers no way to answer, Unavailable when a data source is not defined */
export function toQuestion(
  prepared: PreparedQuery,
  runtime: Runtime,
  options: { readonly countsTotal: boolean },
): Question {
  const plan = planPrepared(prepared);
  const rows = renderPrepared(plan, prepared, runtime);
  const counting = options.countsTotal ? planPrepared(prepared, { countsRows: true }) : undefined;
  const count = counting && renderPrepared(counting, prepared, runtime);
  const refresh = [{ kind: 'default', dataSource: plan.dataSource } as const];
  return { prepared, statements: { rows, ...(count ? { count } : {}) }, refresh };
}
