import { type ElementName, elementOf, isArrayName, isVector, type SqlType, type TypeName } from './sql-type.ts';

/** `pg_type.typcategory`; A is arrays. */
export type TypeCategory = 'A' | 'B' | 'D' | 'I' | 'N' | 'P' | 'S' | 'T' | 'U' | 'X';

interface TypeFacts {
  readonly oid: number;
  /** 0: it has no array type. */
  readonly arrayOid: number;
  readonly category: TypeCategory;
  readonly isPreferred: boolean;
  /** The name in the form of `format_type`, without modifier. */
  readonly shown: string;
}

function facts(oid: number, arrayOid: number, category: TypeCategory, shown: string, isPreferred = false): TypeFacts {
  return { oid, arrayOid, category, isPreferred, shown };
}

const typeFacts: Readonly<Record<ElementName, TypeFacts>> = {
  bool: facts(16, 1000, 'B', 'boolean', true),
  bytea: facts(17, 1001, 'U', 'bytea'),
  char: facts(18, 1002, 'S', '"char"'),
  name: facts(19, 1003, 'S', 'name'),
  int8: facts(20, 1016, 'N', 'bigint'),
  int2: facts(21, 1005, 'N', 'smallint'),
  int4: facts(23, 1007, 'N', 'integer'),
  text: facts(25, 1009, 'S', 'text', true),
  regproc: facts(24, 1008, 'N', 'regproc'),
  oid: facts(26, 1028, 'N', 'oid', true),
  xid: facts(28, 1011, 'U', 'xid'),
  json: facts(114, 199, 'U', 'json'),
  pg_node_tree: facts(194, 0, 'S', 'pg_node_tree'),
  float4: facts(700, 1021, 'N', 'real'),
  float8: facts(701, 1022, 'N', 'double precision', true),
  unknown: facts(705, 0, 'X', 'unknown'),
  inet: facts(869, 1041, 'I', 'inet', true),
  aclitem: facts(1033, 1034, 'U', 'aclitem'),
  bpchar: facts(1042, 1014, 'S', 'character'),
  varchar: facts(1043, 1015, 'S', 'character varying'),
  date: facts(1082, 1182, 'D', 'date'),
  time: facts(1083, 1183, 'D', 'time without time zone'),
  timestamp: facts(1114, 1115, 'D', 'timestamp without time zone'),
  timestamptz: facts(1184, 1185, 'D', 'timestamp with time zone', true),
  interval: facts(1186, 1187, 'T', 'interval', true),
  numeric: facts(1700, 1231, 'N', 'numeric'),
  regclass: facts(2205, 2210, 'N', 'regclass'),
  regtype: facts(2206, 2211, 'N', 'regtype'),
  record: facts(2249, 2287, 'P', 'record'),
  void: facts(2278, 0, 'P', 'void'),
  uuid: facts(2950, 2951, 'U', 'uuid'),
  jsonb: facts(3802, 3807, 'U', 'jsonb'),
  regnamespace: facts(4089, 4090, 'N', 'regnamespace'),
  regrole: facts(4096, 4097, 'N', 'regrole'),
};

// The keys of the record are exactly the names.
export const elementNames = Object.keys(typeFacts) as readonly ElementName[];

export function categoryOf(name: TypeName): TypeCategory {
  return isArrayName(name) ? 'A' : typeFacts[name].category;
}

export function isPreferred(name: TypeName): boolean {
  return !isArrayName(name) && typeFacts[name].isPreferred;
}

export function oidOf(name: TypeName): number {
  if (isVector(name)) return name === 'int2vector' ? 22 : 30;
  return isArrayName(name) ? typeFacts[elementOf(name)].arrayOid : typeFacts[name].oid;
}

/** The type as messages of PostgreSQL and `pg_typeof` show it, without modifier: `character varying[]`. */
export function typeText(name: TypeName): string {
  if (isVector(name)) return name;
  return isArrayName(name) ? `${typeFacts[elementOf(name)].shown}[]` : typeFacts[name].shown;
}

/** How an answer over HTTP names the type of a column. */
export type ColumnTypeName =
  | 'Blob'
  | 'Boolean'
  | 'Double'
  | 'Int32'
  | 'Int64'
  | 'String'
  | 'Timestamp'
  | { readonly Date: boolean }
  | { readonly Interval: 'MonthDayNano' }
  | { readonly List: ColumnTypeName };

/** @returns `Double` for numeric too; what has no name of its own is a `String` */
export function columnTypeOf({ name }: SqlType): ColumnTypeName {
  if (isVector(name)) return 'String';
  if (isArrayName(name)) return { List: columnTypeOf({ name: elementOf(name) }) };
  switch (name) {
    case 'bool':
      return 'Boolean';
    case 'int4':
      return 'Int32';
    case 'int2':
    case 'int8':
    case 'oid':
    case 'xid':
      return 'Int64';
    case 'numeric':
    case 'float4':
    case 'float8':
      return 'Double';
    case 'timestamp':
    case 'timestamptz':
      return 'Timestamp';
    case 'date':
      return { Date: false };
    case 'interval':
      return { Interval: 'MonthDayNano' };
    case 'bytea':
      return 'Blob';
    case 'aclitem':
    case 'bpchar':
    case 'char':
    case 'inet':
    case 'json':
    case 'jsonb':
    case 'name':
    case 'pg_node_tree':
    case 'record':
    case 'regclass':
    case 'regnamespace':
    case 'regproc':
    case 'regrole':
    case 'regtype':
    case 'text':
    case 'time':
    case 'unknown':
    case 'uuid':
    case 'varchar':
    case 'void':
      return 'String';
  }
}
