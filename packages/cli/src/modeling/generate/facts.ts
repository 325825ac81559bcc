import type { ColumnDescription, TableDescription } from '@orrery/engines';
import type { GeneratedKey } from './row-key.ts';

/** How a fact about the data is known. */
type FactOrigin =
  /** The source declares it. */
  | { readonly kind: 'declared' }
  /** The present rows confirm it. */
  | { readonly kind: 'data' }
  /** Only the name suggests it: there are no values to examine. */
  | { readonly kind: 'name' };

export interface TableKey {
  /** Empty where the engine identifies rows in another way. */
  readonly columns: readonly string[];
  readonly origin: FactOrigin;
  readonly rowKey?: GeneratedKey;
}

export interface Reference {
  readonly columns: readonly string[];
  readonly to: TableDescription;
  readonly toColumns: readonly string[];
  readonly origin: FactOrigin;
}

/** A table that becomes a cube, with the facts found about it. */
export interface TableFacts {
  readonly table: TableDescription;
  readonly key: TableKey | undefined;
  readonly references: readonly Reference[];
  /** Possible facts that were not accepted, as sentences for the file. */
  readonly doubts: readonly string[];
}

/** A part of the source that is not in the model, and the reason. */
export interface LeftOut {
  /** `events`, `events.payload` */
  readonly what: string;
  readonly why: string;
}

export function columnOf(table: TableDescription, name: string): ColumnDescription {
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw new Error(`the source described no column '${name}' of '${table.name}'`);
  return column;
}

export function sameColumns(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Names a table for people: with its schema where the name alone does not find it. */
export function tableLabel({ schema, name, isOnPath }: TableDescription): string {
  return isOnPath ? name : `${schema}.${name}`;
}
