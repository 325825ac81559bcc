import type { MemberId, QueryExpression, ValueType } from '@orrery/semantic';
import type { AggregateCall, Scalar } from '../relation/index.ts';
import { type GroupedItem, valueTypes } from './group-key.ts';
import { decimalsOfMean, type Scale } from '../functions/index.ts';
import type { MeasureCall } from './measure-call.ts';
import { isOfRows, type OpenPart } from './part.ts';
import { sourceExpression } from './filters/row-filters.ts';
import type { BlockContext } from './source.ts';

export interface ValueItem extends GroupedItem {
  /** When it is the measure itself. */
  readonly measure?: MemberId;
}

/** An aggregate call as a measure of a query; undefined when the model cannot compute it. */
export function valueItem(
  name: string,
  call: AggregateCall,
  meant: MeasureCall,
  open: OpenPart,
  { sqlOf }: BlockContext,
): ValueItem | undefined {
  if (meant.kind === 'measure') return { item: meant.member, measure: meant.member };
  const madeOf = (scalar: Scalar, type: ValueType | undefined) => {
    return sqlOf && type && isOfRows(scalar, open.base) ? sourceExpression(scalar, type, open.base, sqlOf) : undefined;
  };
  const condition = meant.kind === 'altered' ? meant.where : call.filter;
  const where = condition && madeOf(condition, 'boolean')?.expression;
  if (condition && !where) return undefined;
  const restricted = where ? { where } : {};
  if (meant.kind === 'altered') {
    const replaced = meant.function ? { function: meant.function } : {};
    return {
      item: { name, expression: { kind: 'altered', measure: meant.member, ...replaced, ...restricted } },
      ...decimalsOf(call),
    };
  }
  const made = aggregates[`${call.function.name}${call.isDistinct ? ' distinct' : ''}`];
  // A mean of whole or decimal numbers has decimals that the source computes in its own way.
  if (!made || call.order.length > 0 || (made === 'avg' && call.type.name === 'numeric')) return undefined;
  const [argument, ...others] = call.arguments;
  if (others.length > 0) return undefined;
  const countsAll =
    argument === undefined || (made === 'count' && argument.kind === 'constant' && argument.value !== null);
  const of = countsAll ? undefined : madeOf(argument, valueTypes[argument.type.name]);
  if (!countsAll && !of) return undefined;
  const rowsOf = open.pieces.map(({ piece }) => piece);
  return {
    item: {
      name,
      expression: { kind: 'aggregate', function: made, ...(of ? { of: of.expression } : {}), ...restricted, rowsOf },
    },
    ...decimalsOf(call, of?.scale),
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
