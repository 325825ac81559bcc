import type { WireQuery } from '@orrery/contract';
import type { MemberId } from '@orrery/semantic';

export function wireMembers({
  measures = [],
  dimensions = [],
  segments = [],
  timeDimensions = [],
  filters = [],
}: WireQuery): readonly MemberId[] {
  const filtered = [...JSON.stringify(filters).matchAll(/"member":"([^"]+)"/g)].map(([, member = '']) => member);
  const named = [
    ...measures,
    ...dimensions,
    ...segments,
    ...timeDimensions.map(({ dimension }) => dimension),
    ...filtered,
  ];
  return [...new Set(named)] as MemberId[]; // names that were generated from ids
}

export function namesOf({ measures = [], dimensions = [], timeDimensions = [] }: WireQuery): readonly string[] {
  return [...dimensions, ...timeDimensions.flatMap(bucketNames), ...measures];
}

/** A range alone has no column. */
function bucketNames({ dimension, granularity }: NonNullable<WireQuery['timeDimensions']>[number]): readonly string[] {
  return granularity === undefined ? [] : [`${dimension}.${granularity}`];
}

/** Removes options by which masked rows would order alike and a limit would cut anywhere among them. */
export function bare({
  order: _order,
  limit: _limit,
  total: _total,
  ungrouped: _ungrouped,
  ...query
}: WireQuery): WireQuery {
  return query;
}

export function without(query: WireQuery, masked: readonly string[]): WireQuery {
  const { measures = [], dimensions = [], timeDimensions = [] } = query;
  return {
    ...query,
    measures: measures.filter((id) => !masked.includes(id)),
    dimensions: dimensions.filter((id) => !masked.includes(id)),
    timeDimensions: timeDimensions.filter(({ dimension }) => !masked.includes(dimension)),
  };
}

/** Columns of the answer that belong to a member. */
export function columnsOf({ timeDimensions = [], dimensions = [], measures = [] }: WireQuery, member: string) {
  const times = timeDimensions.filter(({ dimension }) => dimension === member);
  return [...(dimensions.includes(member) || measures.includes(member) ? [member] : []), ...times.flatMap(bucketNames)];
}

export function isEmpty(query: WireQuery): boolean {
  return namesOf(query).length === 0;
}
