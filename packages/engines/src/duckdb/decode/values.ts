import duckdb from '@duckdb/node-bindings';

export type DuckDbValue = string | boolean | null;

/** Converts a vector of `count` values into the values of a batch. */
export type DecodeVector = (vector: duckdb.Vector, count: number) => readonly DuckDbValue[];

/** The memory of a vector of `count` values of `width` bytes, in place. */
export function vectorBytes(vector: duckdb.Vector, count: number, width: number): Uint8Array {
  return duckdb.vector_get_data(vector, count * width);
}

/** One bit per value, set where it is not NULL; `undefined` when no value is NULL. */
function validity(vector: duckdb.Vector, count: number): Uint8Array | undefined {
  return duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) ?? undefined;
}

function isValid(bits: Uint8Array, index: number): boolean {
  return ((bits[index >> 3] as number) & (1 << (index & 7))) !== 0; // one bit per value
}

/** Builds a decoder from a function that returns the text of the value at an index, `null` where there is none. */
export function decodeEach(
  vector: duckdb.Vector,
  count: number,
  valueAt: (index: number) => DuckDbValue,
): DuckDbValue[] {
  const bits = validity(vector, count);
  const values = new Array<DuckDbValue>(count);
  if (bits === undefined) for (let index = 0; index < count; index += 1) values[index] = valueAt(index);
  else for (let index = 0; index < count; index += 1) values[index] = isValid(bits, index) ? valueAt(index) : null;
  return values;
}

export const decodeBoolean: DecodeVector = (vector, count) => {
  const bytes = vectorBytes(vector, count, 1);
  return decodeEach(vector, count, (index) => bytes[index] !== 0);
};
