/** The multiple at which days, and with them weeks, months and years, begin in every time zone. */
const slotMs = 15 * 60 * 1000;

/** Two moments of one slot are on the same day in every time zone. */
export function slotOf(now: number): number {
  return Math.floor(now / slotMs);
}
