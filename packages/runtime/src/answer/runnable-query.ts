import {
  compileRefreshKey,
  type CompiledQuery,
  cubesRead,
  type CubeName,
  type ModelIndex,
  requireCube,
} from '@orrery/semantic';
import type { RowEncoding } from '@orrery/engines';
import type { Runtime } from '../runtime.ts';
import { isVolatileSql } from '../model/index.ts';
import { encodeKeys, planPrepared, type PreparedBlock, renderPrepared, type RequestMemory } from '../query/index.ts';
import type { AnswerKeyParts, StatementToAnswer } from './answer-key.ts';
import type { RefreshPolicy } from './freshness.ts';
import { statementsOf, type StatementToRun } from './statement-to-run.ts';

/** A query that is ready to run: its statements, and when its answer is no longer good. */
export interface RunnableQuery {
  readonly model: ModelIndex;
  readonly statements: { readonly rows: StatementToRun; readonly count?: StatementToRun };
  readonly dataSource: string;
  /** Data sources of its blocks. */
  readonly blockSources: readonly string[];
  readonly refresh: readonly RefreshPolicy[];
  readonly encoding: RowEncoding;
  /** Whether its limit is 0, so that nothing has to run. */
  readonly isEmpty: boolean;
}

type Compilation = AnswerKeyParts & { readonly runtime: Runtime };

interface Compiled extends Pick<RunnableQuery, 'statements' | 'dataSource' | 'blockSources' | 'refresh'> {
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
  if ('prepared' in request) {
    const { bound, model } = request.prepared;
    const { format, lastKey } = request.shape;
    const encoding = { format, ...encodeKeys(bound, lastKey) };
    const compiled = memory.statementsOf(key, () => compiledQuery(request));
    return { ...compiled, model: model.index, encoding, isEmpty: bound.limit === 0 };
  }
  const { encoding, model } = request.asked;
  const compiled = memory.statementsOf(key, () => compiledStatement(request));
  return { ...compiled, model: model.index, encoding, isEmpty: false };
}

function compiledQuery({
  prepared,
  context,
  runtime,
  shape,
}: Extract<Compilation, { prepared: PreparedBlock }>): Compiled {
  const plan = planPrepared(prepared, context);
  const rows = renderPrepared(plan, prepared, runtime);
  const counting = shape.countsTotal ? planPrepared(prepared, context, { countsRows: true }) : undefined;
  const count = counting && renderPrepared(counting, prepared, runtime);
  const cubes = cubesRead(plan, prepared.model.index);
  return compiled({ rows, ...(count ? { count } : {}) }, cubes, prepared.model.index, runtime);
}

/** A statement that reads no cube is kept as long as one over a cube without a refresh key. */
function compiledStatement({ asked, context, runtime }: Extract<Compilation, { asked: StatementToAnswer }>): Compiled {
  const { statement: rows, count, plans } = asked.render(context);
  const { index } = asked.model;
  const cubes = new Set(plans.flatMap((plan) => [...cubesRead(plan, index)]));
  const made = compiled({ rows, ...(count ? { count } : {}) }, cubes, index, runtime);
  if (cubes.size > 0) return made;
  const { dataSource } = rows;
  return { ...made, refresh: [{ kind: 'default', dataSource, isVolatile: isVolatile(rows) }] };
}

function compiled(
  statements: RunnableQuery['statements'],
  cubes: Iterable<CubeName>,
  model: ModelIndex,
  runtime: Runtime,
): Compiled {
  const { rows, count } = statements;
  const refresh = refreshPolicies(cubes, rows, model, runtime);
  const { dataSource } = rows;
  const size = statementsOf(rows).reduce((sum, one) => sum + sizeOf(one), 0);
  const bytes = overheadBytes + 2 * (size + (count ? sizeOf(count) : 0) + sizeOfPolicies(refresh));
  const blockSources = [...new Set((rows.blocks ?? []).map((block) => block.dataSource))];
  return { statements, dataSource, blockSources, refresh, bytes };
}

/** Characters of a statement that callers can make longer. */
function sizeOf({ text, params }: CompiledQuery): number {
  return params.reduce((sum, param) => sum + String(param).length, text.length);
}

function sizeOfPolicies(refresh: readonly RefreshPolicy[]): number {
  return refresh.reduce((sum, policy) => sum + (policy.kind === 'sql' ? sizeOf(policy.statement) : 0), 0);
}

/** Policies of every cube that is read, without duplicates. */
function refreshPolicies(
  cubes: Iterable<CubeName>,
  rows: StatementToRun,
  model: ModelIndex,
  runtime: Runtime,
): readonly RefreshPolicy[] {
  const sources = new Set<string>();
  const policies: RefreshPolicy[] = [];
  for (const cube of [...cubes].sort()) {
    const { refreshKey, dataSource } = requireCube(model, cube);
    if (refreshKey === undefined) sources.add(dataSource);
    else if (refreshKey.kind !== 'sql') policies.push({ kind: 'clock', key: refreshKey });
    else {
      const statement = compileRefreshKey(refreshKey, cube, model, runtime.dialectFor(dataSource));
      policies.push({ kind: 'sql', cube, statement, everyMs: refreshKey.everyMs });
    }
  }
  const ofSources = [...sources].map(
    (dataSource) => ({ kind: 'default', dataSource, isVolatile: isVolatile(rows) }) as const,
  );
  return [...ofSources, ...policies];
}

function isVolatile(rows: StatementToRun): boolean {
  return statementsOf(rows).some(({ text }) => isVolatileSql(text));
}
