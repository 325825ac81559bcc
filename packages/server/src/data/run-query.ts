import { EngineError } from '@orrery/engines';
import type { CompiledQuery } from '@orrery/semantic';
import type { ResponseFormat } from '@orrery/contract';
import type { DataRequest, Runtime } from '../catalog/runtime.ts';
import { emptyRows } from '../encode/empty-rows.ts';
import { compilePrepared } from './compile-prepared.ts';
import { DataSourceFailure } from './data-source-failure.ts';
import type { PreparedQuery } from './prepare-query.ts';
import { layOutRow } from './row-layout.ts';

export interface RunOptions {
  readonly format: ResponseFormat;
  /** Also counts the rows without limit and offset. */
  readonly countsTotal: boolean;
}

export interface QueryRun {
  /** The JSON of `data`, in pieces. */
  readonly data: readonly Uint8Array[];
  readonly total?: number;
  readonly dataSource: string;
  readonly dbType: string;
}

/**
 * Runs a query on its data source. The rows and their count run side by side; when one fails, the other is stopped.
 *
 * @param signal the caller's connection
 * @throws InvalidQuery, DataSourceFailure, Unavailable, the reason of `signal`
 */
export async function runQuery(
  prepared: PreparedQuery,
  runtime: Runtime,
  options: RunOptions,
  signal: AbortSignal,
): Promise<QueryRun> {
  const compiled = compilePrepared(prepared, runtime);
  const counting = options.countsTotal ? compilePrepared(prepared, runtime, { countsRows: true }) : undefined;
  const failure = new AbortController();
  const either = counting ? AbortSignal.any([signal, failure.signal]) : signal;
  try {
    const [data, total] = await Promise.all([
      readRows(prepared, compiled, runtime, options.format, either),
      counting && readCount(counting, runtime, either),
    ]);
    const { dataSource } = compiled;
    const dbType = runtime.dialectFor(dataSource).name;
    return { data, dataSource, dbType, ...(total === undefined ? {} : { total }) };
  } catch (error) {
    failure.abort();
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof EngineError)) throw error;
    const columns = prepared.bound.outputs.map((output) => output.name);
    throw new DataSourceFailure(error, columns);
  }
}

async function readRows(
  { bound }: PreparedQuery,
  compiled: CompiledQuery,
  runtime: Runtime,
  format: ResponseFormat,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  if (bound.limit === 0) return [emptyRows(format)];
  const request = { ...requestOf(compiled), encoding: { format, keys: layOutRow(bound) } };
  return runtime.withSlot(request.dataSource, signal, async () => (await runtime.rows(request, signal)).data);
}

async function readCount(compiled: CompiledQuery, runtime: Runtime, signal: AbortSignal): Promise<number> {
  const request = requestOf(compiled);
  return runtime.withSlot(request.dataSource, signal, async () => Number(await runtime.firstValue(request, signal)));
}

function requestOf({ dataSource, text, params }: CompiledQuery): DataRequest {
  return { dataSource, statement: { text, params } };
}
