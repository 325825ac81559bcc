import { expect, it } from 'vitest';
import { dayMs, hourMs } from './clock.ts';
import type { Instant, Zone } from './instant.ts';
import { type YearlyRule, yearlyRule } from './yearly-rule.ts';
import { offsetAt } from './zone.ts';

const year = (number: number) => Date.UTC(number, 0, 1) as Instant;

it('finds the weekday and date of yearly clock changes in UTC', () => {
  expect(yearlyRule('America/New_York' as Zone)).toEqual({
    from: year(2038),
    offsetMs: -5 * hourMs,
    changes: [
      { month: 3, day: 8, weekday: 6, timeMs: 7 * hourMs, offsetMs: -4 * hourMs },
      { month: 11, day: 1, weekday: 6, timeMs: 6 * hourMs, offsetMs: -5 * hourMs },
    ],
  });
});

it('has no changes for zones without them', () => {
  expect(yearlyRule('Asia/Tokyo' as Zone)).toEqual({ from: year(2038), offsetMs: 9 * hourMs, changes: [] });
});

it('starts after the last listed change', () => {
  expect(yearlyRule('Asia/Gaza' as Zone).from).toBe(year(2087));
});

it.each(['America/New_York', 'America/Santiago', 'Asia/Gaza', 'Asia/Jerusalem', 'Australia/Lord_Howe', 'America/Nuuk'])(
  'gives the offset of every future year: %s',
  (name) => {
    const zone = name as Zone;
    const rule = yearlyRule(zone);
    for (const first of [rule.from, year(2096), year(2399), year(9990)]) {
      for (let at = first; at < first + 9 * 365 * dayMs; at = (at + 6 * hourMs) as Instant) {
        if (offsetByRule(rule, at) !== offsetAt(zone, at)) {
          expect.fail(`${zone} at ${new Date(at).toISOString()}: ${offsetByRule(rule, at)}, not ${offsetAt(zone, at)}`);
        }
      }
    }
  },
);

/** Computes the offset the way the SQL does: the latest such weekday is not before the date. */
function offsetByRule({ changes, offsetMs }: YearlyRule, at: Instant): number {
  const passed = changes.filter(({ month, day, weekday, timeMs }) => {
    const days = Math.floor((at - timeMs) / dayMs);
    const latest = days - ((((days + 3 - weekday) % 7) + 7) % 7);
    return latest * dayMs >= Date.UTC(new Date(at).getUTCFullYear(), month - 1, day);
  });
  return passed.at(-1)?.offsetMs ?? offsetMs;
}
