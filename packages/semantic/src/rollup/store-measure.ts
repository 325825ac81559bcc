import type { AggregateFunction, MemberId } from '../model/index.ts';
import type { StoredMeasure } from './rollup.ts';

type Storing = Omit<StoredMeasure, 'member'>;

/** How an aggregate is stored. An average keeps the count of its values, so that it is divided as the source divides. */
const storing: Readonly<Record<AggregateFunction, Storing>> = {
  count: { stored: 'digits', merged: 'added', ofNothing: 'zero' },
  sum: { stored: 'digits', merged: 'added', ofNothing: 'null' },
  min: { stored: 'value', merged: 'least', ofNothing: 'null' },
  max: { stored: 'value', merged: 'greatest', ofNothing: 'null' },
  avg: { stored: 'sum-and-count', merged: 'divided', ofNothing: 'null' },
  'count-distinct-approx': { stored: 'registers', merged: 'registers', ofNothing: 'zero' },
  'count-distinct': { stored: 'final', merged: 'never', ofNothing: 'zero', because: 'not-additive' },
};

/** @param how `raw` for the author's own aggregate */
export function storeMeasure(member: MemberId, how: AggregateFunction | 'raw'): StoredMeasure {
  return how === 'raw' ? storeFinal(member, 'not-additive') : { member, ...storing[how] };
}

/** A measure of which only the value of each stored row is known. @param how the aggregate, where it is known */
export function storeFinal(
  member: MemberId,
  because: NonNullable<StoredMeasure['because']>,
  how?: AggregateFunction,
): StoredMeasure {
  const ofNothing = how === undefined ? 'unknown' : storing[how].ofNothing;
  return { member, stored: 'final', merged: 'never', ofNothing, because };
}
