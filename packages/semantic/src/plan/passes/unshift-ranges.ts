import { addInterval, type Clock, dayMs, type Instant } from '../../time/index.ts';
import { mapInputs, type Plan } from '../plan.ts';
import { mapConditions } from '../../query/index.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** Compares the stored time with a shifted bound instead of shifting the time of every row. */
export function unshiftRanges(plan: Plan): Plan {
  const inner = mapInputs(plan, unshiftRanges);
  if (inner.kind !== 'filter') return inner;
  const where = unshift(inner.where);
  return where === inner.where ? inner : { ...inner, where };
}

function unshift(condition: PlanCondition): PlanCondition {
  if (condition.kind === 'rule') return condition;
  if (condition.kind !== 'range') return mapConditions(condition, unshift);
  if (condition.operand.kind !== 'shifted') return condition;
  const { operand, by } = condition.operand;
  const bounds = [condition.from, condition.to].map((bound) => (bound === undefined ? undefined : before(bound, by)));
  if (bounds.includes('unknown')) return condition;
  const [from, to] = bounds as readonly (Instant | undefined)[];
  const { from: _, to: __, ...rest } = condition;
  return unshift({
    ...rest,
    operand,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
}

/**
 * The first time that is not before `bound` once the interval is added. Months cut at their end can reverse the order
 * of times within a day, so with months such a time exists only for the start of a day.
 */
function before(bound: Instant, { months, ms }: { readonly months: number; readonly ms: number }): Instant | 'unknown' {
  // Stored times are read as UTC, where an instant equals its clock time.
  const reading = (bound - ms) as Clock & Instant;
  if (months === 0) return reading;
  if (reading % dayMs !== 0) return 'unknown';
  const moved = addInterval(reading, { months: -months, ms: 0 });
  const isCut = new Date(moved).getUTCDate() !== new Date(reading).getUTCDate();
  return (isCut ? moved + dayMs : moved) as Clock & Instant;
}
