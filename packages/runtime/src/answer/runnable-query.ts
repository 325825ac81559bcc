import {
  compileRefreshKey,
  type CompiledQuery,
  cubesRead,
  type ModelIndex,
  type QueryPlan,
  type RequestContext,
  requireCube,
} from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';
import { isVolatileSql } from '../model/index.ts';
import { planPrepared, type PreparedQuery, renderPrepared } from '../query/index.ts';
import type { RefreshPolicy } from './freshness.ts';

/** A query that is ready to run: its statements, and when its answer is no longer good. */
export interface RunnableQuery {
  readonly prepared: PreparedQuery;
  readonly statements: { readonly rows: CompiledQuery; readonly count?: CompiledQuery };
  readonly dataSource: string;
  readonly refresh: readonly RefreshPolicy[];
}

/** @throws InvalidQuery when the model cannot answer it, Unavailable when a data source is not defined */
export function toRunnable(
  prepared: PreparedQuery,
  context: RequestContext,
  runtime: Runtime,
  options: { readonly countsTotal: boolean },
): RunnableQuery {
  const plan = planPrepared(prepared, context);
  const rows = renderPrepared(plan, prepared, runtime);
  const counting = options.countsTotal ? planPrepared(prepared, context, { countsRows: true }) : undefined;
  const count = counting && renderPrepared(counting, prepared, runtime);
  const refresh = refreshPolicies(plan, rows, prepared.model.index, runtime);
  const { dataSource } = rows;
  return { prepared, statements: { rows, ...(count ? { count } : {}) }, dataSource, refresh };
}

/** Policies of every cube the plan reads, without duplicates. */
function refreshPolicies(
  plan: QueryPlan,
  { text }: CompiledQuery,
  model: ModelIndex,
  runtime: Runtime,
): readonly RefreshPolicy[] {
  const sources = new Set<string>();
  const policies: RefreshPolicy[] = [];
  for (const cube of [...cubesRead(plan, model)].sort()) {
    const { refreshKey, dataSource } = requireCube(model, cube);
    if (refreshKey === undefined) sources.add(dataSource);
    else if (refreshKey.kind !== 'sql') policies.push({ kind: 'clock', key: refreshKey });
    else {
      const statement = compileRefreshKey(refreshKey, cube, model, runtime.dialectFor(dataSource));
      policies.push({ kind: 'sql', cube, statement, everyMs: refreshKey.everyMs });
    }
  }
  const isVolatile = isVolatileSql(text);
  return [...[...sources].map((dataSource) => ({ kind: 'default', dataSource, isVolatile }) as const), ...policies];
}
