import type { Selectable } from 'kysely';

/** A field of an item, and the column that stores it. */
interface Field<Column extends string, Stored, Value> {
  readonly column: Column;
  read(stored: Stored): Value;
  write(value: Value): Stored;
}

/** How a column stores a value of another type. */
type Form<Stored, Value> = Pick<Field<string, Stored, Value>, 'read' | 'write'>;

/** The fields of one table that callers see, by name. */
type Fields = Readonly<Record<string, Field<string, unknown, unknown>>>;

export type ValuesOf<F extends Fields> = { readonly [name in keyof F]: ReturnType<F[name]['read']> };

/** Some of the values of the fields; missing ones stay as they are. */
export type ChangeOf<F extends Fields> = { readonly [name in keyof F]?: ValuesOf<F>[name] | undefined };

type ColumnsOf<F extends Fields> = {
  readonly [name in keyof F as F[name]['column']]: ReturnType<F[name]['write']>;
};

/** Makes fields of a table: of the type of their column, or of the type that a form reads from it. */
export function fieldOf<Table>() {
  type Row = Selectable<Table>;
  function field<C extends keyof Row & string>(column: C): Field<C, Row[C], Row[C]>;
  function field<C extends keyof Row & string, V>(column: C, form: Form<Row[C], V>): Field<C, Row[C], V>;
  function field(column: string, form: Form<unknown, unknown> = asIs): Field<string, unknown, unknown> {
    return { ...form, column };
  }
  return field;
}

const asIs: Form<unknown, unknown> = { read: (stored) => stored, write: (value) => value };

/** A boolean, stored as 0 or 1. */
export const flag: Form<number, boolean> = { read: (stored) => stored === 1, write: Number };

/** JSON, which was validated before it was stored. */
export function json<Value>(): Form<string, Value> {
  return { read: (stored) => JSON.parse(stored) as Value, write: (value) => JSON.stringify(value) };
}

/** JSON, or NULL. */
export function optionalJson<Value>(): Form<string | null, Value | null> {
  const { read, write } = json<Value>();
  return {
    read: (stored) => (stored === null ? null : read(stored)),
    write: (value) => (value === null ? null : write(value)),
  };
}

/** One of these words; `null` when the column has none of them. */
export function oneOf<Word extends string>(words: readonly Word[]): Form<string | null, Word | null> {
  return { read: (stored) => words.find((word) => word === stored) ?? null, write: (value) => value };
}

export function readFields<F extends Fields>(fields: F, row: ColumnsOf<F>): ValuesOf<F> {
  const stored = new Map<string, unknown>(Object.entries(row));
  const values = Object.entries(fields).map(([name, { column, read }]) => [name, read(stored.get(column))]);
  return Object.fromEntries(values) as ValuesOf<F>;
}

/** Returns the columns of the given values. Missing values, and those that are no field, are left out. */
export function writeFields<F extends Fields, V extends ChangeOf<F>>(fields: F, values: V): WrittenColumns<F, V> {
  const given = new Map<string, unknown>(Object.entries(values));
  const columns = Object.entries(fields).flatMap(([name, { column, write }]) => {
    const value = given.get(name);
    return value === undefined ? [] : [[column, write(value)] as const];
  });
  return Object.fromEntries(columns) as WrittenColumns<F, V>;
}

type WrittenColumns<F extends Fields, V> = {
  readonly [name in keyof V as name extends keyof F ? F[name]['column'] : never]: name extends keyof F
    ? ReturnType<F[name]['write']>
    : never;
};

/** Returns the given values that differ from the current ones. */
export function changedIn<V extends object>(current: object, given: V): Partial<V> {
  const before = new Map<string, unknown>(Object.entries(current));
  const changed = Object.entries(given).filter(([name, value]) => value !== undefined && before.get(name) !== value);
  return Object.fromEntries(changed) as Partial<V>;
}
