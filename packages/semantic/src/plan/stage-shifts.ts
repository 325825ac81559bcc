import { cubeOf } from '../model/model-index.ts';
import type { CubeName, Dimension, Fragment, MemberId, TimeShift } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import type { PlanContext } from './grouping.ts';
import { resolveAlias } from './requirement.ts';
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
    const times = asked.filter(
      ({ type, id }) =>
        type === 'time' && (dimension === undefined || id === resolveAlias(model, dimension, 'dimension').member.id),
    );
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

function columnFor({ timeShifts = [] }: Dimension, by: TimeShift['by']): Fragment | undefined {
  return timeShifts.find((one) => JSON.stringify(one.by) === JSON.stringify(by))?.sql;
}
