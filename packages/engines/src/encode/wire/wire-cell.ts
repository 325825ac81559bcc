import type { Batch, StoredValues, WrittenColumn } from '../../engine.ts';
import { type ByteSink, hasBit, storedText } from '../../value-text/index.ts';
import { binaryForm } from './binary-forms.ts';
import { type PutStored, putStored } from './put-stored.ts';

import type { PutValue } from './put-forms.ts';
import { textForm } from './text-forms.ts';
import type { WireColumn } from './wire-encoding.ts';
import { type WireForm, wireTypeOf } from './wire-types.ts';

type WireValue = string | boolean | null | undefined;

/** Writes the values of one column in a form of PostgreSQL. */
export class WireCell {
  readonly output: number;
  readonly form: WireForm;
  readonly isBinary: boolean;
  readonly #typmod: number;
  readonly #putText: PutValue;
  #column: WrittenColumn | undefined;
  #validity: Uint8Array | undefined;
  #put: PutStored = () => undefined;

  constructor({ output, oid, typmod }: WireColumn, isBinary: boolean) {
    this.output = output;
    this.form = wireTypeOf(oid).form;
    this.#typmod = typmod;
    this.isBinary = isBinary;
    this.#putText = isBinary ? binaryForm(oid, typmod) : textForm(oid, typmod);
  }

  /** Begins with the rows of a batch. */
  take(batch: Batch): void {
    const column = batch.written?.[this.output] ?? { values: batch.columns[this.output] ?? [] };
    if (column === this.#column) return;
    this.#column = column;
    this.#validity = column.validity;
    const { stored } = column;
    const direct = stored && putStored(stored, { form: this.form, typmod: this.#typmod, isBinary: this.isBinary });
    this.#put = direct ?? this.#generic(column, stored);
  }

  /** Returns false, without writing, where the value is NULL. */
  put(sink: ByteSink, row: number): boolean {
    const validity = this.#validity;
    if (validity !== undefined && !hasBit(validity, row)) return false;
    return this.#put(sink, row) !== null;
  }

  #generic(column: WrittenColumn, stored: StoredValues | undefined): PutStored {
    const put = this.#putText;
    const exact = stored === undefined ? undefined : storedText(stored);
    // Texts are the same as in JSON; only what these leave out is taken from the memory.
    const isText = this.form === 'text' && stored?.kind !== 'utf8' && stored?.kind !== 'texts';
    const valueAt = (row: number): WireValue => {
      if (exact === undefined) return column.values[row];
      return isText ? (column.values[row] ?? exact(row)) : exact(row);
    };
    return (sink, row) => {
      const value = valueAt(row);
      if (value === null || value === undefined) return null;
      put(sink, typeof value === 'string' ? value : String(value));
      return undefined;
    };
  }
}
