import type { CubeName, MemberId, ModelIndex, Touched } from '../../model/index.ts';
import type { Condition } from '../condition.ts';
import type { BoundQuery } from '../query.ts';

/** The cubes that the joins of a query bring in, whatever is read of them. */
export interface JoinedCubes {
  /** In its own rows. */
  readonly own: ReadonlySet<CubeName>;
  /** In the rows of dimensions made of measures, by dimension. */
  readonly inside: ReadonlyMap<MemberId, ReadonlySet<CubeName>>;
  /** Default filters that limit rows of the query. */
  readonly defaultFilters: readonly Condition[];
}

/**
 * Finds the joins of a bound query, before rules limit its rows. Passed in, because the planner finds joins.
 *
 * @param touched what its members read at any depth
 */
export type FindJoinedCubes = (query: BoundQuery, model: ModelIndex, touched: Touched) => JoinedCubes;
