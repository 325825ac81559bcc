import duckdb from '@duckdb/node-bindings';
import { type DuckDBDataChunk, type Json, JsonDuckDBValueConverter } from '@duckdb/node-api';
import type { Batch } from '../../engine.ts';
import type { VectorDecoder } from './column-decoder.ts';
import type { DuckDbValue } from './values.ts';

export function decodeChunk(chunk: DuckDBDataChunk, decoders: readonly VectorDecoder[]): Batch {
  const { rowCount } = chunk;
  return { rowCount, columns: decoders.map((decoder, index) => decodeColumn(chunk, index, rowCount, decoder)) };
}

function decodeColumn(
  chunk: DuckDBDataChunk,
  index: number,
  rowCount: number,
  { decode }: VectorDecoder,
): readonly DuckDbValue[] {
  if (decode !== undefined) return decode(duckdb.data_chunk_get_vector(chunk.chunk, index), rowCount);
  return chunk.convertColumnValues(index, JsonDuckDBValueConverter).map(jsonText);
}

/**
 * Texts of the driver stay unchanged (UUID, TIME, BLOB, BIT); other values become JSON (LIST, STRUCT, MAP, INTERVAL).
 */
function jsonText(json: Json | null): string | null {
  return typeof json === 'string' || json === null ? json : JSON.stringify(json);
}
