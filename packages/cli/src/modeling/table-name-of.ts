import type { TableDescription } from '@orrery/engines';
import type { Cube } from '@orrery/semantic';

/** A table name in an author's spelling. */
export interface WrittenTableName {
  readonly schema?: NamePart;
  readonly name: NamePart;
}

interface NamePart {
  readonly text: string;
  readonly isQuoted: boolean;
}

const part = '"(?:[^"]|"")+"|`(?:[^`]|``)+`|[\\w$]+';
const dotted = new RegExp(`^(?:${part})(?:\\s*\\.\\s*(?:${part}))*$`);

/** Returns the table of `sql_table` when its text is a single name: `orders`, `"Order"`, `db.public.orders`. */
export function tableNameOf({ source }: Cube): WrittenTableName | undefined {
  if (source.kind !== 'table') return undefined;
  const text = source.table.parts.map((one) => (one.kind === 'text' ? one.text : '')).join('');
  if (!dotted.test(text.trim())) return undefined;
  const [name, schema] = [...text.matchAll(new RegExp(part, 'g'))].map(([written]) => readPart(written)).toReversed();
  return name && { ...(schema ? { schema } : {}), name };
}

export function isTableName({ schema, name }: WrittenTableName, table: TableDescription): boolean {
  return isSameName(name, table.name) && (schema ? isSameName(schema, table.schema) : table.isOnPath);
}

/** @param written with its quotes, if it has any */
export function readPart(written: string): NamePart {
  const quote = written.charAt(0);
  if (quote !== '"' && quote !== '`') return { text: written, isQuoted: false };
  return { text: written.slice(1, -1).replaceAll(quote + quote, quote), isQuoted: true };
}

/** Compares names; engines fold the letter case of unquoted names, some that of all. */
export function isSameName({ text, isQuoted }: NamePart, name: string): boolean {
  return isQuoted ? text === name : text.toLowerCase() === name.toLowerCase();
}
