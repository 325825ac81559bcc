import type { WireQuery } from '@orrery/contract';
import { type Dimension, type Member, type ModelIndex, type Piece } from '@orrery/semantic';
import type { Random } from './random.ts';

/** Returns the known values of a dimension. */
type ValuesOf = (dimension: string) => Promise<readonly string[]>;

/** Generates a query about one cube or view, or a cube and its joined cubes, with existing names. */
export async function generateQuery(random: Random, { pieces }: ModelIndex, valuesOf: ValuesOf): Promise<WireQuery> {
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
  const timeDimensions = random.happens(25) ? random.some(dimensionsOf(true), 1) : [];
  const dimensions = random.some(
    dimensionsOf(false).map(({ id }) => id),
    measures.length > 0 ? 2 : 3,
  );
  const selected = [...measures, ...dimensions];
  if (selected.length === 0)
    selected.push(...named(open, 'dimension').slice(0, 1), ...named(open, 'measure').slice(0, 1));
  const [filtered] = random.happens(45) ? random.some(dimensionsOf(false), 1) : [];
  const filter = filtered && (await filterOn(random, filtered, valuesOf));
  const segments = random.happens(10) ? random.some(named(open, 'segment'), 1) : [];
  const isUngrouped = random.happens(8);
  const order = random
    .some(selected, 2)
    .map((id): [string, 'asc' | 'desc'] => [id, random.happens(50) ? 'asc' : 'desc']);
  return {
    measures: selected.filter((id) => measures.includes(id) || named(open, 'measure').includes(id)),
    dimensions: selected.filter((id) => !named(open, 'measure').includes(id)),
    ...(timeDimensions.length > 0
      ? {
          timeDimensions: timeDimensions.map(({ id }) => ({
            dimension: id,
            granularity: random.pick(['day', 'month', 'year']) ?? 'day',
          })),
        }
      : {}),
    ...(filter ? { filters: [filter] } : {}),
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

async function filterOn(random: Random, { id, type }: Dimension, valuesOf: ValuesOf) {
  if (random.happens(20)) return { member: id, operator: random.happens(50) ? ('set' as const) : ('notSet' as const) };
  const value = random.pick(type === 'boolean' ? ['true', 'false'] : await valuesOf(id));
  if (value === undefined) return { member: id, operator: 'set' as const };
  const simple = {
    member: id,
    operator: random.happens(60) ? ('equals' as const) : ('notEquals' as const),
    values: [value],
  };
  return random.happens(25) ? { or: [simple, { member: id, operator: 'notSet' as const }] } : simple;
}
