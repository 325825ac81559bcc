const minuteMs = 60_000;

/** Number of failures that lock a name for as long as the period in which they happened, from the last one on. */
const failures = 10;
const withinMs = 15 * minuteMs;
const lockMs = 15 * minuteMs;

export const lockout = { failures, rememberMs: withinMs + lockMs } as const;

/**
 * Returns until when attempts are locked, or `undefined`.
 *
 * @param failedAt newest first, at least the last ten
 */
export function lockedUntil(failedAt: readonly number[], now: number): number | undefined {
  const [last, first] = [failedAt[0], failedAt[failures - 1]];
  if (last === undefined || first === undefined || last - first >= withinMs) return undefined;
  return last + lockMs > now ? last + lockMs : undefined;
}
