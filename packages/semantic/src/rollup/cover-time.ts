import { bucketLengthMs, bucketRule, type Granularity, type MemberId, nameOfGranularity } from '../model/index.ts';
import type { PlanCondition } from '../plan/index.ts';
import {
  bucketNumber,
  dayMs,
  type Instant,
  instantToClock,
  nests,
  offsetAt,
  transitionsBetween,
  utc,
  type Zone,
} from '../time/index.ts';
import type { Mismatch } from './mismatch.ts';
import type { StoredTime } from './rollup.ts';

interface AskedBucket {
  readonly member: MemberId;
  readonly granularity: Granularity;
  readonly zone: Zone;
}

/** Instants `[from, to)`; a missing end is open. */
interface AskedSpan {
  readonly from?: Instant;
  readonly to?: Instant;
}

/** Compares a bucket that is asked for with a stored one. @param span times that rows can have */
export function coverBucket(asked: AskedBucket, stored: StoredTime, span: AskedSpan): readonly Mismatch[] {
  const { member, zone } = asked;
  const found: Mismatch[] = [];
  if (!isMadeOf(asked, stored)) found.push(granularityMismatch(asked, stored));
  if (stored.on !== 'instants') return stored.on === zone ? found : [...found, { kind: 'zone', member, zone }];
  return isWholeBuckets(zone, bucketLengthMs(stored.granularity), span)
    ? found
    : [...found, { kind: 'part-hours', member, zone }];
}

/** Whether every bucket asked for is made of whole stored ones. */
function isMadeOf(asked: AskedBucket, stored: StoredTime): boolean {
  const [coarse, fine] = [bucketRule(asked.granularity), bucketRule(stored.granularity)];
  // Buckets of an author's SQL are only known to be equal to themselves.
  if (!coarse || !fine) return JSON.stringify(asked.granularity) === JSON.stringify(stored.granularity);
  return nests(fine, coarse);
}

function granularityMismatch({ member, granularity }: AskedBucket, stored: StoredTime): Mismatch {
  const isFiner = bucketLengthMs(granularity) < bucketLengthMs(stored.granularity);
  const names = { asked: nameOfGranularity(granularity), stored: nameOfGranularity(stored.granularity) };
  return { kind: isFiner ? 'finer' : 'uneven', member, ...names };
}

const firstClocks = Date.UTC(1800, 0) as Instant;
/** Rules of zones repeat every year long before. */
const lastClocks = Date.UTC(2200, 0) as Instant;

/** Whether the zone's clock differs from UTC by whole buckets at all times, and changes only at their edges. */
function isWholeBuckets(zone: Zone, lengthMs: number, { from = firstClocks, to = lastClocks }: AskedSpan): boolean {
  if (zone === utc) return true;
  const changes = transitionsBetween(zone, from, to);
  const offsets = [offsetAt(zone, from), ...changes.map(({ offsetMs }) => offsetMs)];
  return [...offsets, ...changes.map(({ at }) => at)].every((one) => one % lengthMs === 0);
}

/** The range of a time that all rows have passed. */
export function spanOf(member: MemberId, conditions: readonly PlanCondition[]): AskedSpan {
  let span: AskedSpan = {};
  for (const test of conditions) {
    if (test.kind !== 'range' || test.isNegated || test.operand.kind !== 'dimension') continue;
    if (test.operand.member !== member) continue;
    const { from, to } = test;
    if (from !== undefined && (span.from === undefined || from > span.from)) span = { ...span, from };
    if (to !== undefined && (span.to === undefined || to < span.to)) span = { ...span, to };
  }
  return span;
}

/** Whether no stored bucket has moments on both sides of an instant. */
export function isEdge(instant: Instant, { granularity, on }: StoredTime): boolean {
  const rule = bucketRule(granularity);
  if (!rule) return false;
  const zone = on === 'instants' ? utc : on;
  const before = instantToClock(zone, (instant - 1) as Instant);
  const after = instantToClock(zone, instant);
  if (before >= after || bucketNumber(rule, before) === bucketNumber(rule, after)) return false;
  // Where clocks are set back, readings between are shown twice: buckets there have moments before and after.
  const near = transitionsBetween(zone, (instant - dayMs) as Instant, (instant + dayMs) as Instant);
  return !near.some(({ at, offsetMs }) => {
    const former = at + offsetAt(zone, (at - 1) as Instant);
    return at + offsetMs < after && after < former;
  });
}
