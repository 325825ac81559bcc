import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../../time/clock.ts';
import { parseCron } from './cron.ts';

const even = (everyMs: number, phaseMs: number) => ({ kind: 'even', everyMs, phaseMs });

describe('parseCron', () => {
  it.each([
    ['* * * * *', even(minuteMs, 0)],
    ['*/5 * * * *', even(5 * minuteMs, 0)],
    ['0,15,30,45 * * * *', even(15 * minuteMs, 0)],
    ['10/20 * * * *', even(20 * minuteMs, 10 * minuteMs)],
    ['7-52/15 * * * *', even(15 * minuteMs, 7 * minuteMs)],
    ['30 * * * *', even(hourMs, 30 * minuteMs)],
    ['30 */6 * * *', even(6 * hourMs, 30 * minuteMs)],
    ['0 3-23/8 * * *', even(8 * hourMs, 3 * hourMs)],
    ['30 5 * * *', even(dayMs, 5 * hourMs + 30 * minuteMs)],
    ['30 5 */1 1-12 ?', even(dayMs, 5 * hourMs + 30 * minuteMs)],
    ['30 5 ? JAN-DEC sun-sat', even(dayMs, 5 * hourMs + 30 * minuteMs)],
    ['15 30 5 * * *', even(dayMs, 5 * hourMs + 30 * minuteMs + 15 * secondMs)],
    ['*/10 * * * * *', even(10 * secondMs, 0)],
    ['5-59/30 * * * * *', even(30 * secondMs, 5 * secondMs)],
    ['@hourly', even(hourMs, 0)],
    ['@daily', even(dayMs, 0)],
    // 1970-01-01 was a Thursday.
    ['0 6 * * THU', even(7 * dayMs, 6 * hourMs)],
    ['0 6 * * 1', even(7 * dayMs, 4 * dayMs + 6 * hourMs)],
    ['@weekly', even(7 * dayMs, 3 * dayMs)],
    ['0 0 * * 7', even(7 * dayMs, 3 * dayMs)],
  ])('%s fires at equal intervals', (text, expected) => {
    expect(parseCron(text)).toEqual(expected);
  });

  it.each([
    '*/7 * * * *',
    '0 */5 * * *',
    '0,20 * * * *',
    '*/30 9-17 * * *',
    '*/10 0 * * * *',
    '* 1 * * * *',
    '0 0 * * 1-5',
    '0 */6 * * 1',
    '0 0 * * 1,4',
    '0 0 1 * *',
    '0 0 */2 * *',
    '0 0 1-30 * *',
    '0 0 * 1-11 *',
    '0 0 L * *',
    '0 0 LW * *',
    '0 0 15W * *',
    '0 0 * * 5L',
    '0 0 * * 1#1',
    '@monthly',
    '@yearly',
  ])('%s does not', (text) => {
    expect(parseCron(text)).toEqual({ kind: 'uneven' });
  });

  it.each([
    ['now and then', 'it has 3 of 5 or 6 fields'],
    ['1 month', 'it has 2 of 5 or 6 fields'],
    ['0 0 0 * * * 2024', 'it has 7 of 5 or 6 fields'],
    ['60 * * * *', 'minute 60 is not between 0 and 59'],
    ['0 24 * * *', 'hour 24 is not between 0 and 23'],
    ['0 0 0 * *', 'day of month 0 is not between 1 and 31'],
    ['0 0 * 13 *', 'month 13 is not between 1 and 12'],
    ['0 0 * * 8', 'day of week 8 is not between 0 and 7'],
    ['0 0 * * monday', "day of week 'monday' cannot be read"],
    ['0 0 * mon *', "month 'mon' cannot be read"],
    ['? * * * *', "minute '?' cannot be read"],
    ['L * * * *', "minute 'L' cannot be read"],
    ['-5 * * * *', "minute '-5' cannot be read"],
    ['1.5 * * * *', "minute '1.5' cannot be read"],
    ['1,,2 * * * *', "minute '' cannot be read"],
    ['*-5 * * * *', "minute '*-5' cannot be read"],
    ['1-2-3 * * * *', "minute '1-2-3' cannot be read"],
    ['*/0 * * * *', "minute '*/0' has a step of 0"],
    ['0 22-2 * * *', "hour '22-2' ends before it starts"],
    ['', 'it has 1 of 5 or 6 fields'],
  ])("'%s' is not a schedule", (text, reason) => {
    expect(parseCron(text)).toEqual({ kind: 'invalid', reason });
  });
});
