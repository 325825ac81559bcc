import type { CubeName, MemberId, ModelIndex, Touched } from '../../model/index.ts';
import type { Condition } from '../condition.ts';
import type { BoundQuery } from '../query.ts';

/** The cubes that the joins of a query bring in, whatever is read of them. */
export interface JoinedCubes {
  /** The cubes in the query's own rows. */
  readonly own: ReadonlySet<CubeName>;
  /** The cubes in the rows of each dimension made of measures. */
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
