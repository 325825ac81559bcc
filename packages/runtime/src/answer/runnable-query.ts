import {
  compileRefreshKey,
  type CompiledQuery,
  cubesRead,
  type ModelIndex,
  type QueryPlan,
  requireCube,
} from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';
import { isVolatileSql } from '../model/index.ts';
import { planPrepared, type PreparedQuery, renderPrepared, type RequestMemory } from '../query/index.ts';
import type { AnswerKeyParts } from './answer-key.ts';
import type { RefreshPolicy } from './freshness.ts';

/** A query that is ready to run: its statements, and when its answer is no longer good. */
export interface RunnableQuery {
  readonly prepared: PreparedQuery;
  readonly statements: { readonly rows: CompiledQuery; readonly count?: CompiledQuery };
  readonly dataSource: string;
  readonly refresh: readonly RefreshPolicy[];
}

interface Compilation extends AnswerKeyParts {
  readonly runtime: Runtime;
}

interface Compiled extends Omit<RunnableQuery, 'prepared'> {
  readonly bytes: number;
}

/** Memory of statements in addition to their texts. */
const overheadBytes = 2 * 1024;

/**
 * Compiles a query, unless an equal one was compiled before.
 *
 * @param key key of its answer @throws InvalidQuery when the model cannot answer it, Unavailable when a data source is
 * not defined
 */
export function toRunnable(
  key: string,
  request: Compilation,
  memory: Pick<RequestMemory, 'statementsOf'>,
): RunnableQuery {
  const { prepared } = request;
  return { ...memory.statementsOf(key, () => compiled(request)), prepared };
}

function compiled({ prepared, context, runtime, shape }: Compilation): Compiled {
  const plan = planPrepared(prepared, context);
  const rows = renderPrepared(plan, prepared, runtime);
  const counting = shape.countsTotal ? planPrepared(prepared, context, { countsRows: true }) : undefined;
  const count = counting && renderPrepared(counting, prepared, runtime);
  const refresh = refreshPolicies(plan, rows, prepared.model.index, runtime);
  const { dataSource } = rows;
  const bytes = overheadBytes + 2 * (sizeOf(rows) + (count ? sizeOf(count) : 0) + sizeOfPolicies(refresh));
  return { statements: { rows, ...(count ? { count } : {}) }, dataSource, refresh, bytes };
}

/** Characters of a statement that callers can make longer. */
function sizeOf({ text, params }: CompiledQuery): number {
  return params.reduce((sum, param) => sum + String(param).length, text.length);
}

function sizeOfPolicies(refresh: readonly RefreshPolicy[]): number {
  return refresh.reduce((sum, policy) => sum + (policy.kind === 'sql' ? sizeOf(policy.statement) : 0), 0);
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
