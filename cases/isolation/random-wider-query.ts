import type { WorldQuery } from '../proof/answer.ts';
import type { Choices } from '../proof/choices.ts';
import type { MemberFilter } from '../proof/filters.ts';
import { findMember } from '../proof/members.ts';
import { randomQuery } from '../proof/random-query.ts';
import type { World } from '../proof/world.ts';
import { idsOf } from './difference-as.ts';

/** A query with parts that the evaluator does not know. */
interface WiderQuery extends WorldQuery {
  readonly filters: readonly (WorldQuery['filters'][number] | EntityFilter)[];
  readonly fillMissing?: true;
  readonly fillWith?: 0 | null;
  readonly joinHints?: readonly (readonly string[])[];
}

/** Tests a measure of each value of a dimension. */
interface EntityFilter extends MemberFilter {
  readonly per: string;
}

const granularities = ['day', 'week', 'month', 'quarter', 'year'];

/** A random query that may be filtered by entities, filled with buckets, joined by hints, or for the values of a member. */
export function randomWiderQuery(choices: Choices, world: World): WiderQuery {
  const query = choices.happens(20) ? ofOneDimension(choices, world) : randomQuery(choices, world);
  const { limit: _, offset: __, ...uncut } = query;
  return withHints(choices, world, withBuckets(choices, world, withEntities(choices, world, uncut)));
}

/** The query for the values that a filter offers, or for single rows. */
function ofOneDimension(choices: Choices, world: World): WorldQuery {
  const dimensions = idsOf(world).filter((id) => findMember(world, id).kind === 'dimension');
  const shown = choices.some(dimensions, 1);
  const measures = shown.length > 0 ? [] : idsOf(world).filter((id) => findMember(world, id).kind === 'measure');
  return {
    measures: choices.some(measures, 1),
    dimensions: shown,
    segments: [],
    timeDimensions: [],
    filters: [],
    timezone: 'UTC',
    ...(choices.happens(30) ? { ungrouped: true as const } : {}),
  };
}

function withEntities(choices: Choices, world: World, query: WorldQuery): WiderQuery {
  if (!choices.happens(35)) return query;
  const ids = idsOf(world);
  const measures = ids.filter((id) => findMember(world, id).kind === 'measure');
  const entities = ids.filter((id) => {
    const { kind, member } = findMember(world, id);
    return kind === 'dimension' && member.sql?.kind === 'column' && member.type !== 'time';
  });
  if (measures.length === 0 || entities.length === 0) return query;
  const filter: EntityFilter = {
    member: choices.pick(measures),
    per: choices.pick(entities),
    operator: choices.pick(['gt', 'gte', 'lt', 'lte', 'equals', 'notEquals']),
    values: [String(choices.pick([0, 1, 2, 5]))],
  };
  return { ...query, filters: [...query.filters, filter] };
}

function withBuckets(choices: Choices, world: World, query: WiderQuery): WiderQuery {
  if (query.ungrouped || !choices.happens(35)) return query;
  const times = idsOf(world).filter((id) => {
    const { kind, member } = findMember(world, id);
    return kind === 'dimension' && member.type === 'time';
  });
  const [first, ...others] = query.timeDimensions;
  if (!first && times.length === 0) return query;
  const bucketed = { ...(first ?? { dimension: choices.pick(times) }), granularity: choices.pick(granularities) };
  const { order: _, ...rest } = query;
  return {
    ...rest,
    timeDimensions: [bucketed, ...others.filter(({ granularity }) => granularity === undefined)],
    fillMissing: true,
    ...(choices.happens(60) ? { fillWith: choices.pick([0, null]) } : {}),
  };
}

function withHints(choices: Choices, { cubes }: World, query: WiderQuery): WiderQuery {
  const joins = cubes.flatMap(({ name, joins: all }) => all.map(({ to }) => [name, to]));
  return joins.length > 0 && choices.happens(15) ? { ...query, joinHints: [choices.pick(joins)] } : query;
}
