import { columnsIn, type Expression, membersIn } from './expression.ts';
import { membersOfFilter, type RowFilter } from './filters.ts';
import { wayThrough } from './view-paths.ts';
import {
  nameInView,
  type World,
  type WorldCube,
  type WorldDimension,
  type WorldMasked,
  type WorldMeasure,
  type WorldSegment,
  cubeNamed,
} from './world.ts';

export type Found = {
  readonly cube: WorldCube;
  /** From the cube a view starts at to the member's own; only that one without a view. */
  readonly path: readonly string[];
  /** For a member of a view, returns the paths by which it reaches the cubes that its SQL names. */
  readonly ways?: (cube: string) => readonly string[];
} & (
  | { readonly kind: 'dimension'; readonly member: WorldDimension }
  | { readonly kind: 'measure'; readonly member: WorldMeasure }
  | { readonly kind: 'segment'; readonly member: WorldSegment }
);

export type FoundDimension = Extract<Found, { kind: 'dimension' }>;
export type FoundMeasure = Extract<Found, { kind: 'measure' }>;

/** By `cube.member` or `view.member`. */
export function findMember(world: World, id: string): Found {
  const [piece = '', name = ''] = id.split('.');
  const view = world.views.find((one) => one.name === piece);
  if (!view) return ownMember(cubeNamed(world, piece), name);
  for (const inclusion of view.includes) {
    const member = inclusion.members.find((one) => nameInView(inclusion, one) === name);
    if (member) {
      const { path } = inclusion;
      const ways = (cube: string) => wayThrough(world, view, path, cube);
      const own = { ...ownMember(cubeNamed(world, path.at(-1) ?? ''), member.name), path, ways };
      return member.masked ? withMask(own, member.masked) : own;
    }
  }
  throw new Error(`no member ${id}`);
}

/** By which a question reaches what is inside of its members; nothing where it does not ask a view. */
export function waysOf(world: World, ids: readonly string[]): Found['ways'] {
  const found = world.views.flatMap((view) => {
    const id = ids.find((one) => one.startsWith(`${view.name}.`));
    return id === undefined ? [] : [{ view, root: findMember(world, id).path.slice(0, 1) }];
  });
  const [only] = found;
  return only && ((cube) => wayThrough(world, only.view, only.root, cube));
}

/** Around the masks it has in its cube. */
export function withMask(found: Found, mask: WorldMasked): Found {
  switch (found.kind) {
    case 'dimension':
      return { ...found, member: maskedDimension(found.member, mask) };
    case 'measure':
      return { ...found, member: maskedMeasure(found.member, mask) };
    case 'segment':
      return found;
  }
}

/** Returns a masked dimension. If it is masked on every row, only its name, its type and the mask remain. */
function maskedDimension(member: WorldDimension, mask: WorldMasked): WorldDimension {
  if (mask.unless) return { ...member, masked: [mask, ...(member.masked ?? [])] };
  const { name, type, isDay, granularities } = member;
  return { name, type, masked: [mask], ...(isDay ? { isDay } : {}), ...(granularities ? { granularities } : {}) };
}

const nothing: Expression = {
  kind: 'call',
  operator: 'CASE',
  operands: [
    { kind: 'constant', value: false },
    { kind: 'constant', value: 0 },
  ],
};

export function maskedMeasure(member: WorldMeasure, mask: WorldMasked): WorldMeasure {
  if (mask.unless) return { ...member, masked: [mask, ...(member.masked ?? [])] };
  const { shown = nothing } = mask;
  const isAggregate = shown.kind === 'call' && shown.operator === 'SUM';
  return {
    name: member.name,
    type: 'raw',
    sql: shown,
    ...(isAggregate ? { isAggregateMask: true } : { isMask: true }),
  };
}

function ownMember(cube: WorldCube, name: string): Found {
  const path = [cube.name];
  const dimension = cube.dimensions.find((one) => one.name === name);
  if (dimension) return { kind: 'dimension', cube, path, member: dimension };
  const measure = cube.measures.find((one) => one.name === name);
  if (measure) return { kind: 'measure', cube, path, member: measure };
  const segment = cube.segments.find((one) => one.name === name);
  if (segment) return { kind: 'segment', cube, path, member: segment };
  throw new Error(`no member ${cube.name}.${name}`);
}

/** Resolves a name in the SQL of a cube: a member of a cube, or of a view, which defines the path to it. */
function referred(
  world: World,
  { name: own }: WorldCube,
  { cube = own, name }: { cube?: string; name: string },
): Found {
  return findMember(world, `${cube}.${name}`);
}

export function dimensionOf(world: World, cube: WorldCube, reference: { cube?: string; name: string }): FoundDimension {
  const found = referred(world, cube, reference);
  if (found.kind !== 'dimension') throw new Error(`${cube.name}.${reference.name} is no dimension`);
  return found;
}

export function measureOf(world: World, cube: WorldCube, reference: { cube?: string; name: string }): FoundMeasure {
  const found = referred(world, cube, reference);
  if (found.kind !== 'measure') throw new Error(`${cube.name}.${reference.name} is no measure`);
  return found;
}

function expressionsOf(found: Found): readonly Expression[] {
  switch (found.kind) {
    case 'dimension': {
      const { sql, case: branches } = found.member;
      const masks = found.member.masked?.flatMap(({ shown }) => shown ?? []) ?? [];
      return [...(sql ? [sql] : []), ...(branches?.when.map(({ condition }) => condition) ?? []), ...masks];
    }
    case 'measure':
      return [
        ...(found.member.sql ? [found.member.sql] : []),
        ...branchesOf(found.member),
        ...(found.member.filters ?? []),
      ];
    case 'segment':
      return [found.member.sql];
  }
}

function branchesOf({ stage }: WorldMeasure): readonly Expression[] {
  if (!stage?.choice) return [];
  const { when, otherwise } = stage.choice;
  return [...when.map(({ sql }) => sql), ...(otherwise ? [otherwise] : [])];
}

/** The cubes a member touches, each by the path to it: its own, then those its SQL refers to. */
export function pathsOf(world: World, found: Found): readonly (readonly string[])[] {
  const { ways } = found;
  const paths = barePathsOf(world, found);
  return ways ? paths.map((path) => (path.length > 1 ? path : ways(path[0] ?? ''))) : paths;
}

function barePathsOf(world: World, found: Found): readonly (readonly string[])[] {
  const conditions = (found.kind === 'dimension' ? (found.member.masked ?? []) : []).flatMap(({ unless }) =>
    unless ? pathsOfFilter(world.real ?? world, unless) : [],
  );
  if (found.kind === 'dimension' && found.member.isSubQuery) return [found.path, ...conditions];
  if (found.kind === 'dimension' && found.member.entity) return [found.path];
  const referenced = expressionsOf(found).flatMap((sql) => [
    ...columnsIn(sql).flatMap(({ cube }) => (cube === undefined ? [] : [[cube]])),
    ...membersIn(sql).flatMap((reference) => pathsOf(world, referred(world, found.cube, reference))),
  ]);
  return [found.path, ...referenced, ...conditions];
}

export function pathsOfFilter(world: World, filter: RowFilter): readonly (readonly string[])[] {
  return membersOfFilter(filter).flatMap((id) => pathsOf(world, findMember(world, id)));
}

/** The members that its SQL names. */
export function referencesOf(world: World, found: Found): readonly Found[] {
  return expressionsOf(found)
    .flatMap(membersIn)
    .map((reference) => referred(world, found.cube, reference));
}

/** Returns the other cubes whose columns its SQL names. */
export function foreignColumnsOf(found: Found): readonly string[] {
  return expressionsOf(found).flatMap((sql) => columnsIn(sql).flatMap(({ cube }) => cube ?? []));
}

/** Returns the sub-query dimensions that a member reads directly. Their own inputs are found by separate questions. */
export function subQueriesOf(world: World, found: Found): readonly FoundDimension[] {
  if (found.kind === 'dimension' && found.member.entity) return [];
  if (found.kind === 'dimension' && found.member.isSubQuery) return [found];
  return referencesOf(world, found).flatMap((one) => subQueriesOf(world, one));
}

/** The aggregates a measure is made of. */
export function leavesOf(world: World, found: FoundMeasure): readonly FoundMeasure[] {
  if (found.member.type !== 'calculated' || found.member.window) return [found];
  return expressionsOf(found)
    .flatMap(membersIn)
    .flatMap((reference) => leavesOf(world, measureOf(world, found.cube, reference)))
    .map((leaf) => (found.ways ? { ...leaf, ways: found.ways } : leaf));
}

/** Whether a time dimension holds readings of the query's clock already: days, or another time that is truncated. */
export function holdsReadings(world: World, found: FoundDimension): boolean {
  const { sql, isDay } = found.member;
  if (isDay) return true;
  if (sql?.kind !== 'member') return false;
  return sql.granularity !== undefined || holdsReadings(world, dimensionOf(world, found.cube, sql));
}

export function isMadeOfEntities(world: World, found: Found): boolean {
  if (found.kind === 'dimension' && found.member.entity) return true;
  return found.kind !== 'measure' && referencesOf(world, found).some((one) => isMadeOfEntities(world, one));
}
