import type { QueryItem, ValueType } from '@orrery/semantic';
import type { Scale } from '../functions/index.ts';
import type { Scalar } from '../relation/index.ts';
import type { SqlType } from '../types/index.ts';
import { bucketOf } from './bucket.ts';
import { nameOf } from './close-ungrouped.ts';
import { isOfRows, type OpenPart } from './part.ts';
import { type SourceSql, sourceExpression } from './filters/row-filters.ts';
import type { BlockContext } from './source.ts';

/** An item of a query, with what the statement makes of its column. */
export interface GroupedItem {
  readonly item: QueryItem;
  /** The type of the query's column, where the statement has another one. */
  readonly type?: SqlType;
  readonly scale?: Scale;
}

/** A group key as an item of a query; undefined when the model cannot group by it. */
export function groupItem(
  index: number,
  key: Scalar,
  { base }: OpenPart,
  { model, sqlOf }: BlockContext,
): GroupedItem | undefined {
  if (key.kind === 'column') {
    const column = base.get(key.column);
    if (column?.role.kind === 'dimension') return { item: nameOf(column) };
    if (column?.role.kind !== 'segment') return undefined;
  }
  const bucket = bucketOf(key, base, model);
  if (bucket) return { item: bucket };
  if (key.type.name === 'date') return dayItem(index, key, base, sqlOf);
  const type = valueTypes[key.type.name];
  if (!sqlOf || !type) return undefined;
  const made = isOfRows(key, base) ? sourceExpression(key, type, base, sqlOf) : undefined;
  return made && { item: { name: `key_${index + 1}`, expression: made.expression }, ...scaleOf(made) };
}

/** A day as the midnight that it begins with: the model has times, and no days. */
function dayItem(
  index: number,
  key: Scalar,
  base: OpenPart['base'],
  sqlOf: SourceSql | undefined,
): GroupedItem | undefined {
  const type: SqlType = { name: 'timestamp' };
  if (!sqlOf || !isOfRows(key, base)) return undefined;
  const made = sourceExpression({ kind: 'cast', operand: key, type, position: 0 }, 'time', base, sqlOf);
  return made && { item: { name: `key_${index + 1}`, expression: made.expression }, type };
}

function scaleOf({ scale }: { readonly scale?: Scale }): Pick<GroupedItem, 'scale'> {
  return scale ? { scale } : {};
}

/** Types of the model, by those of statements. */
export const valueTypes: Readonly<Partial<Record<SqlType['name'], ValueType>>> = {
  text: 'string',
  varchar: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamp: 'time',
};
