import { membersIn } from '../model/every-part.ts';
import { fragmentsOf } from '../model/fragments-of.ts';
import { cubeOf, type ModelIndex, requireMember } from '../model/model-index.ts';
import type { CubeName, Dimension, Fragment, MemberId, TimeShift } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import type { PlanContext } from './grouping.ts';
import { holdsLocalTime, resolveAlias, shownDimension } from './requirement.ts';
import type { Shift } from './shift-time.ts';

interface Shifts {
  readonly shifts: readonly Shift[];
  /** Calendars that know a shift by a column; `day` is the dimension that has it. */
  readonly calendars: readonly { readonly cube: CubeName; readonly day: MemberId; readonly sql: Fragment }[];
}

/**
 * How the times of a question are shifted: by the column of a calendar where it has one, else by adding the interval.
 *
 * @param read members that the question groups by and filters on
 */
export function shiftsOf(
  { model }: PlanContext,
  timeShifts: readonly TimeShift[],
  read: readonly MemberId[],
): Outcome<Shifts> {
  const shifts: Shift[] = [];
  const calendars: { cube: CubeName; day: MemberId; sql: Fragment }[] = [];
  for (const { dimension, by } of timeShifts) {
    const asked = [...new Set(read)]
      .map((id) => model.members.get(id))
      .filter((member) => member?.kind === 'dimension');
    const named = dimension && resolveAlias(model, dimension, 'dimension').member.id;
    const times = asked.filter(
      ({ type, id }) => type === 'time' && (named === undefined || shownBy(model, id).includes(named)),
    );
    const altered = times.find(({ id }) => !isMovable(model, id, named));
    if (altered) {
      const [shown = altered.id] = named === undefined ? shownBy(model, altered.id).slice(-1) : [named];
      const hint = `Ask for ${shown}, by a granularity of its own`;
      return fail(problem('plan.shift-beneath', { dimension: altered.id, shown }, { hint }));
    }
    const known = times.map((time) => ({ time, sql: columnFor(time, by) }));
    if (by.kind === 'named' && times.length > 0 && known.every(({ sql }) => sql === undefined)) {
      return fail(problem('plan.unknown-time-shift', { name: by.name, dimensions: times.map(({ id }) => id) }));
    }
    for (const { time, sql } of known) {
      if (sql) calendars.push({ cube: cubeOf(time.id), day: time.id, sql });
      else if (by.kind === 'interval') shifts.push({ dimension: time.id, by: by.interval });
    }
  }
  return succeed({ shifts, calendars });
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

/** Whether moving its values is moving those of the shifted dimension: it is that one, or a name for it. */
function isMovable(model: ModelIndex, id: MemberId, named: MemberId | undefined): boolean {
  const { member } = resolveAlias(model, id, 'dimension');
  if (named === undefined) return !holdsLocalTime(model, id);
  if (member.id === named) return true;
  const shown = shownDimension(model, member);
  return shown !== undefined && shown.granularity === undefined && isMovable(model, shown.member, named);
}

function columnFor({ timeShifts = [] }: Dimension, by: TimeShift['by']): Fragment | undefined {
  return timeShifts.find((one) => JSON.stringify(one.by) === JSON.stringify(by))?.sql;
}
