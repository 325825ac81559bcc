import { compileRefreshKey, type CompiledQuery, type CubeName, type ModelIndex, requireCube } from '@orrery/semantic';
import type { RowEncoding, BlockColumnType, BlockToLoad, Statement } from '@orrery/engines';
import type { Runtime } from '../runtime.ts';
import { isVolatileSql } from '../model/index.ts';
import type { RequestMemory } from '../query/index.ts';
import type { AnswerKeyParts } from './answer-key.ts';
import type { RefreshPolicy } from './freshness.ts';

/** A question that is ready to run: its statements, and when its answer is no longer good. */
export interface RunnableQuestion {
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

interface CompiledQuestion extends Pick<RunnableQuestion, 'statements' | 'dataSource' | 'blockSources' | 'refresh'> {
  readonly bytes: number;
}

/** Memory of statements in addition to their texts. */
const overheadBytes = 2 * 1024;

/**
 * Compiles a question, unless an equal one was compiled before.
 *
 * @param key key of its answer @throws InvalidQuery when the model cannot answer it, Unavailable when a data source is
 * not defined
 */
export function toRunnable(
  key: string,
  request: Compilation,
  memory: Pick<RequestMemory, 'statementsOf'>,
): RunnableQuestion {
  const { question } = request;
  const compiled = memory.statementsOf(key, () => compile(request));
  return { ...compiled, model: question.model.index, encoding: question.encoding(), isEmpty: question.isEmpty };
}

function compile({ question, context, runtime }: Compilation): CompiledQuestion {
  const { statement: rows, count, plans } = question.render(context);
  const { index } = question.model;
  const cubes = new Set(plans.flatMap((plan) => plan.cubes));
  const refresh = refreshPolicies(cubes, rows, index, runtime);
  const { dataSource } = rows;
  const size = statementsOf(rows).reduce((sum, one) => sum + sizeOf(one), 0);
  const bytes = overheadBytes + 2 * (size + (count ? sizeOf(count) : 0) + sizeOfPolicies(refresh));
  const blockSources = [...new Set((rows.blocks ?? []).map((block) => block.dataSource))];
  const statements = { rows, ...(count ? { count } : {}) };
  return { statements, dataSource, blockSources, refresh, bytes };
}

/** Characters of a statement that callers can make longer. */
function sizeOf({ text, params }: CompiledQuery): number {
  return params.reduce((sum, param) => sum + String(param).length, text.length);
}

function sizeOfPolicies(refresh: readonly RefreshPolicy[]): number {
  return refresh.reduce((sum, policy) => sum + (policy.kind === 'sql' ? sizeOf(policy.statement) : 0), 0);
}

/**
 * Policies of every cube that is read, without duplicates. An answer that reads no cube is kept as long as one over a
 * cube without a refresh key.
 */
function refreshPolicies(
  cubes: ReadonlySet<CubeName>,
  rows: StatementToRun,
  model: ModelIndex,
  runtime: Runtime,
): readonly RefreshPolicy[] {
  const sources = new Set<string>(cubes.size === 0 ? [rows.dataSource] : []);
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

/** A statement of a data source, or one above the results of blocks. */
export interface StatementToRun extends CompiledQuery {
  /** Present where it runs above results; none where it reads no cube. */
  readonly blocks?: readonly BlockStatement[];
}

/** A part of a statement that runs alone, and whose rows are read above. */
export interface BlockStatement extends CompiledQuery {
  /** Cubes and views. */
  readonly pieces: readonly string[];
  /** Name of its rows in the statement above. */
  readonly table: string;
  readonly types: readonly BlockColumnType[];
}

/** All statements that run for one, in order. */
export function statementsOf(statement: StatementToRun): readonly CompiledQuery[] {
  return [...(statement.blocks ?? []), statement];
}

export function toStatement({ text, params, columns }: CompiledQuery): Statement {
  return { text, params, columns: columns.map(({ type }) => ({ type })) };
}

export function toBlock(block: BlockStatement): BlockToLoad {
  const { dataSource: source, table, types } = block;
  return { source, table, types, statement: toStatement(block) };
}
