import type { CacheMode, QueryType, WireProblem, WireQuery } from '@orrery/contract';

/** A request of `/v1/load`, `/v1/sql` or a similar operation: one query, or several that are answered together. */
export interface QueryRequest {
  readonly queryType: QueryType;
  /** The query as the caller wrote it. */
  readonly written: WireQuery | readonly WireQuery[];
  /** At least one. */
  readonly queries: readonly RequestedQuery[];
  /** Whether the answer is the contract's envelope with `results`, instead of the bare result. */
  readonly isMulti: boolean;
}

/** One query with one result. */
export interface RequestedQuery {
  readonly query: WireQuery;
  readonly cacheMode: CacheMode;
  readonly mark?: ResultMark;
  /** Warnings about parts without effect. */
  readonly warnings?: readonly WireProblem[];
  /** Maps a path of this query to its position in the request. */
  readonly place: QueryPlace;
}

/** An additional key of each row, by which clients distinguish the results of one request. */
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
