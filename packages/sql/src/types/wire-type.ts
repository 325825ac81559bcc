import {
  arrayOf,
  type ElementName,
  elementOf,
  isArrayName,
  isVector,
  type SqlType,
  type TypeName,
} from './sql-type.ts';
import { elementNames, oidOf, typeText } from './type-facts.ts';

/** A type as PostgreSQL's protocol and catalogs announce it. */
export interface WireType {
  readonly oid: number;
  /** Bytes of a value; -1 for varying ones, -2 for texts that end with a zero. */
  readonly size: number;
  /** `pg_attribute.atttypmod`; -1: none. */
  readonly modifier: number;
}

const sizes: Readonly<Partial<Record<TypeName, number>>> = {
  bool: 1,
  int2: 2,
  int4: 4,
  int8: 8,
  float4: 4,
  float8: 8,
  date: 4,
  time: 8,
  timestamp: 8,
  timestamptz: 8,
  interval: 16,
  uuid: 16,
  name: 64,
  char: 1,
  oid: 4,
  regclass: 4,
  regtype: 4,
  regproc: 4,
  regnamespace: 4,
  regrole: 4,
  xid: 4,
  aclitem: 12,
  void: 4,
};

/**
 * The one type of a column for the protocol and for the catalogs: clients read values by either. Literals without a type
 * are texts.
 */
export function wireTypeOf(type: SqlType): WireType {
  const name = type.name === 'unknown' ? 'text' : type.name;
  return { oid: oidOf(name), size: sizes[name] ?? -1, modifier: modifierOf(type) };
}

function modifierOf({ name, modifier: [first, second] = [] }: SqlType): number {
  if (first === undefined) return -1;
  switch (elementOf(name)) {
    case 'numeric':
      return (first << 16) + (second ?? 0) + 4;
    case 'varchar':
    case 'bpchar':
      return first + 4;
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return first;
    case 'interval':
      return (first << 16) + (second ?? 0xffff);
    default:
      return -1;
  }
}

/** The numbers in brackets that a modifier of a type means; none for intervals, whose fields are no numbers. */
export function modifiersOf(name: ElementName, modifier: number): readonly number[] {
  if (modifier < 0) return [];
  switch (name) {
    case 'numeric':
      return [(modifier - 4) >> 16, (modifier - 4) & 0xffff];
    case 'varchar':
    case 'bpchar':
      return [modifier - 4];
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return [modifier];
    default:
      return [];
  }
}

/** The type as `data_type` and `udt_name` of information_schema. */
export function namesOfType({ name }: SqlType): { readonly dataType: string; readonly udtName: string } {
  const isListed = isArrayName(name) && !isVector(name);
  return { dataType: isArrayName(name) ? 'ARRAY' : typeText(name), udtName: isListed ? `_${elementOf(name)}` : name };
}

const named = new Map<number, TypeName>([
  [22, 'int2vector'],
  [30, 'oidvector'],
  ...elementNames.flatMap((name): (readonly [number, TypeName])[] => [
    [oidOf(name), name],
    ...(oidOf(arrayOf(name)) === 0 ? [] : [[oidOf(arrayOf(name)), arrayOf(name)] as const]),
  ]),
]);

/** The type of an OID; undefined for one that there is none for. */
export function typeOfOid(oid: number): TypeName | undefined {
  return named.get(oid);
}
