import type { Rendered, Scale, TargetEngine } from '../functions/index.ts';
import type { Column, ColumnId } from '../relation/index.ts';
import type { ReachedColumn } from './scalar.ts';

/** The columns of the relations rendered so far, by their numbers. */
export class ReachedColumns {
  readonly #columns = new Map<ColumnId, ReachedColumn>();
  readonly #target: TargetEngine;
  readonly #reads: Set<ColumnId> | undefined;

  /** @param reads takes the numbers of the columns that are read */
  constructor(target: TargetEngine, reads?: Set<ColumnId>) {
    this.#target = target;
    this.#reads = reads;
  }

  get(id: ColumnId): ReachedColumn {
    this.#reads?.add(id);
    const found = this.#columns.get(id);
    if (!found) throw new Error(`column ${id} is out of reach`);
    return found;
  }

  /** Names a value, so that expressions above reach it. */
  define(column: Column, { text, scale }: Pick<Rendered, 'text' | 'scale'>): string {
    const name = nameOf(column.id);
    this.#columns.set(column.id, {
      value: { text: name, type: column.type, ...(scale ? { scale } : {}) },
      stored: name,
      isRaw: false,
    });
    return `${text} AS ${name}`;
  }

  /** Names a column of a block, whose type is what the model says. @param item its value */
  receive(column: Column, item: string, scale: Scale | undefined): string {
    const name = nameOf(column.id);
    this.#columns.set(column.id, { value: this.#target.stored(name, column.type, scale), stored: name, isRaw: true });
    return `${item} AS ${name}`;
  }

  /** Names a column again, as it is stored. */
  passOn(column: Column, from: ReachedColumn): string {
    const name = nameOf(column.id);
    const value = from.isRaw
      ? this.#target.stored(name, column.type, from.value.scale)
      : { ...from.value, text: name, type: column.type };
    this.#columns.set(column.id, { value, stored: name, isRaw: from.isRaw });
    return from.stored === name ? name : `${from.stored} AS ${name}`;
  }
}

export function nameOf(id: ColumnId): string {
  return `c${id}`;
}
