import duckdb from '@duckdb/node-bindings';
import type { StoredValues, WriteValue, WrittenColumn } from '../../engine.ts';
import { encodeText, hasBit } from '../../value-text/index.ts';

type DuckDbValue = string | boolean | null;

/** Values of a column in memory of their own. NULL is not known here: it is in the validity of the vector. */
interface ReadValues {
  /** The value at an index that is not NULL. */
  readonly valueAt: (index: number) => DuckDbValue;
  /** See `WrittenColumn`; missing for types whose texts are only known as a whole. */
  readonly write?: WriteValue;
  /** See `WrittenColumn`. */
  readonly stored: StoredValues;
}

/** A type of values in the memory of a vector. */
export interface VectorType {
  /** Number of bytes of one value there. */
  readonly width: number;
  /**
   * Reads the values of a vector.
   *
   * @param bytes copy of the vector's memory; `isValid` tells where it holds a value
   */
  read(bytes: Uint8Array, count: number, isValid: (index: number) => boolean): ReadValues;
}

/** Reads a vector of `count` values. The driver copies memory, so nothing of the chunk is read later. */
export function readVector(type: VectorType, vector: duckdb.Vector, count: number): WrittenColumn {
  const bytes = duckdb.vector_get_data(vector, count * type.width);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) ?? undefined;
  const isValid = (index: number) => validity === undefined || hasBit(validity, index);
  return new VectorColumn(type.read(bytes, count, isValid), validity, count);
}

class VectorColumn implements WrittenColumn {
  readonly #read: ReadValues;
  readonly #count: number;
  readonly validity: Uint8Array | undefined;
  readonly write: WriteValue | undefined;
  #values: readonly DuckDbValue[] | undefined;

  constructor(read: ReadValues, validity: Uint8Array | undefined, count: number) {
    this.#read = read;
    this.#count = count;
    this.validity = validity;
    this.write = read.write;
  }

  get stored(): StoredValues {
    return this.#read.stored;
  }

  get values(): readonly DuckDbValue[] {
    this.#values ??= this.#decode();
    return this.#values;
  }

  #decode(): readonly DuckDbValue[] {
    const { valueAt } = this.#read;
    const { validity } = this;
    const count = this.#count;
    const values = new Array<DuckDbValue>(count);
    if (validity === undefined) for (let index = 0; index < count; index += 1) values[index] = valueAt(index);
    else for (let index = 0; index < count; index += 1) values[index] = hasBit(validity, index) ? valueAt(index) : null;
    return values;
  }
}

const [TRUE, FALSE] = [encodeText('true'), encodeText('false')];

export const booleanType: VectorType = {
  width: 1,
  read: (bytes) => ({
    valueAt: (index) => bytes[index] !== 0,
    write: (sink, index) => {
      sink.putEncoded(bytes[index] !== 0 ? TRUE : FALSE);
      return true;
    },
    stored: { kind: 'truths', truths: bytes },
  }),
};
