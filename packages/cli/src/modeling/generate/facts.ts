import type { ColumnDescription, TableDescription } from '@orrery/engines';
import type { RowKey } from './row-key.ts';

/** How we know a fact about the data. */
type Origin =
  /** The source says so. */
  | { readonly kind: 'declared' }
  /** Its rows say so, today. */
  | { readonly kind: 'data' }
  /** Nothing but the name says so: there are no values to look at. */
  | { readonly kind: 'name' };

export interface Key {
  /** None where the engine tells rows apart by something else. */
  readonly columns: readonly string[];
  readonly origin: Origin;
  readonly rowKey?: RowKey;
}

export interface Reference {
  readonly columns: readonly string[];
  readonly to: TableDescription;
  readonly toColumns: readonly string[];
  readonly origin: Origin;
}

/** A table that becomes a cube, with what is known of it. */
export interface TableFacts {
  readonly table: TableDescription;
  readonly key: Key | undefined;
  readonly references: readonly Reference[];
  /** What looked like a fact and was not taken for one, as sentences for the file. */
  readonly doubts: readonly string[];
}

/** Something that is not in the model, and why. */
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

/** A table as people know it: with its schema where the name alone does not find it. */
export function tableLabel({ schema, name, isOnPath }: TableDescription): string {
  return isOnPath ? name : `${schema}.${name}`;
}
