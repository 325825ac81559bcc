import type { Value } from '../column.ts';
import { readDecimal, round } from '../format/index.ts';
import { percentOf } from './percent.ts';

interface TargetProgress {
  /** A dash where there is no number, or one that is too large to write. */
  readonly percent: string;
  /** The share of the target that is reached; above 1 when the target is exceeded. */
  readonly share: number;
}

/**
 * Computes the progress from all digits. It stays below 100 % while the value is below the target, so that rounding
 * never shows a target as reached.
 *
 * @returns `undefined` for a target that is not a number above zero
 */
export function progressOf(value: Value, target: Value, locale: string | undefined): TargetProgress | undefined {
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
