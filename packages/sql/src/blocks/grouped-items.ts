import type { MemberId, QueryExpression, QueryItem, ValueType } from '@orrery/semantic';
import { decimalsOfMean, type Scale } from '../functions/index.ts';
import type { AggregateCall, Scalar } from '../relation/index.ts';
import type { SqlType } from '../types/index.ts';
import { bucketOf } from './bucket.ts';
import { nameOf } from './close-ungrouped.ts';
import type { MeasureCall } from './measure-call.ts';
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
const valueTypes: Readonly<Partial<Record<SqlType['name'], ValueType>>> = {
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

export interface ValueItem extends GroupedItem {
  /** When it is the measure itself. */
  readonly measure?: MemberId;
}

/**
 * Makes an aggregate call a measure of a query.
 *
 * @param measured the measure that the call names, changes or computes
 * @returns `undefined` when the model cannot compute it
 */
export function valueItem(
  name: string,
  call: AggregateCall,
  measured: MeasureCall,
  open: OpenPart,
  { sqlOf }: BlockContext,
): ValueItem | undefined {
  if (measured.kind === 'measure') return { item: measured.member, measure: measured.member };
  const inSource = (scalar: Scalar, type: ValueType | undefined) => {
    return sqlOf && type && isOfRows(scalar, open.base) ? sourceExpression(scalar, type, open.base, sqlOf) : undefined;
  };
  const condition = measured.kind === 'altered' ? measured.where : call.filter;
  const where = condition && inSource(condition, 'boolean')?.expression;
  if (condition && !where) return undefined;
  const restricted = where ? { where } : {};
  if (measured.kind === 'altered') {
    const replaced = measured.function ? { function: measured.function } : {};
    return {
      item: { name, expression: { kind: 'altered', measure: measured.member, ...replaced, ...restricted } },
      ...decimalsOf(call),
    };
  }
  const aggregate = aggregates[`${call.function.name}${call.isDistinct ? ' distinct' : ''}`];
  // A mean of whole or decimal numbers has decimals that the source computes in its own way.
  if (!aggregate || call.order.length > 0 || (aggregate === 'avg' && call.type.name === 'numeric')) return undefined;
  const [argument, ...others] = call.arguments;
  if (others.length > 0) return undefined;
  const countsAll =
    argument === undefined || (aggregate === 'count' && argument.kind === 'constant' && argument.value !== null);
  const value = countsAll ? undefined : inSource(argument, valueTypes[argument.type.name]);
  if (!countsAll && !value) return undefined;
  const rowsOf = open.pieces.map(({ piece }) => piece);
  return {
    item: {
      name,
      expression: {
        kind: 'aggregate',
        function: aggregate,
        ...(value ? { of: value.expression } : {}),
        ...restricted,
        rowsOf,
      },
    },
    ...decimalsOf(call, value?.scale),
  };
}

/** A sum of whole numbers is whole, and one of decimals has as many of them. @param argument of the argument */
function decimalsOf(
  { function: { name }, type, arguments: [of] }: AggregateCall,
  argument?: Scale,
): Pick<GroupedItem, 'scale'> {
  if (type.name !== 'numeric') return {};
  if (of && name === 'avg') return { scale: { held: decimalsOfMean(of.type), isShown: false } };
  const stored = of?.type.name === 'numeric' ? of.type.modifier?.[1] : undefined;
  return { scale: argument ?? { held: stored ?? 0, isShown: true } };
}

const aggregates: Readonly<Record<string, Extract<QueryExpression, { readonly kind: 'aggregate' }>['function']>> = {
  count: 'count',
  'count distinct': 'count-distinct',
  approx_distinct: 'count-distinct-approx',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
};
