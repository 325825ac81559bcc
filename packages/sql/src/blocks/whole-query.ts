import type { Query, QueryFilter, QueryOrder, QueryTimeDimension } from '@orrery/semantic';
import type { Block, BoundStatement, Column, ColumnId, Relation, Scalar, SortKey } from '../relation/index.ts';
import { substitute } from './part.ts';

/**
 * A statement as one query of the JSON API, with the same rows: columns in the order of the API, and with names of
 * members. A query orders NULL last, whatever the statement says of descending values.
 *
 * @param statement its blocks are found @returns undefined when it is more than one query
 */
export function wholeQuery({ relation, shared, output }: BoundStatement): Query | undefined {
  if (shared.length > 0) return undefined;
  const found = descend(relation, output);
  if (!found) return undefined;
  const { block, columns, shown, sorted, limit, offset } = found;
  const nameOf = (scalar: Scalar) => {
    const id = plainColumn(scalar);
    return block.outputs[columns.findIndex((column) => column.id === id)]?.name;
  };
  if (shown.some((scalar) => nameOf(scalar) === undefined)) return undefined;
  const order = sorted.map(({ expression, isDescending, nullsFirst }): QueryOrder | undefined => {
    const member = nameOf(expression);
    return member === undefined || (nullsFirst && !isDescending) ? undefined : { member, descending: isDescending };
  });
  const known = order.filter((one) => one !== undefined);
  if (known.length < order.length || !isOfMembers(block.query)) return undefined;
  return {
    ...withTimeDimensions(block.query),
    order: known,
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined || offset === 0 ? {} : { offset }),
  };
}

interface Found {
  readonly block: Block;
  readonly columns: readonly Column[];
  /** Columns of the answer, over those of the block. */
  readonly shown: readonly Scalar[];
  readonly sorted: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Walks through a limit, an order and choices of columns, in this order. */
function descend(relation: Relation, output: readonly Column[]): Found | undefined {
  let at = relation;
  let shown = output.map(({ id, type }): Scalar => ({ kind: 'column', column: id, type, position: 0 }));
  let sorted: readonly SortKey[] | undefined;
  let rows: { readonly limit?: number; readonly offset?: number } | undefined;
  for (;;) {
    switch (at.kind) {
      case 'block':
        return { block: at.block, columns: at.columns, shown, sorted: sorted ?? [], ...rows };
      case 'project': {
        const inner = new Map(at.items.map(({ column, expression }): [ColumnId, Scalar] => [column.id, expression]));
        const over = (scalar: Scalar) => substitute(scalar, (id) => inner.get(id));
        shown = shown.map(over);
        sorted = sorted?.map((key) => ({ ...key, expression: over(key.expression) }));
        break;
      }
      case 'sort':
        if (sorted) return undefined;
        sorted = at.by;
        break;
      case 'limit': {
        const [limit, offset] = [at.count, at.offset].map((one) => (one ? countOf(one) : undefined));
        const isKnown = (at.count === undefined || limit !== undefined) && (!at.offset || offset !== undefined);
        if (rows || sorted || !isKnown) return undefined;
        rows = { ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) };
        break;
      }
      default:
        return undefined;
    }
    at = at.input;
  }
}

function countOf(scalar: Scalar): number | undefined {
  if (scalar.kind === 'cast') return countOf(scalar.operand);
  const count = scalar.kind === 'constant' && scalar.value !== null ? Number(scalar.value) : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** A column, also as another type of numbers that shows the same. */
export function plainColumn(scalar: Scalar): ColumnId | undefined {
  if (scalar.kind === 'column') return scalar.column;
  if (scalar.kind !== 'cast' || scalar.type.modifier !== undefined) return undefined;
  const isWider = wider[scalar.operand.type.name]?.includes(scalar.type.name);
  return isWider ? plainColumn(scalar.operand) : undefined;
}

const wider: Readonly<Partial<Record<string, readonly string[]>>> = {
  int8: ['numeric', 'int8'],
  float8: ['float8'],
};

function isOfMembers({ measures, dimensions, filters }: Query): boolean {
  return [...measures, ...dimensions].every((item) => typeof item === 'string') && filters.every(isOfMember);
}

function isOfMember(filter: QueryFilter): boolean {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.every(isOfMember);
  return filter.kind === 'member';
}

/** Buckets among the dimensions become time dimensions, with the date range of their time. */
function withTimeDimensions(query: Query): Query {
  const names = query.dimensions.filter((item) => typeof item === 'string');
  const isBucket = (name: string) => name.split('.').length > 2;
  const ranges = new Map(query.timeDimensions.map(({ dimension, dateRange }) => [dimension, dateRange]));
  const buckets = names.filter(isBucket).map((name): QueryTimeDimension => {
    const [dimension, granularity] = [name.slice(0, name.lastIndexOf('.')), name.slice(name.lastIndexOf('.') + 1)];
    const dateRange = ranges.get(dimension);
    ranges.delete(dimension);
    return { dimension, granularity, ...(dateRange === undefined ? {} : { dateRange }) };
  });
  const rest = query.timeDimensions.filter(({ dimension }) => ranges.has(dimension));
  const dimensions = names.filter((name) => !isBucket(name));
  return { ...query, dimensions, timeDimensions: [...buckets, ...rest] };
}
