const plain = /^[a-z_][a-z0-9_]*$/;

/** A name as statements write it: quoted where a source would read it in another way. */
export function columnName(name: string): string {
  return plain.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

interface Named {
  readonly schema: string;
  readonly name: string;
  readonly isOnPath: boolean;
}

export function tableName({ schema, name, isOnPath }: Named): string {
  return isOnPath ? columnName(name) : `${columnName(schema)}.${columnName(name)}`;
}
