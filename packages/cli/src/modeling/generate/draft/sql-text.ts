import type { TableDescription } from '@orrery/engines';
import { type Dialect, isColumnName } from '@orrery/semantic';
import { reservedWords } from './reserved-words.ts';

/** Quotes names of the source, as our own statements always do. */
export function tableSql({ schema, name, isOnPath }: TableDescription, { quoteIdentifier }: Dialect): string {
  return isOnPath ? quoteIdentifier(name) : `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

const plain = /^[a-z_][a-z0-9_]*$/;

/** Writes a table as people do in `sql_table`: quoted where needed, braces escaped. */
export function tableInModel({ schema, name, isOnPath }: TableDescription, dialect: Dialect): string {
  const parts = isOnPath ? [name] : [schema, name];
  return parts.map((part) => inModel(part, !reservedWords.has(part), dialect)).join('.');
}

/** Writes a column as people do after a dot: `{CUBE}.name`. */
export function columnInModel(name: string, dialect: Dialect): string {
  return inModel(name, true, dialect);
}

/** Whether the name alone refers to the column of the cube. */
export function isPlainColumn(name: string): boolean {
  return plain.test(name) && isColumnName(name);
}

function inModel(name: string, mayBePlain: boolean, { quoteIdentifier }: Dialect): string {
  const text = mayBePlain && plain.test(name) ? name : quoteIdentifier(name);
  return text.replaceAll(/[{}]/g, String.raw`\$&`);
}
