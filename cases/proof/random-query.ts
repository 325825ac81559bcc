import type { WorldQuery, WorldTimeDimension } from './answer.ts';
import type { Choices } from './choices.ts';
import type { Filter, MemberFilter } from './filters.ts';
import type { FilterOperator } from '@orrery/semantic';
import { type Found, findMember, leavesOf } from './members.ts';
import { bigValues, doubleValues, randomValue, singleValues } from './random-data.ts';
import { reachable } from './random-members.ts';
import { rollingParts } from './random-rolling-query.ts';
import { nameInView, type ValueType, type World, type WorldCube } from './world.ts';

const zones = [
  'UTC',
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Auckland',
];
const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const days = [
  '2023-12-31',
  '2024-01-01',
  '2024-01-31',
  '2024-02-29',
  '2024-03-10',
  '2024-03-31',
  '2024-04-06',
  '2024-10-27',
  '2024-11-03',
];

/** @param hasAllOptions whether it may fill buckets and test a measure of each entity */
export function randomQuery(choices: Choices, world: World, { hasAllOptions = false } = {}): WorldQuery {
  const facts = choices.happens(4) ? factsOfHub(choices, world) : [];
  if (facts.length > 1) return ofFacts(choices, world, facts);
  const query = queryOf(choices, world, pool(choices, world), hasAllOptions);
  return choices.happens(5) ? withoutGroups(query) : query;
}

/** Cubes that one of them declares joins to, without that one. */
function factsOfHub(choices: Choices, { cubes }: World): readonly WorldCube[] {
  const hub = choices.pick(cubes);
  return cubes.filter(({ name }) => hub.joins.some(({ to }) => to === name));
}

/** A measure of each, filtered by members of any. */
function ofFacts(choices: Choices, world: World, facts: readonly WorldCube[]): WorldQuery {
  const query = queryOf(
    choices,
    world,
    facts.flatMap((cube) => membersOf(world, cube)),
  );
  const measures = facts.flatMap(({ name, measures: own }) =>
    own.length > 0 ? [`${name}.${choices.pick(own).name}`] : [],
  );
  const { ungrouped: _, ...rest } = withoutGroups({ ...query, measures });
  return rest;
}

/** The whole of its measures, filtered as before. */
function withoutGroups(query: WorldQuery): WorldQuery {
  if (query.measures.length === 0) return query;
  const { order: _, fillMissing: __, fillWith: ___, ...rest } = query;
  const timeDimensions = query.timeDimensions.flatMap(({ dimension, dateRange }) =>
    dateRange ? [{ dimension, dateRange }] : [],
  );
  return { ...rest, dimensions: [], timeDimensions };
}

function queryOf(choices: Choices, world: World, members: readonly Known[], hasAllOptions = false): WorldQuery {
  const named = (kind: Found['kind']) => members.filter(({ found }) => found.kind === kind).map(({ id }) => id);
  const hasDimensions = named('dimension').length > 0;
  const rolling = choices.happens(25) ? rollingParts(choices, members, () => randomRange(choices)) : undefined;
  const measures = rolling?.measures ?? choices.some(named('measure'), 3, hasDimensions ? 0 : 1);
  const times = members.filter(({ found }) => found.kind === 'dimension' && found.member.type === 'time');
  const timeDimensions = rolling?.timeDimensions ?? (choices.happens(45) ? someTimes(choices, times) : []);
  const hasBucket = timeDimensions.some(({ granularity }) => granularity !== undefined);
  const least = measures.length > 0 || hasBucket ? 0 : 1;
  const dimensions = rolling?.dimensions ?? choices.some(named('dimension'), 2, least);
  const ungrouped = choices.happens(8);
  const filters = Array.from({ length: choices.pick([0, 0, 1, 1, 2]) }, () => {
    const isOfGroups = !ungrouped && measures.length > 0 && choices.happens(25);
    return randomFilter(choices, world, isOfGroups ? named('measure') : named('dimension'), 2);
  }).flat();
  const withFilters = members.filter(
    ({ found }) =>
      found.kind === 'measure' && found.member.filters && !['calculated', 'stage'].includes(found.member.type),
  );
  if (withFilters.length > 0 && choices.happens(8)) {
    filters.push({ member: choices.pick(withFilters).id, operator: 'measureFilter' });
  }
  if (hasAllOptions && !ungrouped && choices.happens(8)) filters.push(...randomEntityFilter(choices, world, members));
  const isFilled = hasAllOptions && hasBucket && !ungrouped && measures.length > 0 && choices.happens(20);
  const selected = [
    ...dimensions,
    ...timeDimensions.flatMap(({ dimension, granularity }) => (granularity ? [`${dimension}.${granularity}`] : [])),
    ...measures,
  ];
  const order = randomOrder(choices, selected);
  const hasOrder = order === undefined || order.length > 0;
  return {
    measures,
    dimensions,
    segments: choices.happens(20) ? choices.some(named('segment'), 2) : [],
    timeDimensions,
    filters,
    ...(order ? { order } : {}),
    ...(hasOrder && choices.happens(20) ? { limit: choices.integer(choices.happens(5) ? 0 : 1, 5) } : {}),
    ...(hasOrder && choices.happens(8) ? { offset: choices.integer(0, 2) } : {}),
    timezone: choices.pick(zones),
    ...(ungrouped ? { ungrouped } : {}),
    ...(isFilled
      ? { fillMissing: true as const, ...choices.pick([{}, { fillWith: 0 as const }, { fillWith: null }]) }
      : {}),
  };
}

/** A test of a measure of each value of a dimension, alone or as one of two conditions. */
function randomEntityFilter(choices: Choices, world: World, members: readonly Known[]): readonly Filter[] {
  const own = members.filter(({ id, found }) => id.startsWith(`${found.cube.name}.`));
  const isEntity = ({ found }: Known) =>
    found.kind === 'dimension' &&
    /^[nsbk]\d$/.test(found.member.name) &&
    found.member.sql?.kind === 'column' &&
    !found.member.textOf;
  const isOfRows = ({ found }: Known) =>
    found.kind === 'measure' &&
    !found.member.isTime &&
    leavesOf(world, found).every(({ member }) => !member.stage && !member.window) &&
    !JSON.stringify(found.member).includes('_q') &&
    !JSON.stringify(found.member).includes('"q');
  const [entities, measures] = [own.filter(isEntity), own.filter(isOfRows)];
  if (entities.length === 0 || measures.length === 0) return [];
  const test = (): Filter => {
    const operator = choices.pick<FilterOperator>(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'set', 'notSet']);
    const values = operator.endsWith('et') ? {} : { values: [String(choices.integer(0, 4))] };
    return { member: choices.pick(measures).id, per: choices.pick(entities).id, operator, ...values };
  };
  const dimension = members.find(({ found }) => found.kind === 'dimension' && /^[sn]\d$/.test(found.member.name));
  if (!dimension || choices.happens(70)) return [test()];
  return [{ or: [test(), { member: dimension.id, operator: 'set' as const }] }];
}

interface Known {
  readonly id: string;
  readonly found: Found;
}

/** Members that one question may well ask together. */
function pool(choices: Choices, world: World): readonly Known[] {
  const view = world.views.find(({ includes }) => includes.length > 0 && choices.happens(40));
  if (view) {
    return view.includes.flatMap((inclusion) =>
      inclusion.members.map((member) => known(world, `${view.name}.${nameInView(inclusion, member)}`)),
    );
  }
  const root = choices.pick(world.cubes);
  const facts = world.cubes.filter((cube) => reachable(world.cubes, cube).includes(root));
  const below = [root, ...reachable(world.cubes, root)];
  const cubes = choices.happens(20) ? [...facts, root] : choices.happens(90) ? below : world.cubes;
  return cubes.flatMap((cube) => membersOf(world, cube));
}

function membersOf(world: World, cube: WorldCube): readonly Known[] {
  const all = [...cube.dimensions, ...cube.measures, ...cube.segments];
  return all.map(({ name }) => known(world, `${cube.name}.${name}`));
}

function known(world: World, id: string): Known {
  return { id, found: findMember(world, id) };
}

function someTimes(choices: Choices, times: readonly Known[]): readonly WorldTimeDimension[] {
  return choices.some(times, 2).map(({ id: dimension, found }) => {
    const own = (found.kind === 'dimension' && found.member.granularities) || [];
    const names = own.length > 0 && choices.happens(60) ? own.map(({ name }) => name) : granularities;
    const dateRange = choices.happens(40) ? randomRange(choices) : undefined;
    const hasGranularity = !dateRange || choices.happens(60);
    return {
      dimension,
      ...(hasGranularity ? { granularity: choices.pick(names) } : {}),
      ...(dateRange ? { dateRange } : {}),
    };
  });
}

function randomRange(choices: Choices): readonly [string, string] {
  const [from = '', to = from] = choices.some(days, 2, 1).toSorted();
  return [from, to];
}

function randomFilter(choices: Choices, world: World, ids: readonly string[], depth: number): readonly Filter[] {
  if (ids.length === 0) return [];
  if (depth > 0 && choices.happens(25)) {
    const parts = Array.from({ length: choices.integer(1, 3) }, () =>
      randomFilter(choices, world, ids, depth - 1),
    ).flat();
    return [choices.happens(65) ? { or: parts } : { and: parts }];
  }
  const id = choices.pick(ids);
  const found = findMember(world, id);
  const type = typeOf(found);
  return [{ member: id, ...randomTest(choices, type, () => String(randomValueOf(choices, found, type))) }];
}

/** A value that rows may have. */
function randomValueOf(choices: Choices, { member }: Found, type: ValueType) {
  if ('isBig' in member && member.isBig) return choices.pick(bigValues);
  const isText = 'textOf' in member && member.textOf !== undefined;
  if (isText && choices.happens(80)) {
    if (member.textOf === 'day') return choices.pick(days);
    if (member.textOf === 'boolean') return choices.happens(50);
    return choices.pick([...doubleValues, ...singleValues, ...bigValues]);
  }
  return /^(?:f7|m.._r)$/.test(member.name) ? choices.pick(singleValues) : randomValue(choices, type);
}

function typeOf({ kind, member }: Found): ValueType {
  if (kind === 'dimension') return member.type;
  return kind === 'measure' && member.isTime ? 'time' : 'number';
}

function randomTest(choices: Choices, type: ValueType, pick: () => string): Omit<MemberFilter, 'member'> {
  if (choices.happens(12)) return { operator: choices.pick<FilterOperator>(['set', 'notSet']) };
  const values = (most: number) => Array.from({ length: choices.integer(1, most) }, pick);
  const equality = () => {
    const given: (string | null)[] = values(type === 'boolean' ? 1 : 3);
    if (choices.happens(20)) given.push(null);
    return { operator: choices.pick<FilterOperator>(['equals', 'notEquals', 'in', 'notIn']), values: given };
  };
  const comparison = () => ({ operator: choices.pick<FilterOperator>(['gt', 'gte', 'lt', 'lte']), values: values(1) });
  switch (type) {
    case 'boolean':
      return equality();
    case 'number':
      return choices.happens(50) ? equality() : comparison();
    case 'string': {
      if (choices.happens(35)) return equality();
      if (choices.happens(25)) return comparison();
      const operator = choices.pick<FilterOperator>([
        'contains',
        'startsWith',
        'endsWith',
        'notContains',
        'notStartsWith',
        'notEndsWith',
      ]);
      const isNegated = operator.startsWith('not');
      return { operator, values: isNegated && choices.happens(20) ? [...values(2), null] : values(2) };
    }
    case 'time': {
      if (choices.happens(35)) {
        return {
          operator: choices.pick<FilterOperator>(['inDateRange', 'notInDateRange']),
          values: randomRange(choices),
        };
      }
      const operator = choices.pick<FilterOperator>([
        'onTheDate',
        'beforeDate',
        'beforeOrOnDate',
        'afterDate',
        'afterOrOnDate',
      ]);
      const day = choices.pick(days);
      const isMoment = operator !== 'onTheDate' && choices.happens(25);
      return { operator, values: [isMoment ? `${day}T12:30:00.000` : day] };
    }
  }
}

function randomOrder(choices: Choices, selected: readonly string[]): WorldQuery['order'] {
  if (choices.happens(40)) return undefined;
  return choices.some(selected, 3).map((name) => [name, choices.happens(50) ? 'asc' : 'desc'] as const);
}
