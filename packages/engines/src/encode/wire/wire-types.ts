/** Types whose values have the same forms. `text` is also the form of types that are not listed. */
export type WireForm =
  | 'bool'
  | 'int2'
  | 'int4'
  | 'int8'
  | 'oid'
  | 'named-oid'
  | 'float4'
  | 'float8'
  | 'numeric'
  | 'text'
  | 'jsonb'
  | 'uuid'
  | 'bytea'
  | 'date'
  | 'time'
  | 'timetz'
  | 'timestamp'
  | 'timestamptz'
  | 'interval'
  | 'array'
  | 'vector';

interface EncodedType {
  readonly form: WireForm;
  /** Object id of the type of the elements of an array or a vector. */
  readonly element: number;
}

/** Object ids of `pg_type.dat`, which never change: of the type, and of its arrays. */
const SCALARS: readonly (readonly [form: WireForm, oid: number, array: number])[] = [
  ['bool', 16, 1000],
  ['bytea', 17, 1001],
  ['text', 18, 1002], // "char"
  ['text', 19, 1003], // name
  ['int8', 20, 1016],
  ['int2', 21, 1005],
  ['int4', 23, 1007],
  ['named-oid', 24, 1008], // regproc
  ['text', 25, 1009],
  ['oid', 26, 1028],
  ['text', 114, 199], // json
  ['text', 142, 143], // xml
  ['float4', 700, 1021],
  ['float8', 701, 1022],
  ['text', 1042, 1014], // bpchar
  ['text', 1043, 1015], // varchar
  ['date', 1082, 1182],
  ['time', 1083, 1183],
  ['timestamp', 1114, 1115],
  ['timestamptz', 1184, 1185],
  ['interval', 1186, 1187],
  ['timetz', 1266, 1270],
  ['numeric', 1700, 1231],
  ['named-oid', 2202, 2207], // regprocedure
  ['named-oid', 2203, 2208], // regoper
  ['named-oid', 2204, 2209], // regoperator
  ['named-oid', 2205, 2210], // regclass
  ['named-oid', 2206, 2211], // regtype
  ['uuid', 2950, 2951],
  ['jsonb', 3802, 3807],
  ['named-oid', 3734, 3735], // regconfig
  ['named-oid', 3769, 3770], // regdictionary
  ['named-oid', 4089, 4090], // regnamespace
  ['named-oid', 4096, 4097], // regrole
  ['oid', 28, 1011], // xid
  ['oid', 29, 1012], // cid
  ['text', 1033, 1034], // aclitem
  ['text', 705, 0], // unknown
  ['text', 2275, 1263], // cstring
];

const TYPES: ReadonlyMap<number, EncodedType> = new Map<number, EncodedType>([
  ...SCALARS.map(([form, oid]): [number, EncodedType] => [oid, { form, element: 0 }]),
  ...SCALARS.filter(([, , array]) => array !== 0).map(([, element, array]): [number, EncodedType] => [
    array,
    { form: 'array', element },
  ]),
  [22, { form: 'vector', element: 21 }],
  [30, { form: 'vector', element: 26 }],
  [1006, { form: 'array', element: 22 }],
  [1013, { form: 'array', element: 30 }],
]);

const otherType: EncodedType = { form: 'text', element: 0 };

/** The forms of a type by its object id. Types that are not listed are written as their texts in both formats. */
export function wireTypeOf(oid: number): EncodedType {
  return TYPES.get(oid) ?? otherType;
}
