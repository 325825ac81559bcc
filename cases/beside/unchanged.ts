import { touchedBy, type WorldQuery } from '../proof/answer.ts';
import { call, type Expression } from '../proof/expression.ts';
import { type Filter, membersOfFilter } from '../proof/filters.ts';
import { findTree, type JoinTree, leadsToMany } from '../proof/joined-rows.ts';
import {
  findMember,
  type Found,
  type FoundMeasure,
  isMadeOfEntities,
  leavesOf,
  pathsOf,
  subQueriesOf,
} from '../proof/members.ts';
import { Refused, Unsettled } from '../proof/refusal.ts';
import { isSwitch } from '../proof/switches.ts';
import { nameInView, type Value, type World, type WorldCube } from '../proof/world.ts';

/** The same question in another form: what its measures show is the same in every group. */
export interface OtherForm {
  readonly what: string;
  readonly query: WorldQuery;
  /** How the cells of rows that share a group become one; absent: each group has one row. */
  readonly fold?: ReadonlyMap<string, (cells: readonly Value[]) => Value>;
}

const always: Expression = call('=', { kind: 'constant', value: 1 }, { kind: 'constant', value: 1 });
const wholeQuestion = 'the whole question';
const segmentName = 'always';
/** Wider than all times of a random world, wherever they are moved to. */
const everything = ['1970-01-01', '2099-12-31'] as const;

/** Adds a segment to each cube that every row is in, and to each view. */
export function withSegments({ cubes, views, ...world }: World): World {
  return {
    ...world,
    cubes: cubes.map((cube) => ({ ...cube, segments: [...cube.segments, { name: segmentName, sql: always }] })),
    views: views.map((view) => ({
      ...view,
      includes: view.includes.map((inclusion) => ({
        ...inclusion,
        members: [...inclusion.members, { name: segmentName, alias: `${segmentName}_of_${inclusion.path.at(-1)}` }],
      })),
    })),
  };
}

/** The forms of a question without limit and offset whose rows are joined in the same way. */
export function otherForms(world: World, query: WorldQuery): readonly OtherForm[] {
  const trees = treesOf(world, query);
  const tree = trees.get(wholeQuestion);
  if (!tree) return [];
  const filters = query.filters.flatMap(membersOfFilter).filter((id) => findMember(world, id).kind === 'measure');
  const alone =
    query.measures.length > 1
      ? query.measures.map((id) => ({ what: `only ${id}`, query: { ...query, measures: [id] } }))
      : [];
  const selected = [...query.dimensions, ...bucketsOf(query), ...query.measures];
  const { order: _, ...unordered } = query;
  const forms: readonly OtherForm[] = [
    ...alone,
    { what: 'without order', query: { ...unordered, order: [] } },
    { what: 'in another order', query: { ...query, order: selected.toReversed().map((id) => [id, 'desc'] as const) } },
    { what: 'with a limit that does not cut', query: { ...query, limit: 5000 } },
    { what: 'with an offset of 0', query: { ...query, offset: 0 } },
    { what: 'measures in another order', query: { ...query, measures: query.measures.toReversed() } },
    ...(propagates(world, query) ? [] : neutralFilters(world, query, tree)),
    ...(filters.length > 0 ? [] : singleRows(world, query, tree)),
  ];
  return forms.filter((form) => {
    const others = treesOf(world, form.query);
    return others.has(wholeQuestion) && [...others].every(([name, other]) => isSame(other, trees.get(name)));
  });
}

function bucketsOf({ timeDimensions }: WorldQuery): readonly string[] {
  return timeDimensions.flatMap(({ dimension, granularity }) => (granularity ? [`${dimension}.${granularity}`] : []));
}

/**
 * The joins of the rows of a question, and those of each of its measures alone: rows of stages and of facts are joined
 * apart.
 */
function treesOf(world: World, query: WorldQuery): ReadonlyMap<string, JoinTree> {
  const touched = touchedBy(world, query).filter((found) => !isSwitch(found));
  const shared = touched.filter(({ kind }) => kind !== 'measure');
  const overRows = touched.flatMap((found): readonly Found[] => {
    if (found.kind !== 'measure') return [found];
    const leaves = leavesOf(world, found);
    const rows = leaves.filter(({ member }) => !member.stage);
    return rows.length === leaves.length ? [found] : rows;
  });
  const read: readonly (readonly [string, readonly Found[]])[] = [
    [wholeQuestion, touched],
    ['its own rows', overRows],
    ...query.measures.map((id) => [id, [findMember(world, id), ...shared]] as const),
  ];
  return new Map(
    read.flatMap(([name, members]) => {
      const tree = treeOf(world, members);
      return tree ? [[name, tree] as const] : [];
    }),
  );
}

function treeOf(world: World, touched: readonly Found[]): JoinTree | undefined {
  if (touched.length === 0) return undefined;
  try {
    return findTree(
      world,
      touched.flatMap((found) => pathsOf(world, found)),
    );
  } catch (error) {
    if (error instanceof Refused || error instanceof Unsettled) return undefined;
    throw error;
  }
}

/** Whether rows start at the same cube, and one has all joins of the other: further ones drop no row. */
function isSame(tree: JoinTree, other: JoinTree | undefined): boolean {
  if (tree.root !== other?.root) return false;
  const steps = ({ edges }: JoinTree) => new Set(edges.map(({ from, join }) => `${from} ${join.to}`));
  const [ours, theirs] = [steps(tree), steps(other)];
  const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((step) => all.has(step));
  return isWithin(theirs, ours) || isWithin(ours, theirs);
}

function propagates(world: World, query: WorldQuery): boolean {
  return touchedBy(world, query)
    .flatMap((found) => subQueriesOf(world, found))
    .some(({ member }) => member.propagatesFilters);
}

function neutralFilters(world: World, query: WorldQuery, tree: JoinTree): readonly OtherForm[] {
  const names = new Set([...query.measures, ...query.dimensions].map((id) => id.split('.')[0]));
  const view = world.views.find(({ name }) => names.has(name));
  const cubes = [tree.root, ...tree.edges.map(({ join }) => join.to)];
  const segments = view
    ? view.includes.flatMap((inclusion) => {
        const member = inclusion.members.find(({ name }) => name === segmentName);
        return member ? [`${view.name}.${nameInView(inclusion, member)}`] : [];
      })
    : cubes.map((name) => `${name}.${segmentName}`);
  // Rows that start elsewhere may have none of the root, and no time of it.
  const startsThere = [...treesOf(world, query).values()].every(({ root }) => root === tree.root);
  const times = (startsThere ? timesOfRoot(world, tree.root) : []).flatMap((name) => {
    if (!view) return [`${tree.root}.${name}`];
    const inclusion = view.includes.find(({ path }) => path.length === 1 && path[0] === tree.root);
    const member = inclusion?.members.find((one) => one.name === name);
    const own = inclusion && member ? nameInView(inclusion, member) : undefined;
    const isInDefaults = view.defaults?.some(({ unless }) => own !== undefined && unless.includes(own));
    return own === undefined || isInDefaults ? [] : [`${view.name}.${own}`];
  });
  const isFilled = leavesIn(world, query).some(({ member }) => member.window !== undefined);
  return [
    ...segments.map((id) => ({
      what: `with the segment ${id}`,
      query: { ...query, segments: [...query.segments, id] },
    })),
    ...(isFilled ? [] : times).map((dimension) => ({
      what: `with a range of ${dimension} that does not cut`,
      query: { ...query, timeDimensions: [...query.timeDimensions, { dimension, dateRange: everything }] },
    })),
    ...times.map((member): OtherForm => {
      const filter: Filter = {
        or: [
          { member, operator: 'set' },
          { member, operator: 'notSet' },
        ],
      };
      return {
        what: `with a filter of ${member} that does not cut`,
        query: { ...query, filters: [...query.filters, filter] },
      };
    }),
  ];
}

/** Times of its own columns that every row has. */
function timesOfRoot(world: World, root: string): readonly string[] {
  const cube = world.cubes.find(({ name }) => name === root);
  if (!cube) return [];
  return cube.dimensions.flatMap(({ name, type, sql }) => {
    if (type !== 'time' || sql?.kind !== 'column') return [];
    const at = cube.columns.findIndex((column) => column.name === sql.name);
    return cube.rows.every((row) => row[at] !== null) ? [name] : [];
  });
}

function leavesIn(world: World, { measures, filters }: WorldQuery): readonly FoundMeasure[] {
  return [...measures, ...filters.flatMap(membersOfFilter)].flatMap((id) => {
    const found = findMember(world, id);
    return found.kind === 'measure' ? leavesOf(world, found) : [];
  });
}

/** Single rows, aggregated here, where joins repeat none of them. */
function singleRows(world: World, query: WorldQuery, tree: JoinTree): readonly OtherForm[] {
  if (query.ungrouped || query.measures.length === 0) return [];
  const touched = touchedBy(world, query);
  if (touched.some((found) => isMadeOfEntities(world, found) || isSwitch(found))) return [];
  const cubes = [tree.root, ...tree.edges.map(({ join }) => join.to)];
  const fold = new Map<string, (cells: readonly Value[]) => Value>();
  for (const id of query.measures) {
    const found = findMember(world, id);
    if (found.kind !== 'measure') return [];
    const own = foldOf(found);
    const isRepeated = cubes.some((to) => to !== found.cube.name && isManyTo(tree, found.cube, to));
    if (!own || isRepeated) return [];
    fold.set(id, own);
  }
  return [{ what: 'as single rows', query: { ...query, ungrouped: true }, fold }];
}

function isManyTo(tree: JoinTree, cube: WorldCube, to: string): boolean {
  return leadsToMany(tree, cube.name, to);
}

function foldOf({ member }: FoundMeasure): ((cells: readonly Value[]) => Value) | undefined {
  if (member.window || member.stage || member.isTime) return undefined;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const ofValues = (of: (numbers: readonly number[]) => number) => (cells: readonly Value[]) => {
    const numbers = cells.filter((cell) => cell !== null).map(Number);
    return numbers.length === 0 ? null : of(numbers);
  };
  switch (member.type) {
    case 'count':
    case 'sum':
      return ofValues(sum);
    case 'min':
      return ofValues((numbers) => Math.min(...numbers));
    case 'max':
      return ofValues((numbers) => Math.max(...numbers));
    case 'avg':
      return ofValues((numbers) => sum(numbers) / numbers.length);
    default:
      return undefined;
  }
}
