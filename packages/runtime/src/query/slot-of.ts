/** Days, and with them weeks, months and years, begin at a whole multiple of this in every time zone. */
const slotMs = 15 * 60 * 1000;

/** Two moments of one slot are in the same day, whatever the time zone. */
export function slotOf(now: number): number {
  return Math.floor(now / slotMs);
}
