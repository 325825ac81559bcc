import type { WireQuery } from '@orrery/contract';
import type { Query } from '@orrery/semantic';
import {
  bindStatement,
  findBlocks,
  modelTables,
  type NotWhole,
  type PrintOptions,
  printQuery,
  type Scalar,
  type Select,
  type StatementSession,
  type SourceSql,
  sourceSql,
  StatementRefused,
  wholeQuery,
} from '@orrery/sql';
import { type ModelForCaller, type PreparedBlock, prepareBlock } from '../query/index.ts';
import { fromFilter } from '../request/index.ts';
import { invalidStatement, placeIn } from './refuse-statement.ts';

/**
 * A statement as one query of the JSON API, with the same rows. Filters of that API know times to the millisecond, and
 * it orders NULL last.
 *
 * @returns why it is no single query, with its place in the text @throws StatementInvalid, InvalidQuery
 */
export function queryOfStatement(
  select: Select,
  { text, now }: { readonly text: string; readonly now: number },
  state: ModelForCaller,
): { readonly query: WireQuery; readonly blocks: readonly PreparedBlock[] } | { readonly why: string } {
  const { index } = state.model;
  const zone = state.query.defaultZone;
  const instant = `${new Date(now).toISOString().slice(0, -1).replace('T', ' ')}000+00`;
  const session: StatementSession = { zone, user: 'orrery', database: 'orrery', now: instant };
  let whole: ReturnType<typeof wholeQuery>;
  let computed: Scalar | undefined;
  const ofSource = sourceSql('duckdb', session);
  const sqlOf: SourceSql = (scalar, ...others) => {
    computed ??= scalar;
    return ofSource ? ofSource(scalar, ...others) : { cannot: 'nothing renders it' };
  };
  try {
    const options = { model: index, access: state.access, sqlOf: () => sqlOf, isOfMilliseconds: true, session };
    whole = wholeQuery(findBlocks(bindStatement(select, modelTables(index, state.access)), options));
  } catch (error) {
    throw error instanceof StatementRefused ? invalidStatement(error, text) : error;
  }
  if ('why' in whole) return { why: whyNot(whole, computed, text) };
  return { query: onWire(whole.query), blocks: [prepareBlock(whole.query, state, now, zone)] };
}

/** @param computed the first expression over members that is no filter and no member of a query */
function whyNot(whole: NotWhole, computed: Scalar | undefined, text: string): string {
  const { why, position } =
    computed && 'position' in computed
      ? { why: 'A column or a condition is computed from members', position: computed.position }
      : whole;
  return position === undefined ? why : `${why}${placeIn(text, position).words}`;
}

/** Keys in the order in which the contract lists them. */
function onWire(query: Query): WireQuery {
  const { timeDimensions, filters, order = [], limit, offset, ungrouped, joinHints = [] } = query;
  const named = (items: Query['measures']) => items.filter((item) => typeof item === 'string');
  return {
    measures: named(query.measures),
    dimensions: named(query.dimensions),
    segments: [...query.segments],
    order: order.map(({ member, descending }): [string, 'asc' | 'desc'] => [member, descending ? 'desc' : 'asc']),
    ...(timeDimensions.length === 0 ? {} : { timeDimensions: timeDimensions.map(timeOnWire) }),
    ...(filters.length === 0 ? {} : { filters: filters.map(fromFilter) }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(ungrouped ? { ungrouped } : {}),
    ...(joinHints.length === 0 ? {} : { joinHints: joinHints.map((path) => [...path]) }),
  };
}

function timeOnWire({ dimension, granularity, dateRange }: Query['timeDimensions'][number]) {
  return {
    dimension,
    ...(granularity === undefined ? {} : { granularity }),
    ...(dateRange === undefined ? {} : { dateRange: typeof dateRange === 'string' ? dateRange : [...dateRange] }),
  };
}

/** A query of a request as a statement; a refusal where no statement says it. */
export function statementOfQuery(
  { bound, model }: PreparedBlock,
  form: PrintOptions = {},
): { readonly text: string } | { readonly why: string } {
  try {
    return { text: printQuery(bound, model.index, form) };
  } catch (error) {
    if (error instanceof StatementRefused) return { why: error.refusal.message };
    throw error;
  }
}
