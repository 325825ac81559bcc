import { parseReading } from './clock.ts';
import { bucketOf } from './evaluation.ts';
import { dimensionOf, type FoundDimension } from './members.ts';
import { Refused, Unsettled } from './refusal.ts';
import type { World } from './world.ts';

/** Content of a column of times: the times of a dimension, truncated by one granularity after the other. */
export interface ShownTime {
  readonly time: FoundDimension;
  readonly steps: readonly Step[];
}

interface Step {
  readonly found: FoundDimension;
  readonly granularity: string;
}

const dayMs = 86_400_000;

/** Down to the time that others are made of. */
export function shownTime(world: World, found: FoundDimension, granularity?: string): ShownTime {
  const own = granularity === undefined ? [] : [{ found, granularity }];
  const { sql, masked } = found.member;
  const isTime = sql?.kind === 'member' && dimensionOf(world, found.cube, sql).member.type === 'time';
  if (!isTime) return { time: found, steps: own };
  const { time, steps } = shownTime(world, dimensionOf(world, found.cube, sql), sql.granularity);
  if (masked || time.member.masked) throw new Unsettled('windows along a time that masks hide in part');
  return { time, steps: [...steps, ...own] };
}

/** Where what is shown of a reading begins. */
export function labelOf({ steps }: ShownTime, reading: number): number {
  return steps.reduce((shown, { found, granularity }) => Number(bucketOf(found, granularity, shown)), reading);
}

/** The last millisecond of what shows the same. */
export function lastOf(shown: ShownTime, reading: number): number {
  if (shown.steps.length === 0) return reading;
  const isSame = (other: number) => labelOf(shown, other) === labelOf(shown, reading);
  let next = reading;
  while (isSame(next)) next += dayMs;
  let last = next - dayMs;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (isSame(middle)) last = middle;
    else next = middle;
  }
  return last;
}

/**
 * The one granularity that several, one after the other, come down to: the coarsest, as long as none crosses another.
 */
export function effective(shown: ShownTime): Step {
  return shown.steps.reduce((one, other) => {
    if (lies(one, other)) return other;
    if (lies(other, one)) return one;
    throw new Refused('plan.rolling-granularities');
  });
}

/** The one whose buckets lie in those of all others. */
export function finest(all: readonly ShownTime[]): ShownTime {
  const found = all.find((one) => all.every((other) => lies(effective(one), effective(other))));
  if (!found) throw new Refused('plan.rolling-granularities');
  return found;
}

/** Whether its buckets begin and end at midnight. */
export function isDaily({ found, granularity }: Step): boolean {
  const own = found.member.granularities?.find(({ name }) => name === granularity);
  const unit = own?.interval.split(' ')[1] ?? granularity;
  const moves = own?.offset?.includes('hour') || (own?.origin?.length ?? 10) > 10;
  return !['second', 'minute', 'hour'].includes(unit) && !moves;
}

const [from, to] = [parseReading('2018-01-01'), parseReading('2028-01-01')];
const clockUnits = ['second', 'minute', 'hour'];
const known = new Map<string, boolean>();

/** Whether every bucket of one lies in a bucket of the other: looked up day by day. */
function lies(one: Step, other: Step): boolean {
  const key = JSON.stringify([one, other].map(({ found, granularity }) => [granularity, found.member.granularities]));
  const found = known.get(key) ?? look(one, other);
  known.set(key, found);
  return found;
}

function look(one: Step, other: Step): boolean {
  const [small, large] = [clockUnits.indexOf(one.granularity), clockUnits.indexOf(other.granularity)];
  if (small >= 0 && (large >= 0 || isDaily(other))) return large < 0 || small <= large;
  if (large >= 0 && isDaily(one)) return false;
  if (!isDaily(one) || !isDaily(other)) throw new Unsettled('whether buckets within days cross');
  const start = ({ found, granularity }: Step, day: number) => Number(bucketOf(found, granularity, day));
  for (let day = from; day < to; day += dayMs) {
    const isTogether = start(one, day) === start(one, day + dayMs);
    if (isTogether && start(other, day) !== start(other, day + dayMs)) return false;
  }
  return true;
}
