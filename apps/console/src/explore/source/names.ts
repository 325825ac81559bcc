/** A name as statements write it: always quoted, since sources read some words in another way, such as `user`. */
export function columnName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface NamedTable {
  readonly schema: string;
  readonly name: string;
  readonly isOnPath: boolean;
}

export function tableName({ schema, name, isOnPath }: NamedTable): string {
  return isOnPath ? columnName(name) : `${columnName(schema)}.${columnName(name)}`;
}
