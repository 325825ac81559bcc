import { elementOf, isArrayName, type SqlType } from '../../types/index.ts';

/** DuckDB's type that keeps every value of a type, numeric aside. */
const names = {
  bool: 'BOOLEAN',
  int2: 'SMALLINT',
  int4: 'INTEGER',
  int8: 'BIGINT',
  float4: 'FLOAT',
  float8: 'DOUBLE',
  text: 'VARCHAR',
  varchar: 'VARCHAR',
  bpchar: 'VARCHAR',
  name: 'VARCHAR',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  interval: 'INTERVAL',
  uuid: 'UUID',
  json: 'VARCHAR',
  jsonb: 'VARCHAR',
  bytea: 'BLOB',
  unknown: 'VARCHAR',
  char: 'VARCHAR',
  oid: 'BIGINT',
  regclass: 'BIGINT',
  regtype: 'BIGINT',
  regproc: 'BIGINT',
  regnamespace: 'BIGINT',
  regrole: 'BIGINT',
  xid: 'BIGINT',
  aclitem: 'VARCHAR',
  inet: 'VARCHAR',
  pg_node_tree: 'VARCHAR',
  record: 'VARCHAR',
  void: 'VARCHAR',
} as const;

export function duckDbType({ name }: SqlType, held = 0): string {
  const element = elementOf(name);
  const item = element === 'numeric' ? `DECIMAL(38,${held})` : names[element];
  return isArrayName(name) ? `${item}[]` : item;
}
