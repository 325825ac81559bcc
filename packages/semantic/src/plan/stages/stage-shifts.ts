import {
  type CalendarShift,
  type CubeName,
  cubeOf,
  type Dimension,
  type Fragment,
  fragmentsOf,
  granularitySql,
  type MemberId,
  membersIn,
  type ModelIndex,
  requireCube,
  requireMember,
  type TimeShift,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { holesOf } from '../../query/index.ts';
import type { Interval } from '../../time/index.ts';
import type { PlanContext } from '../groups/grouping.ts';
import { membersOfExpression, resolveAlias, showsBuckets, shownDimension } from '../joins/requirement.ts';
import type { Shift } from '../rows/shift-time.ts';
import type { PlanExpression } from '../plan-expression.ts';

interface Shifts {
  readonly shifts: readonly Shift[];
  /** Calendars whose facts are joined to another day, by a column or an interval; `day` is the queried dimension. */
  readonly calendars: readonly { readonly cube: CubeName; readonly day: MemberId; readonly sql: Fragment }[];
}

/**
 * Decides how the times of a query are shifted: by the column of a calendar where it has one, else by adding the
 * interval. Where a calendar's SQL computes the bucket, facts are joined to the row of the shifted day, which has to
 * supply it.
 *
 * @param read members that the query groups by and filters on @param bySql those of them whose buckets a calendar's SQL
 * computes
 */
export function shiftsOf(
  { model }: PlanContext,
  timeShifts: readonly TimeShift[],
  read: readonly MemberId[],
  bySql: ReadonlySet<MemberId>,
): Outcome<Shifts> {
  const shifts: Shift[] = [];
  const calendars: { cube: CubeName; day: MemberId; sql: Fragment }[] = [];
  for (const { dimension, by } of timeShifts) {
    const requested = [...new Set(read)]
      .map((id) => model.members.get(id))
      .filter((member) => member?.kind === 'dimension');
    const named = dimension && resolveAlias(model, dimension, 'dimension').member.id;
    const times = requested.filter(
      ({ type, id }) => type === 'time' && (named === undefined || shownBy(model, id).includes(named)),
    );
    const altered = times.find(({ id }) => !isMovable(model, id, named));
    if (altered) {
      const [shown = altered.id] = named === undefined ? shownBy(model, altered.id).slice(-1) : [named];
      const hint = `Query ${shown} with its own granularity`;
      return fail(problem('plan.shift-beneath', { dimension: altered.id, shown }, { hint }));
    }
    const known = times.map((time) => ({ time, moves: movesOf(time, by) }));
    if (by.kind === 'named' && times.length > 0 && known.every(({ moves }) => moves === undefined)) {
      const params = { name: by.name, dimensions: times.map(({ id }) => id) };
      return fail(problem('plan.unknown-time-shift', params, { hint: timesThatHave(model, by) }));
    }
    for (const { time, moves } of known) {
      if (moves?.kind === 'sql') {
        calendars.push({ cube: cubeOf(time.id), day: time.id, sql: moves.sql });
      } else if (moves && bySql.has(time.id)) {
        const moved = movedDay(model, time.id, moves.interval);
        if (!moved) return fail(unknownToCalendar(time.id));
        calendars.push({ cube: cubeOf(time.id), day: time.id, sql: moved });
      } else if (moves) shifts.push({ dimension: time.id, by: moves.interval });
    }
  }
  return succeed({ shifts, calendars });
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

/** The times that a dimension is made of, itself first. */
function shownBy(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, 'dimension');
  const read = membersIn(fragmentsOf(member)).filter((one) => isTime(model, one));
  return [member.id, ...read.flatMap((one) => shownBy(model, one))];
}

function isTime(model: ModelIndex, id: MemberId): boolean {
  const member = requireMember(model, id);
  return member.kind === 'dimension' && member.type === 'time';
}

/** Whether shifting its values shifts those of the dimension: it is that one, or a name for it. */
function isMovable(model: ModelIndex, id: MemberId, named: MemberId | undefined): boolean {
  const { member } = resolveAlias(model, id, 'dimension');
  if (named === undefined) return !showsBuckets(model, id);
  if (member.id === named) return true;
  const shown = shownDimension(model, member);
  return shown !== undefined && shown.granularity === undefined && isMovable(model, shown.member, named);
}

/** Explains which times have a named shift, and so which times a query must use. */
function timesThatHave(model: ModelIndex, by: TimeShift['by']): string | undefined {
  const known: MemberId[] = [];
  for (const member of model.members.values()) {
    if (known.length === 3) break;
    if (member.kind !== 'dimension' || !member.isPublic || member.expression.kind === 'alias') continue;
    if (member.timeShifts && movesOf(member, by)) known.push(member.id);
  }
  return known.length === 0 ? undefined : `Query by a time dimension of a calendar that has it: ${known.join(', ')}`;
}

function movesOf({ timeShifts = [] }: Dimension, by: TimeShift['by']): CalendarShift['moves'] | undefined {
  const known = timeShifts.find((one) => JSON.stringify(one.by) === JSON.stringify(by))?.moves;
  return known ?? (by.kind === 'interval' ? by : undefined);
}
