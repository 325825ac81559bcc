import type { Query, QueryFilter, QueryOrder, QueryTimeDimension } from '@orrery/semantic';
import { bindStatement, modelTables } from '../bind/index.ts';
import { findBlocks, type SourceSql, substitute } from '../blocks/index.ts';
import type { Block, BoundStatement, Column, ColumnId, Relation, Scalar, SortKey } from '../relation/index.ts';
import { sourceSql } from '../render/index.ts';
import type { Select } from '../syntax/index.ts';
import type { SplitOptions } from './split.ts';
import { plainColumn } from './split-statement.ts';

/** A part of a statement that has no form in a query of the JSON API. */
interface NotWhole {
  readonly why: string;
  /** Offset in the text, where it is known. */
  readonly position?: number;
}

/**
 * A statement as one query of the JSON API, with the same rows. Filters of that API know times to the millisecond, and
 * it orders NULL last.
 *
 * @returns why it is no single query @throws StatementRefused
 */
export function queryOfStatement(
  select: Select,
  { model, access, session }: Pick<SplitOptions, 'model' | 'access' | 'session'>,
): { readonly query: Query } | NotWhole {
  let computed: Scalar | undefined; // the first expression over members that is no filter and no member of a query
  const ofSource = sourceSql('duckdb', session);
  const sqlOf: SourceSql = (scalar, ...others) => {
    computed ??= scalar;
    return ofSource ? ofSource(scalar, ...others) : { cannot: 'nothing renders it' };
  };
  const options = { model, access, sqlOf: () => sqlOf, isOfMilliseconds: true, session };
  const whole = wholeQuery(findBlocks(bindStatement(select, modelTables(model, access)), options));
  if (!('why' in whole) || !computed || !('position' in computed)) return whole;
  return { why: 'A column or a condition is computed from members', position: computed.position };
}

/** The query that a statement with blocks is: columns in the order of the API, and with names of members. */
function wholeQuery({ relation, shared, output }: BoundStatement): { readonly query: Query } | NotWhole {
  if (shared.length > 0) return { why: 'A common table expression is computed before the rest' };
  const found = descend(relation, output);
  if ('why' in found) return found;
  const { block, columns, shown, sorted, limit, offset } = found;
  const nameOf = (scalar: Scalar) => {
    const id = plainColumn(scalar);
    return block.outputs[columns.findIndex((column) => column.id === id)]?.name;
  };
  const computed = shown.find((scalar) => nameOf(scalar) === undefined);
  if (computed) return { why: 'A column is computed from members', ...positionOf(computed) };
  const order = sorted.map(({ expression, isDescending, nullsFirst }): QueryOrder | NotWhole => {
    const member = nameOf(expression);
    if (member === undefined) return { why: 'The order is by an expression', ...positionOf(expression) };
    if (nullsFirst && !isDescending) return { why: 'Ascending values stand after NULL', ...positionOf(expression) };
    return { member, descending: isDescending };
  });
  const unknown = order.find((one) => 'why' in one);
  if (unknown) return unknown;
  const known = order.filter((one): one is QueryOrder => !('why' in one));
  if (!isOfMembers(block.query)) {
    return { why: 'A column or a condition is computed from members', position: block.position };
  }
  return {
    query: {
      ...withTimeDimensions(block.query),
      order: known,
      ...(limit === undefined ? {} : { limit }),
      ...(offset === undefined || offset === 0 ? {} : { offset }),
    },
  };
}

function positionOf(scalar: Scalar): Pick<NotWhole, 'position'> {
  const position = 'position' in scalar ? scalar.position : 0;
  return position > 0 ? { position } : {};
}

const parts: Readonly<Record<string, string>> = {
  aggregate: 'Rows are grouped above a part of the statement',
  distinct: 'Equal rows are left out above a part of the statement',
  filter: 'A condition is tested above a part of the statement',
  function: 'Rows are made by a function',
  join: 'Parts of the statement are joined',
  set: 'UNION, INTERSECT or EXCEPT puts parts of the statement together',
  values: 'It reads no cube',
  window: 'A window function is computed above a part of the statement',
};

interface WholeBlock {
  readonly block: Block;
  readonly columns: readonly Column[];
  /** Columns of the answer, over those of the block. */
  readonly shown: readonly Scalar[];
  readonly sorted: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
}

/** Walks through a limit, an order and choices of columns, in this order. */
function descend(relation: Relation, output: readonly Column[]): WholeBlock | NotWhole {
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
        if (sorted) return { why: 'Rows are ordered twice' };
        sorted = at.by;
        break;
      case 'limit': {
        const [limit, offset] = [at.count, at.offset].map((one) => (one ? countOf(one) : undefined));
        const isKnown = (at.count === undefined || limit !== undefined) && (!at.offset || offset !== undefined);
        if (rows || sorted) return { why: 'Rows are limited before others are ordered or limited' };
        if (!isKnown) return { why: 'The number of rows is an expression' };
        rows = { ...(limit === undefined ? {} : { limit }), ...(offset === undefined ? {} : { offset }) };
        break;
      }
      case 'join':
        return { why: parts['join'] ?? '', position: at.position };
      default:
        return { why: parts[at.kind] ?? 'It is computed from several parts' };
    }
    at = at.input;
  }
}

function countOf(scalar: Scalar): number | undefined {
  if (scalar.kind === 'cast') return countOf(scalar.operand);
  const count = scalar.kind === 'constant' && scalar.value !== null ? Number(scalar.value) : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

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
