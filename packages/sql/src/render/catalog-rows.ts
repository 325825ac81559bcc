import type { CatalogRows, CatalogValue, CatalogValues } from '../catalog/index.ts';
import { duckDbType, quoted } from '../functions/index.ts';
import type { SourcedColumn } from '../relation/index.ts';
import { elementOf, isArrayName, type SqlType } from '../types/index.ts';
import { nameOf } from './reached-columns.ts';

/** Stands between the values of a column, and for NULL. */
const separator = '\u0001';
const nullMark = '\u0002';

/**
 * Renders rows of a catalog as a SELECT of DuckDB. A column is one text that DuckDB splits, because it reads thousands of
 * constants much more slowly.
 *
 * @param columns those that the statement reads
 */
export function renderCatalogRows({ count, columns: values }: CatalogRows, columns: readonly SourcedColumn[]): string {
  const items = columns.map((column) => {
    const given = values[column.source] ?? { all: null };
    return { column, given, text: valuesText(given, column.type) };
  });
  const list = items.map(({ column, text }) => `${text} AS ${nameOf(column.id)}`).join(', ') || '1 AS one';
  const isSplit = items.some(({ given }) => !('all' in given));
  return isSplit && count > 0 ? `SELECT ${list}` : `SELECT ${list} FROM range(${count})`;
}

function valuesText(given: CatalogValues, type: SqlType): string {
  if ('all' in given) return constantText(given.all, type);
  if (given.length === 0) return constantText(null, type);
  const sample = given[0];
  const isSame = !Array.isArray(sample) && given.every((value) => value === sample);
  if (isSame && given.length === 1) return `unnest([${constantText(sample ?? null, type)}])`;
  const shown = given.map((value) => (value === null ? nullMark : Array.isArray(value) ? undefined : plainText(value)));
  // oxlint-disable-next-line no-control-regex -- they separate the values
  const isPlain = shown.every((text) => text !== undefined && !/[\u0000\u0001]/.test(text));
  if (!isPlain || (given.includes(null) && shown.some((text, at) => text === nullMark && given[at] !== null))) {
    return `unnest([${given.map((value) => constantText(value, type)).join(', ')}])`;
  }
  const split = `string_split(${quoted(shown.join(separator))}, ${quoted(separator)})`;
  const list = given.includes(null) ? `list_transform(${split}, lambda _i: nullif(_i, ${quoted(nullMark)}))` : split;
  const own = duckDbType(type);
  return own === 'VARCHAR' ? `unnest(${list})` : `unnest(CAST(${list} AS ${own}[]))`;
}

function plainText(value: CatalogValue): string {
  return String(value);
}

function constantText(value: CatalogValue, type: SqlType): string {
  const own = duckDbType(type);
  if (value === null) return `CAST(NULL AS ${own})`;
  if (Array.isArray(value)) {
    const items = value.map((item) => constantText(item, { name: elementOf(type.name) }));
    return `CAST([${items.join(', ')}] AS ${own})`;
  }
  if (isArrayName(type.name)) throw new Error('a column of arrays has lists of items');
  return own === 'VARCHAR'
    ? quoted(plainText(value).replaceAll('\0', ''))
    : `CAST(${quoted(plainText(value))} AS ${own})`;
}
