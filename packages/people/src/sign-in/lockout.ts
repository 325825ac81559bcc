const minuteMs = 60_000;

/** So many failures within so long lock for as long, from the last one on. */
const failures = 10;
const withinMs = 15 * minuteMs;
const lockMs = 15 * minuteMs;

export const lockout = { failures, rememberMs: withinMs + lockMs } as const;

/**
 * Until when somebody may not try, or `undefined`.
 *
 * @param failedAt newest first, at least the last ten
 */
export function lockedUntil(failedAt: readonly number[], now: number): number | undefined {
  const [last, first] = [failedAt[0], failedAt[failures - 1]];
  if (last === undefined || first === undefined || last - first >= withinMs) return undefined;
  return last + lockMs > now ? last + lockMs : undefined;
}
