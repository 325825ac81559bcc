import { temporarySchemaOid } from '../functions/index.ts';
import { type CatalogRows, type CatalogValue, rowsFrom } from './rows.ts';

export const schemaOids = { pg_catalog: 11, pg_toast: 99, public: 2200, information_schema: 13_000 } as const;

/** The schema of the temporary tables and views of a connection, which is there while it has some. */
export const temporarySchema = { oid: temporarySchemaOid, name: 'pg_temp_3' } as const;

/** The numbers of roles: of the server, of owners of databases, and of the caller. */
export const roleOids = { postgres: 10, pg_database_owner: 6171, caller: 16_384 } as const;

export const schemaOwner = (schema: string) => (schema === 'public' ? 'pg_database_owner' : 'postgres');

export const accessMethodRows: CatalogRows = rowsFrom([
  { oid: 2, amname: 'heap', amhandler: 3, amtype: 't' },
  { oid: 403, amname: 'btree', amhandler: 330, amtype: 'i' },
]);

export const languageRows: CatalogRows = rowsFrom(
  [
    { oid: 12, lanname: 'internal', lanpltrusted: false, lanvalidator: 2246 },
    { oid: 14, lanname: 'sql', lanpltrusted: true, lanvalidator: 2248 },
  ],
  { lanowner: 10, lanispl: false, lanplcallfoid: 0, laninline: 0 },
);

export const tablespaceRows: CatalogRows = rowsFrom(
  [
    { oid: 1663, spcname: 'pg_default' },
    { oid: 1664, spcname: 'pg_global' },
  ],
  { spcowner: 10 },
);

export const collationRows: CatalogRows = rowsFrom(
  [
    { oid: 100, collname: 'default', collprovider: 'd', collcollate: '', collctype: '' },
    { oid: 950, collname: 'C', collprovider: 'c', collcollate: 'C', collctype: 'C' },
    { oid: 951, collname: 'POSIX', collprovider: 'c', collcollate: 'POSIX', collctype: 'POSIX' },
  ],
  { collnamespace: 11, collowner: 10, collisdeterministic: true, collencoding: -1 },
);

/** Classes by which the types of keys are sorted: number, name, family, type. */
const operatorClasses: readonly (readonly [oid: number, name: string, family: number, type: number])[] = [
  [424, 'bool_ops', 424, 16],
  [3123, 'float8_ops', 1970, 701],
  [3124, 'int8_ops', 1976, 20],
  [3125, 'numeric_ops', 1988, 1700],
  [3126, 'text_ops', 1994, 25],
  [3128, 'timestamp_ops', 434, 1114],
];

/** The class of a type, by the number of the type. */
export const classOfType: ReadonlyMap<number, number> = new Map(operatorClasses.map(([oid, , , type]) => [type, oid]));

export const operatorClassRows: CatalogRows = rowsFrom(
  operatorClasses.map(([oid, opcname, opcfamily, opcintype]) => ({ oid, opcname, opcfamily, opcintype })),
  { opcmethod: 403, opcnamespace: 11, opcowner: 10, opcdefault: true, opckeytype: 0 },
);

/** The sizes of the implementation that clients ask for. */
export const implementationRows: CatalogRows = rowsFrom([
  { implementation_info_id: '10003', implementation_info_name: 'CATALOG NAME', character_value: 'Y' },
  { implementation_info_id: '10004', implementation_info_name: 'COLLATING SEQUENCE' },
  {
    implementation_info_id: '23',
    implementation_info_name: 'CURSOR COMMIT BEHAVIOR',
    integer_value: 1,
    comments: 'close cursors and retain prepared statements',
  },
  { implementation_info_id: '2', implementation_info_name: 'DATA SOURCE NAME', character_value: '' },
  { implementation_info_id: '17', implementation_info_name: 'DBMS NAME', character_value: 'PostgreSQL' },
  { implementation_info_id: '18', implementation_info_name: 'DBMS VERSION', character_value: '14.02.0000' },
  { implementation_info_id: '26', implementation_info_name: 'DEFAULT TRANSACTION ISOLATION', integer_value: 2 },
  { implementation_info_id: '28', implementation_info_name: 'IDENTIFIER CASE', integer_value: 3 },
  { implementation_info_id: '85', implementation_info_name: 'NULL COLLATION', integer_value: 0 },
  { implementation_info_id: '13', implementation_info_name: 'SERVER NAME', character_value: '' },
  { implementation_info_id: '94', implementation_info_name: 'SPECIAL CHARACTERS', character_value: '' },
  { implementation_info_id: '46', implementation_info_name: 'TRANSACTION CAPABLE', integer_value: 2 },
] satisfies Readonly<Record<string, CatalogValue>>[]);

export const sizingRows: CatalogRows = rowsFrom([
  { sizing_id: 30, sizing_name: 'MAXIMUM COLUMN NAME LENGTH', supported_value: 63 },
  { sizing_id: 31, sizing_name: 'MAXIMUM CURSOR NAME LENGTH', supported_value: 63 },
  { sizing_id: 100, sizing_name: 'MAXIMUM COLUMNS IN SELECT', supported_value: 1664 },
  { sizing_id: 32, sizing_name: 'MAXIMUM SCHEMA NAME LENGTH', supported_value: 63 },
  { sizing_id: 35, sizing_name: 'MAXIMUM TABLE NAME LENGTH', supported_value: 63 },
  { sizing_id: 107, sizing_name: 'MAXIMUM USER NAME LENGTH', supported_value: 63 },
]);
