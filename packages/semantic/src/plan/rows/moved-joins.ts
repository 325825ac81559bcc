import {
  type CubeName,
  cubeOf,
  type Join,
  type MemberId,
  type ModelIndex,
  originalOf,
  requireCube,
} from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import type { Interval } from '../../time/index.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import { isRule } from '../guard/rules.ts';
import type { JoinTree } from '../joins/join-tree.ts';
import {
  membersOfCondition,
  requirementsOfCondition,
  requirementsOfExpression,
  requirementsOfMember,
  resolveAlias,
} from '../joins/requirement.ts';
import { columnOfTime, type TimeUse, readingOfFragments, rootOfTime } from './computed-times.ts';

/** The day of a table of days that a shift moves its rows to. */
export interface MovedDay {
  readonly day: MemberId;
  readonly by: Interval;
}

/** The time by which a table has a row for each day. */
export function dayOfTable(model: ModelIndex, name: CubeName): MemberId | undefined {
  const cube = model.pieces.get(name);
  if (cube?.kind !== 'cube') return undefined;
  const times = (ids: readonly MemberId[]) => [
    ...new Set(
      ids
        .filter((id) => resolveAlias(model, id, 'dimension').member.type === 'time')
        .map((id) => rootOfTime(model, id)),
    ),
  ];
  const [key] = times(cube.primaryKey);
  if (key !== undefined) return key;
  if (!cube.isCalendar) return undefined;
  const [only, ...others] = times(cube.dimensions.map(({ id }) => id)).filter((id) => cubeOf(id) === name);
  return others.length === 0 ? only : undefined;
}

/** Whether a time tells apart the rows of a table of days, to which facts are joined. */
export function isDayOfTable(model: ModelIndex, root: MemberId, tree: JoinTree): boolean {
  const cube = cubeOf(root);
  if (model.pieces.get(cube)?.kind !== 'cube') return false;
  if (requireCube(model, cube).isCalendar) return true;
  const isKey = dayOfTable(model, cube) === root;
  return tree.edges.some((edge) => leadsTo(edge, cube) && (isKey || reads(model, edge, root) !== 'none'));
}

/** Whether a join looks up the one row of a cube. */
export function leadsTo({ to, relationship }: Join, cube: CubeName): boolean {
  return to === cube && relationship !== 'one-to-many';
}

function reads(model: ModelIndex, { sql, from, to }: Join, root: MemberId): TimeUse {
  const owner = columnOfTime(model, root)?.cube;
  return readingOfFragments(model, [sql], owner === from || owner === to ? owner : undefined, root);
}

/** Whether a join finds its rows by a time of facts, so that it follows when these are moved. */
export function followsTime(model: ModelIndex, edge: Join, root: MemberId): TimeUse {
  const cube = cubeOf(root);
  const isCalendar = model.pieces.get(cube)?.kind === 'cube' && requireCube(model, cube).isCalendar;
  if (leadsTo(edge, cube) || isCalendar) return 'none';
  return reads(model, edge, root);
}

/**
 * Finds the cubes whose rows a time decides: joins look them up by it, or it tells apart the rows of a table of days that
 * facts are joined to.
 */
export function cubesFoundByTime(model: ModelIndex, tree: JoinTree, root: MemberId): ReadonlySet<CubeName> {
  const found = tree.edges
    .filter((edge) => followsTime(model, edge, root) !== 'none')
    .flatMap((edge) => {
      const below = cubesBehind(tree, edge.to);
      return edge.relationship === 'one-to-many'
        ? [...cubesOfTree(tree)].filter((cube) => !below.has(cube))
        : [...below];
    });
  const isTable = edgesToDays(model, tree, root).length > 0;
  return new Set([...found, ...(isTable ? cubesBehind(tree, cubeOf(root)) : [])]);
}

/** Finds the times of facts by which joins look up the rows of a table of days. */
export function timesOfFacts(model: ModelIndex, tree: JoinTree, root: MemberId): readonly MemberId[] {
  const found = edgesToDays(model, tree, root).flatMap((edge) => {
    const facts = requireCube(model, edge.to === cubeOf(root) ? edge.from : edge.to);
    return facts.dimensions
      .filter(({ type }) => type === 'time')
      .map(({ id }) => rootOfTime(model, id))
      .filter((time) => reads(model, edge, time) !== 'none');
  });
  return [...new Set(found)];
}

/** A join of facts to a table of days that reads none of their times. */
export interface JoinByNoTime {
  readonly join: Join;
  /** The table of days, and what is reached through it. */
  readonly behind: ReadonlySet<CubeName>;
}

/** Finds joins of the cube of a time to tables of days where it is unknown whether they show that time. */
export function joinsByNoTime(model: ModelIndex, tree: JoinTree, root: MemberId): readonly JoinByNoTime[] {
  const cube = cubeOf(root);
  return tree.edges.flatMap((join) => {
    const isForward = join.from === cube && join.relationship !== 'one-to-many';
    const isBack = join.to === cube && join.relationship === 'one-to-many';
    if (!isForward && !isBack) return [];
    const table = isForward ? join.to : join.from;
    if (!isTableOfDays(model, table) || table === cube || readsTimeOf(model, join, cube)) return [];
    const below = cubesBehind(tree, join.to);
    const behind = isForward ? below : new Set([...cubesOfTree(tree)].filter((one) => !below.has(one)));
    return [{ join, behind }];
  });
}

export function daysByNoTime({ from, to }: Join, time: MemberId, needed: MemberId): Problem {
  const hint = `Write the time into the SQL of the join, such as {${originalOf(time)}}`;
  return problem(
    'plan.days-joined-by-no-time',
    { from, to, time: originalOf(time), needed: originalOf(needed) },
    { hint },
  );
}

function isTableOfDays(model: ModelIndex, cube: CubeName): boolean {
  return requireCube(model, cube).isCalendar || dayOfTable(model, cube) !== undefined;
}

function readsTimeOf(model: ModelIndex, join: Join, cube: CubeName): boolean {
  const times = requireCube(model, cube).dimensions.filter(({ type }) => type === 'time');
  return times.some(({ id }) => reads(model, join, rootOfTime(model, id)) !== 'none');
}

/** The joins by which facts have one row of a table whose rows a day tells apart. */
function edgesToDays(model: ModelIndex, tree: JoinTree, root: MemberId): readonly Join[] {
  const cube = cubeOf(root);
  if (model.pieces.get(cube)?.kind !== 'cube') return [];
  const isKey = dayOfTable(model, cube) === root;
  return tree.edges.filter((edge) => {
    const isOne = leadsTo(edge, cube) || (edge.from === cube && edge.relationship !== 'many-to-one');
    return isOne && (isKey || reads(model, edge, root) !== 'none');
  });
}

/** A cube of a tree, and those that are reached through it. */
export function cubesBehind(tree: JoinTree, cube: CubeName): ReadonlySet<CubeName> {
  const behind = new Set([cube]);
  for (const { from, to } of tree.edges) if (behind.has(from)) behind.add(to);
  return behind;
}

/**
 * Moves the joins of shifted times, as far as the groups and filters need them: a fact then finds the rows of the day
 * it is moved to. The values that measures aggregate are joined to the stored time; a measure cannot read the same
 * table as the groups do.
 */
export function moveJoins(
  context: PlanContext,
  tree: JoinTree,
  grouping: Grouping,
  leaves: readonly MemberId[],
): Outcome<JoinTree> {
  const { model, moves, moved, shiftedDays, shiftedCalendars } = context;
  const shifts = moves.flat();
  if (shifts.length === 0 && shiftedDays.size === 0 && shiftedCalendars.size === 0) return succeed(tree);
  const needed = new Set(
    [
      ...grouping.by.flatMap(({ expression }) => requirementsOfExpression(model, expression)),
      ...grouping.rowFilters.flatMap((filter) => (isRule(filter) ? [] : requirementsOfCondition(model, filter))),
    ].map(({ cube }) => cube),
  );
  const other = new Set<CubeName>();
  const edges: Join[] = [];
  for (const edge of tree.edges) {
    const roots = [...new Set(shifts.map(({ dimension }) => dimension))];
    const root = roots.find((one) => followsTime(model, edge, one) !== 'none');
    const next = shiftedDays.get(edge.to);
    const below = cubesBehind(tree, edge.to);
    const isFromDays = edge.relationship === 'one-to-many';
    const behind = isFromDays ? [...cubesOfTree(tree)].filter((cube) => !below.has(cube)) : [...below];
    const isNeeded = behind.some((cube) => needed.has(cube));
    const isCalendar = shiftedCalendars.has(edge.to) || shiftedCalendars.has(edge.from);
    if (next && isNeeded) {
      edges.push({ ...edge, next });
    } else if (root !== undefined && isNeeded && !isCalendar) {
      if (followsTime(model, edge, root) === 'unclear') {
        const dimension = [...needed].find((cube) => behind.includes(cube)) ?? edge.to;
        return fail(
          problem('plan.shift-beneath-join', { from: edge.from, to: edge.to, time: root, needed: dimension }),
        );
      }
      edges.push({ ...edge, sql: moved.fragment(model, edge.sql, [edge.from, edge.to], moves) });
    } else {
      edges.push(edge);
      continue;
    }
    for (const cube of behind) other.add(cube);
  }
  const apart = [...shiftedDays.keys()].find((cube) => cube === tree.root);
  if (apart !== undefined) return fail(problem('plan.rows-of-calendar-shifted', { calendar: apart }));
  const ruled = grouping.rowFilters.filter(isRule).flatMap(membersOfCondition);
  const calendars = new Set([...shiftedCalendars.keys()].flatMap((cube) => [...cubesBehind(tree, cube)]));
  const isMoved = (cube: CubeName) => other.has(cube) || (calendars.has(cube) && cube !== tree.root);
  if (ruled.some((id) => requirementsOfMember(model, id).some(({ cube }) => isMoved(cube)))) {
    return fail(problem('plan.rule-out-of-reach', undefined));
  }
  for (const leaf of leaves) {
    const found = requirementsOfMember(model, leaf).find(({ cube }) => other.has(cube));
    if (found) return fail(problem('plan.shifted-for-measure', { member: leaf, cube: found.cube }));
  }
  return succeed({ root: tree.root, edges });
}

function cubesOfTree({ root, edges }: JoinTree): ReadonlySet<CubeName> {
  return new Set([root, ...edges.map(({ to }) => to)]);
}
