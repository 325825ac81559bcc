import type { Batch } from '../../engine.ts';
import { ByteSink } from '../../value-text/index.ts';
import { directFields } from './direct-fields.ts';
import { type FieldColumn, type FieldRange, longValue } from './field-column.ts';
import type { WireCell } from './wire-cell.ts';

/** Returns how the fields of a column of a batch are written. */
export function fieldColumnOf(cell: WireCell, batch: Batch): FieldColumn {
  return directFields(cell, batch) ?? new WrittenFields(cell);
}

/** Writes values to memory of its own to know their sizes, and copies them. */
class WrittenFields implements FieldColumn {
  readonly #cell: WireCell;
  readonly #sink = new ByteSink();

  constructor(cell: WireCell) {
    this.#cell = cell;
  }

  measure(from: number, to: number, sizes: Int32Array): void {
    const sink = this.#sink;
    const cell = this.#cell;
    sink.end = 0;
    for (let row = from; row < to; row += 1) {
      const begin = sink.end;
      sizes[row - from] = cell.put(sink, row) ? sink.end - begin : -1;
    }
  }

  fill(sink: ByteSink, { from, to, first }: FieldRange, sizes: Int32Array, places: Int32Array): boolean {
    const { bytes: source } = this.#sink;
    const { bytes, view } = sink;
    let at = 0;
    for (let index = 0; index < first; index += 1) at += Math.max(0, sizes[index] as number);
    for (let index = first; index < first + to - from; index += 1) {
      const size = sizes[index] as number; // one for each row
      let place = places[index] as number;
      view.setInt32(place, size);
      place += 4;
      if (size > longValue) {
        bytes.set(source.subarray(at, at + size), place);
        at += size;
        place += size;
      } else {
        for (const end = at + size; at < end; at += 1, place += 1) bytes[place] = source[at] as number;
      }
      places[index] = place;
    }
    return true;
  }
}
