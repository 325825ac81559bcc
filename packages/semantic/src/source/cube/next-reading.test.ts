import { expect, it } from 'vitest';
import { type Clock, civilOf, clock } from '../../time/clock.ts';
import { readCron } from './cron-schedule.ts';
import { nextReading } from './next-reading.ts';

function readings(text: string, after: Clock, count: number): readonly string[] {
  const schedule = readCron(text);
  if (typeof schedule === 'string') throw new Error(schedule);
  const found: string[] = [];
  for (let at: Clock | undefined = after; found.length < count; ) {
    at = nextReading(schedule, at);
    if (at === undefined) break;
    found.push(civilOf(at).slice(0, 19));
  }
  return found;
}

const newYear = clock(2026, 1, 1);

it.each<[string, readonly string[]]>([
  ['*/20 * * * *', ['2026-01-01T00:20:00', '2026-01-01T00:40:00', '2026-01-01T01:00:00']],
  ['15 30 5 * * *', ['2026-01-01T05:30:15', '2026-01-02T05:30:15']],
  ['@monthly', ['2026-02-01T00:00:00', '2026-03-01T00:00:00']],
  ['0 9 * * MON-FRI', ['2026-01-01T09:00:00', '2026-01-02T09:00:00', '2026-01-05T09:00:00']],
  ['0 9 * * sat-sun', ['2026-01-03T09:00:00', '2026-01-04T09:00:00', '2026-01-10T09:00:00']],
  ['0 0 29 2 *', ['2028-02-29T00:00:00', '2032-02-29T00:00:00']],
  ['0 0 L * *', ['2026-01-31T00:00:00', '2026-02-28T00:00:00']],
  ['0 0 L-2 * *', ['2026-01-29T00:00:00', '2026-02-26T00:00:00']],
  // January 31 is a Saturday, March 31 a Tuesday.
  ['0 0 LW * *', ['2026-01-30T00:00:00', '2026-02-27T00:00:00', '2026-03-31T00:00:00']],
  // March 1 is a Sunday, August 1 a Saturday.
  ['0 0 1W 3,8 *', ['2026-03-02T00:00:00', '2026-08-03T00:00:00']],
  ['0 0 31W 1,5 *', ['2026-01-30T00:00:00', '2026-05-29T00:00:00']],
  ['0 0 * * 5L', ['2026-01-30T00:00:00', '2026-02-27T00:00:00']],
  ['0 0 * * 1#2', ['2026-01-12T00:00:00', '2026-02-09T00:00:00']],
  ['0 0 ? 2 1#5', ['2044-02-29T00:00:00', '2072-02-29T00:00:00', '2112-02-29T00:00:00']],
  // A day of the month or a day of the week.
  ['0 9 1 * 1', ['2026-01-01T09:00:00', '2026-01-05T09:00:00', '2026-01-12T09:00:00']],
  ['0 0 30 2 *', []],
])('%s fires at %j', (text, expected) => {
  expect(readings(text, newYear, expected.length || 1)).toEqual(expected);
});
