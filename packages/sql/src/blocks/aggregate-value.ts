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
