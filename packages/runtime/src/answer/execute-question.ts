import { emptyRows, EngineError } from '@orrery/engines';
import type { CompiledQuery } from '@orrery/semantic';
import type { EncodedRows, Runtime } from '../runtime.ts';
import { DataSourceFailure } from '../request/index.ts';
import { encodeKeys } from '../query/index.ts';
import type { AnswerShape } from './answer-key.ts';
import type { Question } from './question.ts';
import type { Progress } from './shared-runs.ts';

export interface Execution {
  readonly data: readonly Uint8Array[];
  readonly rowCount: number;
  readonly total?: number;
  /** Of the data the rows were read from, where the source knows. */
  readonly generation: string | undefined;
  readonly timingsMs: { readonly queue: number; readonly engine: number; readonly encode: number };
}

export interface Turn {
  readonly runtime: Runtime;
  /** Whose share of the data source it takes. */
  readonly tenant: string;
  readonly signal: AbortSignal;
  readonly progress?: Progress;
}

/**
 * Runs the statements of a question, each in a slot of its data source. The rows and their count run side by side; when
 * one fails, the other is stopped. Settles when both are known to have ended.
 *
 * @throws DataSourceFailure, Unavailable, the reason of `signal`
 */
export async function executeQuestion(question: Question, shape: AnswerShape, turn: Turn): Promise<Execution> {
  const { rows, count } = question.statements;
  const failure = new AbortController();
  const signal = AbortSignal.any([turn.signal, failure.signal]);
  const work = [
    readRows(question, shape, { ...turn, signal }),
    count ? readCount(count, { ...turn, signal }) : undefined,
  ] as const;
  try {
    const [read, total] = await Promise.all(work);
    const { data, rowCount, generation, queueMs, engineMs, encodeMs } = read;
    const timingsMs = { queue: queueMs, engine: engineMs, encode: encodeMs };
    return { data, rowCount, generation, timingsMs, ...(total === undefined ? {} : { total }) };
  } catch (error) {
    failure.abort();
    await Promise.allSettled(work);
    if (turn.signal.aborted) throw turn.signal.reason;
    if (!(error instanceof EngineError)) throw error;
    const columns = rows.columns.map((column) => column.name);
    throw new DataSourceFailure(error, columns);
  }
}

/** @throws DataSourceFailure that names `subject`, Unavailable, the reason of the turn's signal */
export async function askFirstValue(
  compiled: CompiledQuery,
  subject: string,
  turn: Turn,
): Promise<string | boolean | null> {
  try {
    return await inTurn(compiled.dataSource, turn, () => turn.runtime.firstValue(requestOf(compiled), turn.signal));
  } catch (error) {
    if (turn.signal.aborted) throw turn.signal.reason;
    throw error instanceof EngineError ? new DataSourceFailure(error, [subject]) : error;
  }
}

async function readRows(
  { prepared, statements }: Question,
  { format, lastKey }: AnswerShape,
  turn: Turn,
): Promise<EncodedRows & { readonly queueMs: number }> {
  const { bound } = prepared;
  if (bound.limit === 0) {
    const none = { rowCount: 0, generation: undefined, queueMs: 0, engineMs: 0, encodeMs: 0 };
    return { data: [emptyRows(format)], ...none };
  }
  const request = { ...requestOf(statements.rows), encoding: { format, ...encodeKeys(bound, lastKey) } };
  return inTurn(statements.rows.dataSource, turn, async (queueMs) => {
    return { ...(await turn.runtime.rows(request, turn.signal)), queueMs };
  });
}

function readCount(compiled: CompiledQuery, turn: Turn): Promise<number> {
  return inTurn(compiled.dataSource, turn, async () => {
    return Number(await turn.runtime.firstValue(requestOf(compiled), turn.signal));
  });
}

/** Waits for a slot of the data source, and says so to those who wait for the answer. */
async function inTurn<T>(dataSource: string, turn: Turn, work: (queueMs: number) => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const { progress } = turn;
  const place = turn.runtime.queueOf(dataSource).join(turn.tenant, turn.signal);
  if (progress) {
    progress.stage = () => (place.ahead() > 0 ? `#${place.ahead() + 1} in queue` : 'Executing query');
    progress.places.add(place);
    for (const tenant of progress.tenants) place.shareWith(tenant);
  }
  try {
    await place.entered;
    return await work(performance.now() - startedAt);
  } finally {
    progress?.places.delete(place);
    place.leave();
  }
}

function requestOf({ dataSource, text, params, columns }: CompiledQuery) {
  return { dataSource, statement: { text, params, columns: columns.map(({ type }) => ({ type })) } };
}
