import {
  type CalendarShift,
  type CubeName,
  cubeOf,
  type Dimension,
  type Fragment,
  granularitySql,
  type Join,
  type MemberId,
  type ModelIndex,
  originalOf,
  requireCube,
  requireMember,
  type TimeShift,
} from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import { holesOf } from '../../query/index.ts';
import type { Interval } from '../../time/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import type { JoinTree } from '../joins/join-tree.ts';
import { membersOfExpression, requirementsOfMember, resolveAlias } from '../joins/requirement.ts';
import { readingOfTime, rootOfTime, timesBehind } from '../rows/computed-times.ts';
import {
  cubesBehind,
  dayOfTable,
  daysByNoTime,
  followsTime,
  isDayOfTable,
  joinsByNoTime,
  leadsTo,
  type MovedDay,
} from '../rows/moved-joins.ts';
import type { Shift } from '../rows/shift-time.ts';
import type { PlanExpression } from '../plan-expression.ts';

interface Shifts {
  readonly shifts: readonly Shift[];
  /** Calendars whose facts are joined to another day, by a column or an interval; `day` is the queried dimension. */
  readonly calendars: readonly { readonly cube: CubeName; readonly day: MemberId; readonly sql: Fragment }[];
  /** Tables of days of which the row of the moved day is read. */
  readonly days: readonly (MovedDay & { readonly cube: CubeName })[];
}

/** Members that a query reads, for its times. */
interface TimeReads {
  /** Members that it groups by and filters on. */
  readonly read: readonly MemberId[];
  /** The times whose buckets a calendar's SQL computes. */
  readonly bySql: ReadonlySet<MemberId>;
  /** Absent where no single join tree connects it. */
  readonly tree: JoinTree | undefined;
}

/**
 * Decides how the times of a query are shifted: by the column of a calendar where it has one, else by adding the
 * interval. Where the query reads other columns of a table of days, and where a calendar's SQL computes the bucket,
 * facts are joined to the row of the shifted day, which has to supply them.
 */
export function shiftsOf(
  { model, moved }: PlanContext,
  timeShifts: readonly TimeShift[],
  asked: TimeReads,
): Outcome<Shifts> {
  const { tree } = asked;
  const read = [...new Set(asked.read.map((id) => moved.originOf(id)))].filter((id) => model.members.has(id));
  const shifts: Shift[] = [];
  const calendars: { cube: CubeName; day: MemberId; sql: Fragment }[] = [];
  const days: (MovedDay & { cube: CubeName })[] = [];
  const known = new Map<MemberId, string>();
  for (const { dimension, by } of timeShifts) {
    const roots = dimension === undefined ? timesOf(model, read, tree) : [rootOfTime(model, dimension)];
    const named = (root: MemberId) => namesOf(model, read, root);
    const moves = roots.map((root) => ({
      root,
      times: named(root),
      moves: movesOf(model, [...named(root), root], by),
    }));
    const shown = moves.flatMap(({ times }) => times);
    if (by.kind === 'named' && shown.length > 0 && moves.every((one) => one.moves === undefined)) {
      const params = { name: by.name, dimensions: shown };
      return fail(problem('plan.unknown-time-shift', params, { hint: timesThatHave(model, by) }));
    }
    for (const { root, times, moves: move } of moves) {
      if (!move) continue;
      const text = JSON.stringify(move);
      const before = known.get(root);
      if (before === text) continue;
      if (before !== undefined) return fail(problem('plan.time-shifted-twice', { dimension: originalOf(root) }));
      known.set(root, text);
      const [time = root] = times;
      const isAsked = times.length > 0 || readsRowOf(model, read, root, tree);
      if (move.kind === 'sql') {
        if (isAsked) calendars.push({ cube: cubeOf(root), day: time, sql: move.sql });
      } else if (times.some((one) => asked.bySql.has(one))) {
        const day = movedDay(model, root, move.interval);
        if (!day) return fail(unknownToCalendar(time));
        calendars.push({ cube: cubeOf(root), day: time, sql: day });
      } else if (readsRowOf(model, read, root, tree)) {
        days.push({ cube: cubeOf(root), day: root, by: move.interval });
      } else shifts.push({ dimension: root, by: move.interval });
    }
  }
  const unknown =
    tree &&
    readByNoTime(
      model,
      tree,
      read,
      shifts.map(({ dimension }) => dimension),
      known,
    );
  if (unknown) return fail(unknown);
  const isShifted = (id: MemberId) => shifts.some((shift) => namesOf(model, [id], shift.dimension).length > 0);
  const fault = read.find(
    (id) => !isShifted(id) && shifts.some((shift) => readingOfTime(model, id, shift.dimension) === 'unclear'),
  );
  if (fault !== undefined) {
    const shift = shifts.find((one) => readingOfTime(model, fault, one.dimension) === 'unclear');
    return fail(shiftBeneath(fault, shift?.dimension ?? fault));
  }
  const isAlone = (day: MemberId) =>
    !tree || !isDayOfTable(model, day, tree) || !isMovedWithFacts(model, day, shifts, tree);
  return succeed({
    shifts: shifts.filter(({ dimension }) => isAlone(dimension)),
    calendars,
    days: days.filter(({ day }) => isAlone(day)),
  });
}

/** Whether a day is moved already, because the facts that are joined by it are. */
function isMovedWithFacts(
  model: ModelIndex,
  day: MemberId,
  facts: readonly Shift[],
  tree: JoinTree | undefined,
): boolean {
  const edges = tree?.edges.filter((edge) => touches(edge, cubeOf(day))) ?? [];
  return edges.some((edge) =>
    facts.some(({ dimension }) => cubeOf(dimension) !== cubeOf(day) && followsTime(model, edge, dimension) !== 'none'),
  );
}

/** Refuses members of tables of days of which it is unknown whether they show a time that is shifted without them. */
function readByNoTime(
  model: ModelIndex,
  tree: JoinTree,
  read: readonly MemberId[],
  times: readonly MemberId[],
  shifted: ReadonlyMap<MemberId, unknown>,
): Problem | undefined {
  const tables = new Set([...shifted.keys()].map(cubeOf));
  for (const time of times) {
    for (const { join, behind } of joinsByNoTime(model, tree, time)) {
      const { from, to } = join;
      if (tables.has(from === cubeOf(time) ? to : from)) continue;
      const needed = read.find((id) => requirementsOfMember(model, id).some(({ cube }) => behind.has(cube)));
      if (needed !== undefined) return daysByNoTime(join, time, needed);
    }
  }
  return undefined;
}

function touches({ from, to }: Join, cube: CubeName): boolean {
  return from === cube || to === cube;
}

function shiftBeneath(dimension: MemberId, root: MemberId) {
  const shown = originalOf(root);
  const hint = `Write {${shown}} where its SQL reads the column behind it, or query ${shown} with a granularity`;
  return problem('plan.shift-beneath', { dimension: originalOf(dimension), shown }, { hint });
}

/** The times of a query: those it names, those its members are computed from, and the days of tables of days. */
function timesOf(model: ModelIndex, read: readonly MemberId[], tree: JoinTree | undefined): readonly MemberId[] {
  const roots = [...new Set(read.flatMap((id) => timesBehind(model, id)))];
  const tables = new Set(read.map((id) => cubeOf(resolveAlias(model, id, requireMember(model, id).kind).member.id)));
  const days = [...tables].flatMap((cube) => {
    const day = dayOfTable(model, cube);
    const isLookedUp = tree?.edges.some((edge) => leadsTo(edge, cube)) ?? false;
    const isKnown = day === undefined || roots.includes(day) || !isLookedUp;
    const isMoved = tree?.edges.some(
      (edge) => touches(edge, cube) && roots.some((root) => followsTime(model, edge, root) !== 'none'),
    );
    return isKnown || isMoved ? [] : [day];
  });
  return [...roots, ...days];
}

/** The members of a query that show a time under some name. */
function namesOf(model: ModelIndex, read: readonly MemberId[], root: MemberId): readonly MemberId[] {
  return read.filter((id) => {
    if (requireMember(model, id).kind !== 'dimension') return false;
    const { member } = resolveAlias(model, id, 'dimension');
    return member.type === 'time' && rootOfTime(model, member.id) === root;
  });
}

/** Whether a query reads the row of a day, and not only what is computed from the day itself. */
function readsRowOf(model: ModelIndex, read: readonly MemberId[], root: MemberId, tree: JoinTree | undefined): boolean {
  if (!tree || !isDayOfTable(model, root, tree)) return false;
  const behind = cubesBehind(tree, cubeOf(root));
  return read.some((id) => {
    const { member } = resolveAlias(model, id, requireMember(model, id).kind);
    return behind.has(cubeOf(member.id)) && readingOfTime(model, id, root) === 'none';
  });
}

/** Times whose buckets a calendar's SQL computes, in expressions over rows. */
export function bucketsBySql(expressions: readonly PlanExpression[]): ReadonlySet<MemberId> {
  const found = expressions.flatMap((expression): readonly MemberId[] => {
    switch (expression.kind) {
      case 'bucket':
        return granularitySql(expression.granularity)
          ? membersOfExpression(expression.operand)
          : [...bucketsBySql([expression.operand])];
      case 'local-time':
      case 'shifted':
        return [...bucketsBySql([expression.operand])];
      case 'call':
        return [...bucketsBySql(expression.arguments)];
      case 'sql':
        return [...bucketsBySql(holesOf(expression.parts))];
      default:
        return [];
    }
  });
  return new Set(found);
}

/**
 * The day whose rows a day shows. With months, some days have no counterpart in other months; only a calendar can
 * resolve those.
 */
function movedDay(model: ModelIndex, time: MemberId, { months, ms }: Interval): Fragment | undefined {
  const [key, ...others] = requireCube(model, cubeOf(time)).primaryKey;
  if (months !== 0 || key === undefined || others.length > 0 || !isTime(model, key)) return undefined;
  return { parts: [{ kind: 'member', member: key, path: [], moved: { months: 0, ms: -ms } }] };
}

function unknownToCalendar(dimension: MemberId) {
  const hint = `List the interval under time_shift of ${dimension}, with the SQL of the day whose rows are shown`;
  return problem('plan.shift-of-calendar-buckets', { dimension }, { hint });
}

function isTime(model: ModelIndex, id: MemberId): boolean {
  const member = requireMember(model, id);
  return member.kind === 'dimension' && member.type === 'time';
}

/** Explains which times have a named shift, and so which times a query must use. */
function timesThatHave(model: ModelIndex, by: TimeShift['by']): string | undefined {
  const known: MemberId[] = [];
  for (const member of model.members.values()) {
    if (known.length === 3) break;
    if (member.kind !== 'dimension' || !member.isPublic || member.expression.kind === 'alias') continue;
    if (ownMoves(member, by)) known.push(member.id);
  }
  return known.length === 0 ? undefined : `Query by a time dimension of a calendar that has it: ${known.join(', ')}`;
}

/** How a calendar moves one of the names of a time; an interval is added where none does. */
function movesOf(
  model: ModelIndex,
  names: readonly MemberId[],
  by: TimeShift['by'],
): CalendarShift['moves'] | undefined {
  const known = names.flatMap((id) => ownMoves(resolveAlias(model, id, 'dimension').member, by) ?? [])[0];
  return known ?? (by.kind === 'interval' ? by : undefined);
}

function ownMoves({ timeShifts = [] }: Dimension, by: TimeShift['by']): CalendarShift['moves'] | undefined {
  return timeShifts.find((one) => JSON.stringify(one.by) === JSON.stringify(by))?.moves;
}
