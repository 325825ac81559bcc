import { askedValue, type Evaluation, grainId } from './evaluation.ts';
import { evaluate, membersIn } from './expression.ts';
import { membersOfFilter } from './filters.ts';
import type { Grain, Group } from './groups.ts';
import { findTree, type JoinedRow, type JoinTree } from './joined-rows.ts';
import {
  findMember,
  type Found,
  type FoundDimension,
  measureOf,
  pathsOf,
  referencesOf,
  isMadeOfEntities,
} from './members.ts';
import { Refused, Unsettled } from './refusal.ts';
import { haveSeveralRows } from './stages.ts';
import { isSwitch } from './switches.ts';
import type { Value, World } from './world.ts';

/** Input for a multi-stage dimension: the question, without the changes other measures make to times and filters. */
export interface Asked {
  readonly by: readonly Grain[];
  readonly touched: readonly Found[];
  /** For each sub-query dimension, the groups of its measure by entity, added as they are computed. */
  readonly known: Map<string, { readonly groups: readonly Group[]; readonly root: string }>;
}

/** The class of the entity that a row belongs to, in the row of the answer that it counts for. */
export function entityValue(evaluation: Evaluation, found: FoundDimension, row: JoinedRow): Value {
  const { world } = evaluation;
  const { cube, member } = found;
  if (!row.has(cube.name) || row.get(cube.name) === undefined) return null;
  const { by, groups, root } = entitiesOf(evaluation, found);
  const [start] = row.keys();
  if (start !== root) throw new Unsettled('entities of rows that start elsewhere');
  const key = by.map((grain) => evaluation.shownAt?.get(grainId(grain)) ?? grain.of(evaluation, row));
  const group = groups.find((one) => JSON.stringify(one.key) === JSON.stringify(key));
  if (!member.sql) throw new Error(`${member.name} has no SQL`);
  return evaluate(member.sql, {
    column: () => null,
    member: (reference) => group?.value(measureOf(world, cube, reference)) ?? null,
  });
}

/** Its measures by what it is grouped by, refused or not whatever rows there are. */
export function entitiesOf(evaluation: Evaluation, found: FoundDimension) {
  const { world, entities } = evaluation;
  const { cube, member } = found;
  if (!entities) throw new Unsettled('an entity without a question');
  if (entities.touched.some(isSwitch)) throw new Unsettled('entities beside switches');
  const own = entities.by.filter((grain) => !isMadeOfEntities(evaluation.world, grain.found));
  const included = (member.entity?.include ?? [])
    .filter((id) => !own.some((grain) => grain.granularity === undefined && idOf(grain.found) === id))
    .map((id): Grain => {
      const dimension = findMember(world, id);
      if (dimension.kind !== 'dimension') throw new Error(`${id} is no dimension`);
      return { found: dimension, of: (one, row) => askedValue(one, dimension, row) };
    });
  const by = [...own, ...included];
  const id = idOf(found);
  const known = entities.known.get(id);
  if (known) return { by, ...known };
  const rowFilters = evaluation.requestedFilters.filter((filter) => {
    const members = membersOfFilter(filter).map((one) => findMember(world, one));
    return !members.some((one) => isMadeOfEntities(evaluation.world, one));
  });
  const measures = membersIn(member.sql ?? { kind: 'constant', value: 0 }).map((one) => measureOf(world, cube, one));
  const filtered = rowFilters.flatMap(membersOfFilter).map((one) => findMember(world, one));
  const tree = treeOf(world, entities.touched);
  // They are made of the rows of the question, wherever those start.
  const along = (to: string) => wayAlong(tree, to);
  const touched = [...measures, ...by.map((grain) => grain.found), ...filtered].map((one): Found => {
    const ways = (to: string) => along(to) ?? one.ways?.(to) ?? evaluation.ways?.(to) ?? [to];
    return { ...one, path: along(one.cube.name) ?? one.path, ways };
  });
  if (by.some((grain) => pathsOf(world, grain.found).some((path) => !along(path.at(-1) ?? ''))))
    throw new Refused('plan.stage-dimension-out-of-reach');
  const { shownAt: _, ...rest } = evaluation;
  const inner: Evaluation = { ...rest, rowFilters, requestedFilters: rowFilters, shifts: [], lookups: new Map() };
  if (haveSeveralRows(inner, { by, measures, touched })) throw new Refused('plan.several-rows');
  const groups = inner.evaluator.groupsOf(inner, { by, measures, touched });
  const made = { groups, root: tree.root };
  entities.known.set(id, made);
  return { by, ...made };
}

function treeOf(world: World, touched: readonly Found[]): JoinTree {
  try {
    return findTree(
      world,
      touched.flatMap((one) => pathsOf(world, one)),
    );
  } catch (error) {
    if (error instanceof Refused) throw new Unsettled('entities of facts apart');
    throw error;
  }
}

function wayAlong({ root, edges }: JoinTree, to: string): readonly string[] | undefined {
  if (to === root) return [root];
  const edge = edges.find(({ join }) => join.to === to);
  const before = edge && wayAlong({ root, edges }, edge.from);
  return before && [...before, to];
}

/** The dimensions made of measures that a member reads in its rows, itself included. */
export function entitiesIn({ world }: Evaluation, found: Found): readonly FoundDimension[] {
  if (found.kind === 'dimension' && found.member.entity) return [found];
  if (found.kind !== 'dimension') return [];
  return referencesOf(world, found).flatMap((one) => entitiesIn({ world } as Evaluation, one));
}

function idOf({ cube, member }: Found): string {
  return `${cube.name}.${member.name}`;
}
