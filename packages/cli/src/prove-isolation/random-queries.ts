import type { WireQuery, WireFilter, WireTimeDimension } from '@orrery/contract';
import { type Dimension, type Member, type ModelIndex, type Piece } from '@orrery/semantic';
import type { Random } from './random.ts';

const granularities = ['hour', 'day', 'week', 'month', 'quarter', 'year'];
const zones = ['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const ofTexts = ['contains', 'notContains', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'] as const;
const ofNumbers = ['gt', 'gte', 'lt', 'lte'] as const;
const ofTimes = [
  'inDateRange',
  'notInDateRange',
  'beforeDate',
  'beforeOrOnDate',
  'afterDate',
  'afterOrOnDate',
] as const;

/** Returns the known values of a dimension. */
type ValuesOfDimension = (dimension: string) => Promise<readonly string[]>;

/** Generates a query about one cube or view, or a cube and its joined cubes, with existing names. */
export async function generateQuery(
  random: Random,
  { pieces }: ModelIndex,
  valuesOf: ValuesOfDimension,
): Promise<WireQuery> {
  const all = [...pieces.values()].filter(
    ({ isPublic, measures, dimensions }) => isPublic && measures.length + dimensions.length > 0,
  );
  const guarded = all.filter((piece) => isGuarded(piece, pieces));
  const root = random.pick(guarded.length > 0 && random.happens(85) ? guarded : all);
  if (!root) return {};
  const beside = root.kind === 'cube' && random.happens(40) ? random.pick(root.joins) : undefined;
  const joined = beside && pieces.get(beside.to);
  const members = [root, ...(joined?.isPublic ? [joined] : [])].flatMap(({ measures, dimensions, segments }) => [
    ...measures,
    ...dimensions,
    ...segments,
  ]);
  const open = members.filter(({ isPublic }) => isPublic);
  const dimensionsOf = (isTime: boolean) =>
    open.filter((one): one is Dimension => one.kind === 'dimension' && (one.type === 'time') === isTime);
  const measures = random.some(named(open, 'measure'), 2);
  const isNumber = (id: string) => open.some((one) => one.id === id && one.kind === 'measure' && one.type === 'number');
  const times = random.happens(30) ? random.some(dimensionsOf(true), 1) : [];
  const timeDimensions: WireTimeDimension[] = [];
  for (const time of times) timeDimensions.push(await timeOf(random, time, valuesOf));
  const dimensions = random.some(
    dimensionsOf(false).map(({ id }) => id),
    measures.length > 0 ? 2 : 3,
  );
  const selected = [...measures, ...dimensions];
  if (selected.length === 0)
    selected.push(...named(open, 'dimension').slice(0, 1), ...named(open, 'measure').slice(0, 1));
  const isUngrouped = random.happens(8);
  const filtered = random.happens(55) ? random.some([...dimensionsOf(false), ...dimensionsOf(true)], 2) : [];
  const filters: WireFilter[] = [];
  for (const dimension of filtered) filters.push(await filterOn(random, dimension, valuesOf));
  const [counted] = isUngrouped || !random.happens(10) ? [] : random.some(measures, 1);
  if (counted !== undefined && isNumber(counted)) filters.push(groupsWhere(random, counted));
  const segments = random.happens(10) ? random.some(named(open, 'segment'), 1) : [];
  const order = random
    .some(selected, 2)
    .map((id): [string, 'asc' | 'desc'] => [id, random.happens(50) ? 'asc' : 'desc']);
  return {
    measures: selected.filter((id) => measures.includes(id) || named(open, 'measure').includes(id)),
    dimensions: selected.filter((id) => !named(open, 'measure').includes(id)),
    ...(timeDimensions.length > 0
      ? {
          timeDimensions,
        }
      : {}),
    ...(filters.length > 0 ? { filters: filters.length > 1 && random.happens(30) ? [{ or: filters }] : filters } : {}),
    ...(random.happens(15) ? { timezone: random.pick(zones) ?? 'UTC' } : {}),
    ...(segments.length > 0 ? { segments: [...segments] } : {}),
    ...(order.length > 0 && !isUngrouped ? { order } : {}),
    ...(!isUngrouped && random.happens(20) ? { limit: 1 + random.below(5), total: true } : {}),
    ...(isUngrouped ? { ungrouped: true } : {}),
  };
}

/** Whether it has policies, or is a view over a cube that has. */
function isGuarded(piece: Piece, pieces: ModelIndex['pieces']): boolean {
  if (piece.policies) return true;
  if (piece.kind === 'cube') return piece.joins.some(({ to }) => pieces.get(to)?.policies !== undefined);
  const behind = [...piece.dimensions, ...piece.measures].flatMap(({ expression }) =>
    expression.kind === 'alias' ? [expression.member.split('.')[0] ?? ''] : [],
  );
  return behind.some((name) => pieces.get(name)?.policies !== undefined);
}

function named(members: readonly Member[], kind: Member['kind']): string[] {
  return members.filter((one) => one.kind === kind).map(({ id }) => id);
}

/** A bucket of a time, a range of it, or both. */
async function timeOf(random: Random, time: Dimension, valuesOf: ValuesOfDimension): Promise<WireTimeDimension> {
  const granularity = random.pick([...granularities, ...(time.granularities ?? []).map(({ name }) => name)]) ?? 'day';
  const dateRange = random.happens(35) ? await daysOf(random, time, valuesOf) : undefined;
  if (dateRange && random.happens(30)) return { dimension: time.id, dateRange };
  return { dimension: time.id, granularity, ...(dateRange ? { dateRange } : {}) };
}

/** The first and the last day of a range. */
async function daysOf(random: Random, { id }: Dimension, valuesOf: ValuesOfDimension): Promise<[string, string]> {
  const values = await valuesOf(id);
  const days = [0, 1].map(() => (random.pick(values) ?? '2024-01-31').slice(0, 10)).toSorted();
  return [days[0] ?? '', days[1] ?? ''];
}

async function filterOn(random: Random, dimension: Dimension, valuesOf: ValuesOfDimension): Promise<WireFilter> {
  const { id, type } = dimension;
  if (random.happens(20)) return { member: id, operator: random.happens(50) ? 'set' : 'notSet' };
  if (type === 'time') {
    const [from, to] = await daysOf(random, dimension, valuesOf);
    const operator = random.pick(ofTimes) ?? 'inDateRange';
    return { member: id, operator, values: operator.endsWith('DateRange') ? [from, to] : [from] };
  }
  const known = type === 'boolean' ? ['true', 'false'] : await valuesOf(id);
  const value = random.pick(known);
  if (value === undefined) return { member: id, operator: 'set' };
  const isOther = random.happens(40);
  const operator = isOther ? random.pick(type === 'string' ? ofTexts : type === 'number' ? ofNumbers : []) : undefined;
  const values = operator === undefined && random.happens(30) ? [value, ...random.some(known, 2)] : [value];
  const simple: WireFilter = {
    member: id,
    operator: operator ?? (random.happens(60) ? 'equals' : 'notEquals'),
    values: operator !== undefined && type === 'string' ? values.map((text) => partOf(random, text)) : values,
  };
  return random.happens(25) ? { or: [simple, { member: id, operator: 'notSet' }] } : simple;
}

function partOf(random: Random, text: string): string {
  const letters = [...text];
  const from = random.below(letters.length);
  return letters.slice(from, from + 1 + random.below(3)).join('') || 'a';
}

function groupsWhere(random: Random, member: string): WireFilter {
  return { member, operator: random.pick(ofNumbers) ?? 'gt', values: [String(random.below(20) * 10 + 0.5)] };
}
