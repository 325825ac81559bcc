import { describe, expect, it } from 'vitest';
import { cronWords } from './cron-words.ts';
import { cronOf, type Schedule, scheduleFaults } from './schedule.ts';

const daily: Schedule = {
  type: 'DAILY',
  minute: 0,
  hour: 0,
  dayOfWeek: undefined,
  dayOfMonth: undefined,
  customCron: undefined,
};

const fields = (schedule: Schedule) => scheduleFaults(schedule).map(({ path }) => path);

describe('a schedule', () => {
  it.each<[Partial<Schedule>, string, string]>([
    [{ type: 'HOURLY' }, '0 * * * *', 'Every hour'],
    [{ type: 'HOURLY', minute: 15, hour: 9 }, '15 * * * *', 'At 15 minutes past the hour'],
    [{ hour: 9 }, '0 9 * * *', 'At 09:00 AM'],
    [{ hour: 21, minute: 5 }, '5 21 * * *', 'At 09:05 PM'],
    [{ type: 'WEEKLY', hour: 9, dayOfWeek: 1 }, '0 9 * * 1', 'At 09:00 AM, only on Monday'],
    [{ type: 'WEEKLY', dayOfWeek: 0 }, '0 0 * * 0', 'At 12:00 AM, only on Sunday'],
    [{ type: 'MONTHLY', hour: 9, dayOfMonth: 1 }, '0 9 1 * *', 'At 09:00 AM, on day 1 of the month'],
    [{ type: 'MONTHLY', dayOfMonth: 15 }, '0 0 15 * *', 'At 12:00 AM, on day 15 of the month'],
    [{ type: 'CUSTOM', customCron: ' */15 * * * * ' }, '*/15 * * * *', 'Every 15 minutes'],
    [{ type: 'CUSTOM', customCron: '0 9 L * *' }, '0 9 L * *', 'At 09:00 AM, on the last day of the month'],
  ])('%j is the cron text %j, in words %j', (change, cron, words) => {
    const schedule = { ...daily, ...change };
    expect([fields(schedule), cronOf(schedule), cronWords(cron)]).toEqual([[], cron, words]);
  });

  it.each<[Partial<Schedule>, readonly string[]]>([
    [{ type: 'WEEKLY' }, ['dayOfWeek']],
    [{ type: 'MONTHLY' }, ['dayOfMonth']],
    [{ type: 'CUSTOM' }, ['customCron']],
    [{ minute: 60, hour: 24 }, ['minute', 'hour']],
    [{ minute: -1, hour: 1.5 }, ['minute', 'hour']],
    [{ dayOfWeek: 7, dayOfMonth: 0 }, ['dayOfWeek', 'dayOfMonth']],
    [{ customCron: 'nonsense' }, []],
  ])('with an invalid %j is refused with that reason', (change, wrong) => {
    expect(fields({ ...daily, ...change })).toEqual(wrong);
  });

  it.each([
    ['', 'five fields'],
    ['0 9 * *', 'five fields'],
    ['0 0 9 * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['0 9 * * *\n0 9 * * *', 'five fields'],
    ['0 9 ? * 1', "day of the month '?'"],
    ['0 9 15W * *', "day of the month '15W'"],
    ['0 9 * * 5#2', "day of the week '5#2'"],
    ['0 9 * * 5L', "day of the week '5L'"],
    ['0;9 * * * *', "minute '0;9'"],
    ['60 * * * *', 'minute 60 is not between 0 and 59'],
    ['0 24 * * *', 'hour 24 is not between 0 and 23'],
    ['0 0 0 * *', 'day of month 0 is not between 1 and 31'],
    ['*/0 * * * *', 'step of 0'],
    ['0 */25 * * *', 'a step is at most 24'],
    ['5/15 * * * *', "minute '5/15'"],
    ['5-1 * * * *', "'5-1'"],
    ['0 9 * * FOO', "day of week 'FOO' cannot be read"],
    ['0 0 30 2 *', 'never occurs'],
    ['0 0 31 4,6,9,11 *', 'never occurs'],
    [`0 ${'1,'.repeat(200)}1 * * *`, 'at most 255 characters'],
  ])('refuses the cron text %j', (customCron, fault) => {
    expect(scheduleFaults({ ...daily, type: 'CUSTOM', customCron })).toEqual([
      { path: 'customCron', message: expect.stringContaining(fault) },
    ]);
  });

  it.each(['0 9 * * MON-FRI', '0 9 * jan sun', '1-59/7 3 1,15 */2 6-7', '0 0 29 2 *', '0 9 1 * 1'])(
    'accepts the cron text %j',
    (customCron) => expect(scheduleFaults({ ...daily, type: 'CUSTOM', customCron })).toEqual([]),
  );
});

it('without a wording is shown as it is', () => {
  expect(cronWords('not a schedule')).toBe('not a schedule');
});
