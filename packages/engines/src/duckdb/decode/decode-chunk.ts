import duckdb from '@duckdb/node-bindings';
import { type DuckDBDataChunk, type Json, JsonDuckDBValueConverter } from '@duckdb/node-api';
import type { Batch, WrittenColumn } from '../../engine.ts';
import type { ChunkColumn } from './chunk-columns.ts';
import { readVector } from './values.ts';

export function decodeChunk(chunk: DuckDBDataChunk, columns: readonly ChunkColumn[]): Batch {
  return new ChunkBatch(
    chunk.rowCount,
    columns.map((column, index) => readColumn(chunk, index, column)),
  );
}

class ChunkBatch implements Batch {
  readonly rowCount: number;
  readonly written: readonly WrittenColumn[];

  constructor(rowCount: number, written: readonly WrittenColumn[]) {
    this.rowCount = rowCount;
    this.written = written;
  }

  get columns(): Batch['columns'] {
    return this.written.map(({ values }) => values);
  }
}

function readColumn(chunk: DuckDBDataChunk, index: number, { vectorType }: ChunkColumn): WrittenColumn {
  if (vectorType === undefined) {
    return { values: chunk.convertColumnValues(index, JsonDuckDBValueConverter).map(jsonText) };
  }
  return readVector(vectorType, duckdb.data_chunk_get_vector(chunk.chunk, index), chunk.rowCount);
}

/**
 * Texts of the driver stay unchanged (UUID, TIME, BLOB, BIT); other values become JSON (LIST, STRUCT, MAP, INTERVAL).
 */
function jsonText(json: Json | null): string | null {
  return typeof json === 'string' || json === null ? json : JSON.stringify(json);
}
