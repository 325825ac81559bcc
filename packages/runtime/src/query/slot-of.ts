/** In every time zone, days, and with them weeks, months and years, begin at a multiple of this. */
const slotMs = 15 * 60 * 1000;

/** Two moments of one slot are on the same day in every time zone. */
export function slotOf(now: number): number {
  return Math.floor(now / slotMs);
}
