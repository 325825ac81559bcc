import { type BlockGeneration, emptyRows, EngineError, ResultsError, type Rows, type RowSink } from '@orrery/engines';
import type { CompiledQuery } from '@orrery/semantic';
import type { Runtime } from '../runtime.ts';
import { DataSourceFailure, PostProcessingFailure } from '../request/index.ts';
import { type RunnableQuestion, type StatementToRun, toBlock, toStatement } from './runnable-question.ts';
import type { RunProgress } from './shared-run.ts';

export interface Execution extends Pick<Rows, 'data' | 'rowCount' | 'engineQueryId'> {
  /** The data sources, with the generations of the data that was read. */
  readonly readFrom: readonly BlockGeneration[];
  readonly total?: number;
  readonly timingsMs: { readonly queue: number; readonly engine: number; readonly encode: number };
}

export interface RunContext {
  readonly runtime: Runtime;
  /** The tenant whose share of the data source it uses. */
  readonly tenant: string;
  readonly signal: AbortSignal;
  readonly progress?: Pick<RunProgress, 'stage' | 'places' | 'tenants'>;
}

/** Receives long rows while they are written. */
export interface LongRows extends RowSink {
  /** Resolves with the first of them. */
  readonly begun: Promise<void>;
  /** Called when the first rows are there, with their count if requested. */
  begin(total: number | undefined): void;
}

/**
 * Runs the statements of a query, each in a slot of its data source. The rows and their count run in parallel; when one
 * fails, the other is stopped. Settles when both have ended.
 *
 * @param long receives long rows while they are written; when absent, all rows are returned at the end @throws
 * DataSourceFailure, Unavailable, the reason of `signal`
 */
export async function executeQuery(
  runnable: RunnableQuestion,
  runContext: RunContext,
  long?: LongRows,
): Promise<Execution> {
  const { rows, count } = runnable.statements;
  const failure = new AbortController();
  const signal = AbortSignal.any([runContext.signal, failure.signal]);
  const counting = count && readCount(count, { ...runContext, signal });
  const read = () => readRows(runnable, { ...runContext, signal }, long);
  // Above results, rows that nobody takes before they are counted would keep the slot of the count.
  const work = [rows.blocks && counting ? counting.then(read) : read(), counting] as const;
  if (long)
    Promise.all([work[1], long.begun]).then(
      ([total]) => long.begin(total),
      () => undefined,
    ); // told below
  try {
    const [answer, total] = await Promise.all(work);
    const { data, rowCount, generation, blockGenerations, engineQueryId, queueMs, engineMs, encodeMs } = answer;
    const readFrom = blockGenerations ?? [{ source: runnable.dataSource, generation }];
    const timingsMs = { queue: queueMs, engine: engineMs, encode: encodeMs };
    return { data, rowCount, readFrom, engineQueryId, timingsMs, ...(total === undefined ? {} : { total }) };
  } catch (error) {
    failure.abort();
    await Promise.allSettled(work);
    if (runContext.signal.aborted) throw runContext.signal.reason;
    if (error instanceof ResultsError)
      throw new PostProcessingFailure(
        error,
        (rows.blocks ?? []).flatMap(({ pieces }) => pieces),
      );
    if (!(error instanceof EngineError)) throw error;
    const columns = rows.columns.map((column) => column.name);
    throw new DataSourceFailure(error, columns);
  }
}

/** @throws DataSourceFailure that names `subject`, Unavailable, the reason of the signal */
export async function askFirstValue(
  compiled: CompiledQuery,
  subject: string,
  runContext: RunContext,
): Promise<string | boolean | null> {
  try {
    return await inSlot(compiled.dataSource, runContext, () =>
      runContext.runtime.sources.firstValue(requestOf(compiled), runContext.signal),
    );
  } catch (error) {
    if (runContext.signal.aborted) throw runContext.signal.reason;
    throw error instanceof EngineError ? new DataSourceFailure(error, [subject]) : error;
  }
}

async function readRows(
  { statements, encoding, isEmpty }: RunnableQuestion,
  runContext: RunContext,
  sink: RowSink | undefined,
): Promise<Rows & { readonly queueMs: number }> {
  if (isEmpty) {
    const none = { rowCount: 0, generation: undefined, queueMs: 0, engineMs: 0, encodeMs: 0 };
    return { data: [emptyRows(encoding.format)], ...none };
  }
  const { rows } = statements;
  const request = { ...requestOf(rows), encoding };
  return inSlots(slotsOf(rows), runContext, async (queueMs) => {
    return { ...(await runContext.runtime.sources.rows(request, runContext.signal, sink)), queueMs };
  });
}

function readCount(statement: StatementToRun, runContext: RunContext): Promise<number> {
  return inSlots(slotsOf(statement), runContext, async () => {
    return Number(await runContext.runtime.sources.firstValue(requestOf(statement), runContext.signal));
  });
}

/** The data sources whose slots a statement takes, in the one order of all statements. */
function slotsOf({ dataSource, blocks = [] }: StatementToRun): readonly string[] {
  return [...[...new Set(blocks.map((block) => block.dataSource))].sort(), dataSource];
}

/** Waits for a slot of each data source. All runs take them in one order, so that none waits for another in a circle. */
async function inSlots<T>(
  [dataSource, ...others]: readonly string[],
  runContext: RunContext,
  work: (queueMs: number) => Promise<T>,
  waitedMs = 0,
): Promise<T> {
  if (dataSource === undefined) return work(waitedMs);
  return inSlot(dataSource, runContext, (queueMs) => inSlots(others, runContext, work, waitedMs + queueMs));
}

/** Waits for a slot of the data source, and reports this to the callers who wait for the answer. */
async function inSlot<T>(
  dataSource: string,
  runContext: RunContext,
  work: (queueMs: number) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const { progress } = runContext;
  const { sources } = runContext.runtime;
  const place = runContext.runtime.queueOf(dataSource).join(runContext.tenant, runContext.signal);
  let hasEntered = false;
  const held = {
    shareWith: (tenant: string) => place.shareWith(tenant),
    isWaitedFor: () => hasEntered && (place.isWaitedFor() || sources.isWaitedFor()),
  };
  if (progress) {
    progress.stage = () => (place.ahead() > 0 ? `#${place.ahead() + 1} in queue` : 'Executing query');
    progress.places.add(held);
    for (const tenant of progress.tenants) place.shareWith(tenant);
  }
  try {
    await place.entered;
    hasEntered = true;
    return await work(performance.now() - startedAt);
  } finally {
    progress?.places.delete(held);
    place.leave();
  }
}

function requestOf(statement: StatementToRun) {
  const { dataSource, blocks } = statement;
  return { dataSource, statement: toStatement(statement), ...(blocks ? { blocks: blocks.map(toBlock) } : {}) };
}
