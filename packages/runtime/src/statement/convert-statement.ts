import type { WireQuery } from '@orrery/contract';
import type { Query } from '@orrery/semantic';
import { printQuery, queryOfStatement, type Select, StatementRefused } from '@orrery/sql';
import { type ModelForCaller, type PreparedBlock, prepareBlock } from '../query/index.ts';
import { fromFilter } from '../request/index.ts';
import { invalidStatement, placeIn } from './refuse-statement.ts';
import { sessionAt } from './session.ts';

/**
 * A statement as one query of the JSON API, with the same rows. Filters of that API know times to the millisecond, and
 * it orders NULL last.
 *
 * @returns why it is no single query, with its place in the text @throws StatementInvalid, InvalidQuery
 */
export function wireQueryOfStatement(
  select: Select,
  { text, now }: { readonly text: string; readonly now: number },
  state: ModelForCaller,
): { readonly query: WireQuery; readonly blocks: readonly PreparedBlock[] } | { readonly why: string } {
  const zone = state.query.defaultZone;
  let whole: ReturnType<typeof queryOfStatement>;
  try {
    const { access, model } = state;
    whole = queryOfStatement(select, { model: model.index, access, session: sessionAt(now, zone) });
  } catch (error) {
    throw error instanceof StatementRefused ? invalidStatement(error, text) : error;
  }
  if ('why' in whole) {
    const { why, position } = whole;
    return { why: position === undefined ? why : `${why}${placeIn(text, position).words}` };
  }
  return { query: onWire(whole.query), blocks: [prepareBlock(whole.query, state, now, zone)] };
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
  form: Parameters<typeof printQuery>[2] = {},
): { readonly text: string } | { readonly why: string } {
  try {
    return { text: printQuery(bound, model.index, form) };
  } catch (error) {
    if (error instanceof StatementRefused) return { why: error.refusal.message };
    throw error;
  }
}
