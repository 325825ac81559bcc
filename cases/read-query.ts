import type { Query, QueryExpression, QueryFilter, QueryItem, QueryOrder, QueryTimeDimension } from '@orrery/semantic';

/** A query in the form of the HTTP API, with typed expressions among its items, and the time at which it runs. */
export interface CaseQuery {
  readonly measures?: readonly QueryItem[];
  readonly dimensions?: readonly QueryItem[];
  readonly segments?: readonly string[];
  readonly timeDimensions?: readonly QueryTimeDimension[];
  readonly filters?: readonly CaseFilter[];
  readonly order?: Readonly<Record<string, 'asc' | 'desc'>> | readonly (readonly [string, 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly offset?: number;
  readonly timezone?: string;
  readonly ungrouped?: boolean;
  readonly fillMissing?: boolean;
  readonly fillWith?: 0 | null;
  readonly joinHints?: readonly (readonly string[])[];
  readonly total?: boolean;
  /** Security context of the caller. */
  readonly securityContext?: Readonly<Record<string, unknown>>;
  /** ISO instant. */
  readonly now?: string;
}

export type CaseFilter =
  | { readonly and: readonly CaseFilter[] }
  | { readonly or: readonly CaseFilter[] }
  | { readonly expression: QueryExpression }
  | Omit<Extract<QueryFilter, { kind: 'member' }>, 'kind'>;

export function readQuery(query: CaseQuery): Query {
  const { measures = [], dimensions = [], segments = [], timeDimensions = [], filters = [] } = query;
  const { order, limit, offset, timezone, ungrouped, fillMissing, fillWith, joinHints } = query;
  return {
    measures,
    dimensions: dimensions.filter((item) => !bucketOf(item)),
    segments,
    timeDimensions: [...timeDimensions, ...dimensions.flatMap((item) => bucketOf(item) ?? [])],
    filters: filters.map(readFilter),
    ...(order === undefined ? {} : { order: readOrder(order) }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(ungrouped === undefined ? {} : { ungrouped }),
    ...(fillMissing === undefined ? {} : { fillMissing }),
    ...(fillWith === undefined ? {} : { fillWith }),
    ...(joinHints === undefined ? {} : { joinHints }),
  };
}

/** `orders.created_at.day` */
function bucketOf(item: QueryItem): QueryTimeDimension | undefined {
  if (typeof item !== 'string') return undefined;
  const [cube, member, granularity] = item.split('.');
  return granularity === undefined ? undefined : { dimension: `${cube}.${member}`, granularity };
}

function readFilter(filter: CaseFilter): QueryFilter {
  if ('and' in filter) return { kind: 'and', filters: filter.and.map(readFilter) };
  if ('or' in filter) return { kind: 'or', filters: filter.or.map(readFilter) };
  if ('expression' in filter) return { kind: 'expression', ...filter };
  return { kind: 'member', ...filter };
}

function readOrder(order: NonNullable<CaseQuery['order']>): readonly QueryOrder[] {
  const pairs = Array.isArray(order) ? order : Object.entries(order);
  return pairs.map(([member, direction]) => ({ member, descending: direction === 'desc' }));
}
