import { type Binder, report } from './binder.ts';

interface LimitContext {
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** The maximum number of rows; `Infinity` for all. */
export function bindLimit(binder: Binder, limit: number | undefined, { defaultLimit, maxLimit }: LimitContext): number {
  if (limit === undefined) return Math.min(defaultLimit, maxLimit);
  if (!isCount(limit)) report(binder, 'query.bad-count', { key: 'limit' }, 'limit');
  else if (limit > maxLimit) report(binder, 'query.limit-exceeded', {}, 'limit', `The most is ${maxLimit}`);
  return limit;
}

export function bindOffset(binder: Binder, offset: number | undefined): number {
  if (offset === undefined) return 0;
  if (!isCount(offset)) report(binder, 'query.bad-count', { key: 'offset' }, 'offset');
  return offset;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
