import type { QueryEcho, WireProblem, WireQuery } from '@orrery/contract';
import {
  type Access,
  type BoundQuery,
  bindQuery,
  type CubeName,
  cubesOfTimes,
  type Instant,
  type Query,
  type Zone,
} from '@orrery/semantic';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';
import { presentProblem, refuseProblems, toQuery, fromFilter } from '../request/index.ts';

/** A query bound to one state of the model: one of a request, or a block of a statement. */
export interface PreparedBlock {
  readonly model: ModelSnapshot;
  readonly bound: BoundQuery;
  /** The caller's rights with which the query was bound. */
  readonly access: Access;
  /** Cubes whose times it may read. */
  readonly timesOf: readonly CubeName[];
}

/** A query of a request, bound to one state of the model. */
export interface PreparedQuery extends PreparedBlock {
  readonly echo: QueryEcho;
  /** Warnings about parts that may not mean what was intended. */
  readonly warnings: readonly WireProblem[];
}

/** One state of the model, with the caller's rights to it. */
export type ModelForCaller = Pick<CallerRuntime, 'model' | 'access' | 'caller' | 'query'>;

interface Bounds {
  readonly defaultZone: Zone;
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** @throws InvalidQuery with every problem that the model finds in the query */
export function prepareQuery(wire: WireQuery, runtime: ModelForCaller, now: number): PreparedQuery {
  const query = toQuery(wire);
  const { block, warnings } = prepare(query, runtime, now, runtime.query);
  return { ...block, echo: presentEcho(wire, query, block.bound), warnings: warnings.map(presentProblem) };
}

/**
 * Binds a block of a statement, which has all of its rows. Rules and masks keep the zone of the project, whatever zone the
 * statement has.
 *
 * @throws InvalidQuery with every problem that the model finds in it
 */
export function prepareBlock(query: Query, runtime: ModelForCaller, now: number, zone: Zone): PreparedBlock {
  const [defaultLimit, maxLimit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const { defaultZone } = runtime.query;
  return prepare({ ...query, timezone: zone }, runtime, now, { defaultZone, defaultLimit, maxLimit }).block;
}

function prepare(
  query: Query,
  { model, access, caller, query: settings }: ModelForCaller,
  now: number,
  { defaultZone, defaultLimit, maxLimit }: Bounds,
) {
  const { masks, rules } = settings;
  const limits = { defaultZone, defaultLimit, maxLimit };
  const context = { now: now as Instant, access, rules: { rules, caller }, defaultMasks: masks, ...limits };
  const outcome = bindQuery(query, model.index, context);
  if (!outcome.ok) throw refuseProblems(outcome.problems);
  const bound = outcome.value;
  const timesOf = cubesOfTimes(bound, model.index);
  return { block: { model, bound, access, timesOf }, warnings: outcome.warnings };
}

/**
 * The interpreted query, in the contract's order of keys: ranges resolved, limit filled in. The default order is not
 * shown.
 *
 * @param query the query that `bound` was bound from
 */
export function presentEcho(wire: WireQuery, query: Query, bound: BoundQuery): QueryEcho {
  if (bound.limit === undefined) throw new Error('a query of the wire has a limit');
  return {
    ...(wire.measures ? { measures: wire.measures } : {}),
    dimensions: query.dimensions.map((item) => (typeof item === 'string' ? item : item.name)),
    timeDimensions: query.timeDimensions.map((entry, index) => {
      const range = bound.dateRanges[index];
      return {
        dimension: entry.dimension,
        ...(entry.granularity === undefined ? {} : { granularity: entry.granularity }),
        ...(range ? { dateRange: [range.from, range.to] } : {}),
        ...(range?.wholeTo === undefined ? {} : { partOf: [range.from, range.wholeTo] }),
      };
    }),
    ...(wire.segments ? { segments: wire.segments } : {}),
    limit: bound.limit,
    ...(wire.offset === undefined ? {} : { offset: wire.offset }),
    ...(wire.total === undefined ? {} : { total: wire.total }),
    timezone: bound.zone,
    ...(wire.ungrouped === undefined ? {} : { ungrouped: wire.ungrouped }),
    ...(wire.fillMissing === undefined ? {} : { fillMissing: wire.fillMissing }),
    ...(wire.fillWith === undefined ? {} : { fillWith: wire.fillWith }),
    ...(wire.responseFormat ? { responseFormat: wire.responseFormat } : {}),
    filters: query.filters.map(fromFilter),
    rowLimit: bound.limit,
    ...(query.order ? { order: query.order.map(({ member, descending }) => ({ id: member, desc: descending })) } : {}),
  };
}
