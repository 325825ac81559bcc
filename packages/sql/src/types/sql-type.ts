/** Names as PostgreSQL's catalogue has them (`pg_type.typname`), not as statements write them. */
export type ElementName =
  | 'bool'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'numeric'
  | 'float4'
  | 'float8'
  | 'text'
  | 'varchar'
  | 'bpchar'
  | 'name'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamptz'
  | 'interval'
  | 'uuid'
  | 'json'
  | 'jsonb'
  | 'bytea'
  /** One byte, written `"char"`. */
  | 'char'
  | 'oid'
  /** Numbers of relations, types, functions, schemas and roles, which are shown by their names. */
  | 'regclass'
  | 'regtype'
  | 'regproc'
  | 'regnamespace'
  | 'regrole'
  | 'xid'
  | 'aclitem'
  | 'inet'
  | 'pg_node_tree'
  | 'record'
  | 'void'
  /** The type of a quoted literal, a parameter or NULL before its context decides. */
  | 'unknown';

/** Arrays that count from 0 and are shown as numbers with blanks between. */
export type VectorName = 'int2vector' | 'oidvector';

type ArrayName = `${ElementName}[]` | VectorName;

export type TypeName = ElementName | ArrayName;

/**
 * A type of PostgreSQL. Arrays have no dimensions in their type, as in PostgreSQL.
 *
 * `modifier` is what stands in brackets: `[precision, scale]` of numeric, `[length]` of varchar and bpchar, `[digits]` of
 * times, `[fields, digits?]` of interval, where `fields` is PostgreSQL's mask. Absent: unlimited.
 *
 * `isWhole` stands at a float8 whose values are whole numbers of at most 32 bits, as columns of the model may be: next to an
 * int8 they are read as int8, since their common type would otherwise be a double, which lacks digits of the int8. It stands
 * at the int8 that is made this way, too, because that still divides as a double.
 */
export interface SqlType {
  readonly name: TypeName;
  readonly modifier?: readonly number[];
  readonly isWhole?: boolean;
  /** The fields of a record. */
  readonly fields?: readonly { readonly name: string; readonly type: SqlType }[];
}

export function isArrayName(name: string): name is ArrayName {
  return name.endsWith('[]') || isVector(name);
}

export function isVector(name: string): name is VectorName {
  return name === 'int2vector' || name === 'oidvector';
}

/** The type of the items; that of the value itself when it is no array. */
export function elementOf(name: TypeName): ElementName {
  if (isVector(name)) return name === 'oidvector' ? 'oid' : 'int2';
  // An array of arrays has the type of the array, so that one pair of brackets is all there is.
  return (isArrayName(name) ? name.slice(0, -2) : name) as ElementName;
}

export function arrayOf(name: TypeName): `${ElementName}[]` {
  return `${elementOf(name)}[]`;
}

export function sameType(one: SqlType, other: SqlType): boolean {
  return one.name === other.name && sameModifier(one.modifier, other.modifier);
}

/** Returns the modifier that all types share, which CASE, UNION and similar constructs keep. */
export function commonModifier(types: readonly SqlType[]): readonly number[] | undefined {
  const [first, ...others] = types;
  if (first?.modifier === undefined) return undefined;
  return others.every((type) => sameType(first, type)) ? first.modifier : undefined;
}

function sameModifier(one: readonly number[] = [], other: readonly number[] = []): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
