import type { QueryEcho, WireProblem, WireQuery } from '@orrery/contract';
import { type Access, type BoundQuery, bindQuery, type CubeName, cubesOfTimes, type Instant } from '@orrery/semantic';
import type { CallerRuntime, ModelSnapshot } from '../runtime.ts';
import { presentEcho } from './echo.ts';
import { presentProblem, refuseProblems, toQuery } from '../request/index.ts';

/** A query bound to one state of the model. */
export interface PreparedQuery {
  readonly model: ModelSnapshot;
  readonly bound: BoundQuery;
  /** The caller's rights with which the query was bound. */
  readonly access: Access;
  readonly echo: QueryEcho;
  /** Cubes whose times it may read. */
  readonly timesOf: readonly CubeName[];
  /** Warnings about parts that may not mean what was intended. */
  readonly warnings: readonly WireProblem[];
}

/** One state of the model, with the caller's rights to it. */
export type ModelForCaller = Pick<CallerRuntime, 'model' | 'access' | 'caller' | 'query'>;

/** @throws InvalidQuery with every problem that the model finds in the query */
export function prepareQuery(wire: WireQuery, runtime: ModelForCaller, now: number): PreparedQuery {
  const { model, access, caller } = runtime;
  const query = toQuery(wire);
  const { defaultZone, defaultLimit, maxLimit, masks, rules } = runtime.query;
  const limits = { defaultZone, defaultLimit, maxLimit };
  const context = { now: now as Instant, access, rules: { rules, caller }, defaultMasks: masks, ...limits };
  const outcome = bindQuery(query, model.index, context);
  if (!outcome.ok) throw refuseProblems(outcome.problems);
  const bound = outcome.value;
  const echo = presentEcho(wire, query, bound);
  const timesOf = cubesOfTimes(bound, model.index);
  return { model, bound, access, echo, timesOf, warnings: outcome.warnings.map(presentProblem) };
}
