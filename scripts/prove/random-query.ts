import type { Random } from './random.ts';

interface KnownMember {
  readonly name: string;
  readonly type: string;
}

/** A cube or a view as `/v1/meta` describes it. */
export interface KnownCube {
  readonly measures: readonly KnownMember[];
  readonly dimensions: readonly KnownMember[];
  readonly segments: readonly { readonly name: string }[];
}

export interface RandomQuery {
  readonly measures: readonly string[];
  readonly dimensions: readonly string[];
  readonly [key: string]: unknown;
}

const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Sao_Paulo'];
const ranges = [
  'today',
  'last week',
  'last 30 days',
  'this year',
  'last 2 quarters',
  'from 90 days ago to now',
  ['2024-03-01', '2024-11-30'],
  ['2025-10-26T00:30:00', '2025-10-26T03:30:00'],
  ['1990-01-01', '2037-12-31'],
  ['0001-01-01', '9999-12-31'],
  ['2030-01-01', '2030-02-01'],
];

/** A query that a client could mean. A few of them have no answer, for example when no join connects two cubes. */
export function randomQuery(cubes: readonly KnownCube[], random: Random): RandomQuery {
  const home = random.pick(cubes);
  const other = random.happens(0.3) ? random.pick(cubes) : home;
  const measures = random.some(home.measures, 3).map(({ name }) => name);
  const dimensions = random.some([...home.dimensions, ...other.dimensions], 3);
  const times = home.dimensions.filter(({ type }) => type === 'time');
  const isTimed = times.length > 0 && random.happens(0.5);
  return {
    measures,
    dimensions: dimensions.map(({ name }) => name),
    ...(isTimed ? { timeDimensions: [timeDimension(random.pick(times).name, random)] } : {}),
    ...(random.happens(0.2) && home.segments.length > 0 ? { segments: [random.pick(home.segments).name] } : {}),
    ...(random.happens(0.6) ? { filters: filters([...home.dimensions, ...home.measures], random) } : {}),
    ...(random.happens(0.4) ? { timezone: random.pick(zones) } : {}),
    ...(random.happens(0.8) ? { limit: random.integer(0, 500) } : {}),
    ...(random.happens(0.2) ? { offset: random.integer(0, 50) } : {}),
    ...(random.happens(0.2) ? { total: true } : {}),
    ...(random.happens(0.1) ? { ungrouped: true } : {}),
    ...(random.happens(0.3) ? { order: orders([...measures, ...dimensions.map(({ name }) => name)], random) } : {}),
  };
}

function timeDimension(dimension: string, random: Random): unknown {
  const granularity = random.happens(0.8) ? { granularity: random.pick(granularities) } : {};
  return { dimension, ...granularity, ...(random.happens(0.7) ? { dateRange: random.pick(ranges) } : {}) };
}

function orders(members: readonly string[], random: Random): unknown {
  return random.some(members, 2).map((member) => [member, random.pick(['asc', 'desc'])]);
}

function filters(members: readonly KnownMember[], random: Random): readonly unknown[] {
  const chosen = random.some(members, 3).map((member) => filter(member, random));
  return random.happens(0.2) && chosen.length > 0 ? [{ or: chosen }] : chosen;
}

function filter({ name, type }: KnownMember, random: Random): unknown {
  switch (type) {
    case 'time':
      return {
        member: name,
        operator: random.pick(['inDateRange', 'notInDateRange']),
        values: ['2024-06-01', '2025-06-01'],
      };
    case 'number':
      return {
        member: name,
        operator: random.pick(['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'set']),
        values: [String(random.integer(0, 1000)), '17.5'],
      };
    case 'boolean':
      return { member: name, operator: random.pick(['equals', 'notEquals']), values: [random.pick(['true', 'false'])] };
    default:
      return {
        member: name,
        operator: random.pick([
          'equals',
          'notEquals',
          'contains',
          'notContains',
          'startsWith',
          'endsWith',
          'set',
          'notSet',
        ]),
        values: [random.pick(['a', 'e', 'completed', 'cancelled', 'Berlin', 'large', "O'Neil", '%']), 'x'],
      };
  }
}
