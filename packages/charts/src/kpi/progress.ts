import type { Value } from '../column.ts';
import { readDecimal, round } from '../format/index.ts';
import { percentOf } from './percent.ts';

interface Progress {
  /** A dash where there is no number, or one that is too large to write. */
  readonly percent: string;
  /** Of the target, from 0 to 1 and more. */
  readonly share: number;
}

/** By all digits, and below 100 % where it is below the target: what is nearly reached is not reached. @returns `undefined` for a target that is no number above zero */
export function progressOf(value: Value, target: Value, locale: string | undefined): Progress | undefined {
  const goal = readDecimal(target);
  if (!goal || goal.units <= 0n) return undefined;
  const now = readDecimal(value);
  if (!now) return { percent: '–', share: 0 };
  const scale = Math.max(now.scale, goal.scale);
  const [a, b] = [round(now, scale).units, round(goal, scale).units];
  const nearest = Number(round({ units: (a * 10_000n) / b, scale: 1 }, 0).units);
  const thousandths = a < b ? Math.min(nearest, 999) : nearest;
  if (!Number.isFinite(thousandths)) return { percent: '–', share: a > 0n ? 1 : 0 };
  const share = Number((a * 1_000_000n) / b) / 1_000_000;
  return {
    percent: percentOf(thousandths / 1_000, { locale }),
    share: Number.isFinite(share) ? Math.max(0, share) : 1,
  };
}
