import type { CubeName, MemberId } from './fragment.ts';

/** A pre-aggregation with its names resolved. Whether its members go together is open. */
export interface PreAggregation {
  readonly name: string;
  readonly type: PreAggregationType;
  readonly measures: readonly StoredMember[];
  readonly dimensions: readonly StoredMember[];
  readonly segments: readonly StoredMember[];
  readonly timeDimensions: readonly (StoredMember & { readonly granularity: string })[];
  /** Set when it names something that cannot be resolved. */
  readonly isIncomplete?: true;
}

export type PreAggregationType = 'rollup' | 'original_sql' | 'rollup_join' | 'rollup_lambda';

/** A member of a cube. `path` holds the cubes walked to reach it, as in a reference of SQL. */
export interface StoredMember {
  readonly member: MemberId;
  readonly path: readonly CubeName[];
}
