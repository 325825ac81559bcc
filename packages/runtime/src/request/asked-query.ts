import type { CacheMode, QueryType, WireProblem, WireQuery } from '@orrery/contract';

/** What a caller asked of `/v1/load`, `/v1/sql` and their kin: one query, or several that are answered together. */
export interface QueryRequest {
  readonly queryType: QueryType;
  /** As the caller wrote it. */
  readonly asked: WireQuery | readonly WireQuery[];
  /** At least one. */
  readonly queries: readonly AskedQuery[];
  /** The contract's envelope with `results`, instead of the bare result. */
  readonly isMulti: boolean;
}

/** One query with one result. */
export interface AskedQuery {
  readonly query: WireQuery;
  readonly cacheMode: CacheMode;
  readonly mark?: ResultMark;
  /** What of it has no effect in this request. */
  readonly warnings?: readonly WireProblem[];
  /** Where in the request a path of this query is. */
  readonly place: QueryPlace;
}

/** What each row of a result says beside its columns, so that clients tell the results of one request apart. */
export type ResultMark =
  /** `compareDateRange`: the range of the time dimension at this position. */
  | { readonly kind: 'range'; readonly position: number }
  /** `time.day`: the value of the column of that name. */
  | { readonly kind: 'time'; readonly granularity: string; readonly column: string };

export type QueryPlace =
  | { readonly kind: 'whole' }
  | { readonly kind: 'element'; readonly index: number }
  /** `timeDimensions[position].compareDateRange[index]` stands for the query's `dateRange`. */
  | { readonly kind: 'range'; readonly position: number; readonly index: number };

export function pathIn(place: QueryPlace, path: string): string {
  switch (place.kind) {
    case 'whole':
      return path;
    case 'element':
      return path === '' ? `[${place.index}]` : `[${place.index}].${path}`;
    case 'range': {
      const range = `timeDimensions[${place.position}].dateRange`;
      if (!path.startsWith(range)) return path;
      return `timeDimensions[${place.position}].compareDateRange[${place.index}]${path.slice(range.length)}`;
    }
  }
}
