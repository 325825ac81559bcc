import type { DuckDBResult } from '@duckdb/node-api';
import type { ResultStream, Statement } from '../engine.ts';
import { BatchStream } from './batch-stream.ts';
import { bindParams } from './bind-params.ts';
import type { DuckDbLease } from './connections.ts';
import { chunkColumns } from './decode/chunk-columns.ts';
import { prepareSelect } from './prepare-select.ts';
import type { Supervision } from './supervision.ts';

/**
 * Starts `statement` and resolves when its first rows have arrived or it has failed. Returns `lease` when the last rows
 * were read, when the statement fails and when it is stopped.
 */
export async function runStatement(
  lease: DuckDbLease,
  statement: Statement,
  supervision: Supervision,
): Promise<ResultStream> {
  let result: DuckDBResult;
  try {
    result = await supervision.call(() => startStatement(lease, statement));
  } catch (error) {
    supervision.end();
    lease.release();
    throw error;
  }
  const read = chunkColumns(result);
  const batches = new BatchStream(result, read, supervision, lease);
  await batches.fetchFirst();
  const columns = read.map(({ vectorType: _, ...column }) => column);
  return { columns, batches, ...(lease.generation === undefined ? {} : { generation: lease.generation }) };
}

async function startStatement(
  { connection, foreignFolder, kept }: DuckDbLease,
  { text, params }: Statement,
): Promise<DuckDBResult> {
  const prepared = kept?.take(text) ?? (await prepareSelect(connection, text, foreignFolder));
  let keep = () => prepared.destroySync();
  try {
    bindParams(prepared, params);
    const result = await prepared.stream();
    if (kept !== undefined) keep = () => kept.keep(text, prepared);
    return result;
  } finally {
    keep();
  }
}
