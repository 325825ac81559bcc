import type { ModelIndex } from '../model/index.ts';
import type { Outcome } from '../problem/index.ts';
import { type BindContext, type BoundQuery, bindQueryWith, type Query } from '../query/index.ts';
import { joinedCubes } from './build-plan.ts';

/** Binds a query as a caller may ask it: rows of every cube that it reads or joins are limited. */
export function bindQuery(query: Query, model: ModelIndex, context: BindContext): Outcome<BoundQuery> {
  return bindQueryWith(query, model, context, joinedCubes);
}
