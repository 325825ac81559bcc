import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveDateRange } from './date-range.ts';
import type { Instant, Zone } from '../../time/instant.ts';

/** A Wednesday. */
const noon = Date.parse('2024-05-15T10:20:30Z') as Instant;
const utc = { instant: noon, zone: 'UTC' as Zone };

function resolve(range: string | readonly string[], now: { instant: Instant; zone: Zone } = utc) {
  const resolved = resolveDateRange(range, now, 'timeDimensions[0].dateRange');
  if (!resolved.ok) throw new Error(resolved.problems.map((one) => one.message).join('; '));
  return resolved.value;
}

function civil(range: string | readonly string[], now?: { instant: Instant; zone: Zone }) {
  const { from, to } = resolve(range, now).civil;
  return [from, to];
}

const at = (text: string, zone: string) => ({ instant: Date.parse(text) as Instant, zone: zone as Zone });
const refused = (range: string | readonly string[]) => {
  const resolved = resolveDateRange(range, utc, 'dateRange');
  return resolved.ok ? [] : resolved.problems.map((one) => [one.message, one.at]);
};
const days = (from: string, to: string) => [`${from}T00:00:00.000`, `${to}T23:59:59.999`];

describe('a relative range', () => {
  it.each([
    ['this second', '2024-05-15T10:20:30.000', '2024-05-15T10:20:30.999'],
    ['this minute', '2024-05-15T10:20:00.000', '2024-05-15T10:20:59.999'],
    ['this hour', '2024-05-15T10:00:00.000', '2024-05-15T10:59:59.999'],
    ['last hour', '2024-05-15T09:00:00.000', '2024-05-15T09:59:59.999'],
    ['next hour', '2024-05-15T11:00:00.000', '2024-05-15T11:59:59.999'],
    ['last 24 hours', '2024-05-14T10:00:00.000', '2024-05-15T09:59:59.999'],
    ['next 2 minutes', '2024-05-15T10:21:00.000', '2024-05-15T10:22:59.999'],
    ['from 1 hour ago to now', '2024-05-15T09:00:00.000', '2024-05-15T10:59:59.999'],
    ['1 hour ago to 5 minutes from now', '2024-05-15T09:20:00.000', '2024-05-15T10:25:59.999'],
    ['2 weeks ago by hour', '2024-05-01T10:00:00.000', '2024-05-01T10:59:59.999'],
    ['from 2 days ago to now by minute', '2024-05-13T10:20:00.000', '2024-05-15T10:20:59.999'],
    ['from 2024-05-01T10:30 to now', '2024-05-01T10:30:00.000', '2024-05-15T23:59:59.999'],
    ['2024-05-01T10:30:00 to 2024-05-01T12:00:00.500', '2024-05-01T10:30:00.000', '2024-05-01T12:00:00.500'],
  ])('%s', (text, from, to) => {
    expect(civil(text)).toEqual([from, to]);
  });

  it.each([
    ['period before last month', '2024-03-01', '2024-03-31'],
    ['first month of this year', '2024-01-01', '2024-01-31'],
    ['First  Day of last 12 months', '2023-05-01', '2023-05-01'],
    ['first week of 2024-05-01 to 2024-05-31', '2024-05-01', '2024-05-05'],
    ['first month of 2024-05-10 to 2024-05-20', '2024-05-10', '2024-05-20'],
    ['first quarter of year before this year', '2023-01-01', '2023-03-31'],
    ['period before first month of this year', '2023-12-01', '2023-12-31'],
    ['period before next month', '2024-05-01', '2024-05-31'],
    ['period before last 12 months', '2022-05-01', '2023-04-30'],
    ['Period  before last quarter', '2023-10-01', '2023-12-31'],
    ['period before last week', '2024-04-29', '2024-05-05'],
    ['period before last 30 days', '2024-03-16', '2024-04-14'],
    ['period before 2024-05-01 to 2024-05-10', '2024-04-21', '2024-04-30'],
    ['period before period before last month', '2024-02-01', '2024-02-29'],
    ['year before last month', '2023-04-01', '2023-04-30'],
    ['last month so far', '2024-04-01', '2024-04-30'],
    ['next month so far', '2024-06-01', '2024-06-30'],
    ['year before last 7 days', '2023-05-08', '2023-05-14'],
    ['year before 2024-02-01 to 2024-02-29', '2023-02-01', '2023-02-28'],
    ['year before 2025-02-01 to 2025-02-28', '2024-02-01', '2024-02-29'],
    ['year before 2024-02-29 to 2024-02-29', '2023-02-28', '2023-02-28'],
  ])('%s', (text, from, to) => {
    expect(civil(text)).toEqual(days(from, to));
  });

  it.each([
    ['this month so far', '05-01', '05-15', '05-31'],
    ['This  Month  SO FAR', '05-01', '05-15', '05-31'],
    ['period before this month', '04-01', '04-15', '04-30'],
    ['period before this month so far', '04-01', '04-15', '04-30'],
    ['period before period before this month', '03-01', '03-15', '03-31'],
    ['period before this quarter', '01-01', '02-14', '03-31'],
    ['period before this week', '05-06', '05-08', '05-12'],
    ['period before 2024-05-01 to 2024-05-20', '04-11', '04-25', '04-30'],
  ])('%s is up to the same time in its range', (text, from, to, wholeTo) => {
    expect(resolve(text).civil).toEqual({
      from: `2024-${from}T00:00:00.000`,
      to: `2024-${to}T10:20:59.999`,
      wholeTo: `2024-${wholeTo}T23:59:59.999`,
    });
  });

  it('that is not over is compared with all of a shorter one, and with the same date of another year', () => {
    const ends = (text: string, now: string) => {
      const { to, wholeTo } = resolve(text, at(now, 'UTC')).civil;
      return [to, wholeTo].map((each) => each?.slice(0, 16));
    };
    expect(ends('period before this month', '2023-03-30T12:00:00Z')).toEqual(['2023-02-28T23:59', undefined]);
    expect(ends('period before this month', '2024-03-30T12:00:00Z')).toEqual(['2024-02-29T23:59', undefined]);
    expect(ends('period before this month', '2023-02-28T12:00:00Z')).toEqual(['2023-01-28T12:00', '2023-01-31T23:59']);
    expect(ends('year before this year', '2024-02-29T12:00:00Z')).toEqual(['2023-02-28T23:59', '2023-12-31T23:59']);
    expect(ends('period before this year', '2024-11-27T06:00:00Z')).toEqual(['2023-11-27T06:00', '2023-12-31T23:59']);
    expect(ends('year before this week', '2024-05-15T10:20:30Z')).toEqual(['2023-05-15T10:20', '2023-05-19T23:59']);
  });

  it('before another one is as long on the clock, also where it changes', () => {
    // 31 March 2024 has 23 hours in Rome.
    const now = at('2024-03-31T12:00:00Z', 'Europe/Rome');
    expect(civil('period before today', now)).toEqual(['2024-03-30T00:00:00.000', '2024-03-30T14:00:59.999']);
    expect(resolve('period before today', now).to).toBe(Date.parse('2024-03-30T13:01:00Z'));
    expect(civil('period before yesterday', now)).toEqual(days('2024-03-29', '2024-03-29'));
    expect(civil('period before last 2 hours', at('2024-05-15T10:20:30Z', 'UTC'))).toEqual([
      '2024-05-15T06:00:00.000',
      '2024-05-15T07:59:59.999',
    ]);
    for (const text of [
      'period before',
      'period before x',
      'week before this month',
      'period before this month too',
      'so far',
      'this month so',
    ])
      expect(refused(text)).toHaveLength(1);
  });

  it.each([
    ['this day', '2024-05-15', '2024-05-15'],
    ['this week', '2024-05-13', '2024-05-19'],
    ['this month', '2024-05-01', '2024-05-31'],
    ['this quarter', '2024-04-01', '2024-06-30'],
    ['this year', '2024-01-01', '2024-12-31'],
    ['last day', '2024-05-14', '2024-05-14'],
    ['last week', '2024-05-06', '2024-05-12'],
    ['LAST WEEK', '2024-05-06', '2024-05-12'],
    ['  last \t week ', '2024-05-06', '2024-05-12'],
    ['last month', '2024-04-01', '2024-04-30'],
    ['last quarter', '2024-01-01', '2024-03-31'],
    ['last year', '2023-01-01', '2023-12-31'],
    ['next month', '2024-06-01', '2024-06-30'],
    ['next week', '2024-05-20', '2024-05-26'],
    ['last 7 days', '2024-05-08', '2024-05-14'],
    ['last 1 day', '2024-05-14', '2024-05-14'],
    ['last 2 week', '2024-04-29', '2024-05-12'],
    ['last 2 weeks', '2024-04-29', '2024-05-12'],
    ['last 6 months', '2023-11-01', '2024-04-30'],
    ['last 2 quarters', '2023-10-01', '2024-03-31'],
    ['last 3 years', '2021-01-01', '2023-12-31'],
    ['next 7 days', '2024-05-16', '2024-05-22'],
    ['next 2 quarters', '2024-07-01', '2024-12-31'],
    ['today', '2024-05-15', '2024-05-15'],
    ['yesterday', '2024-05-14', '2024-05-14'],
    ['tomorrow', '2024-05-16', '2024-05-16'],
    ['now', '2024-05-15', '2024-05-15'],
    ['7 days ago', '2024-05-08', '2024-05-08'],
    ['0 days ago', '2024-05-15', '2024-05-15'],
    ['1 month ago', '2024-04-15', '2024-04-15'],
    ['3 days from now', '2024-05-18', '2024-05-18'],
    ['from 7 days ago to now', '2024-05-08', '2024-05-15'],
    ['from 2020-01-01 to now', '2020-01-01', '2024-05-15'],
    ['from 2020-01-01 to today', '2020-01-01', '2024-05-15'],
    ['from yesterday to now', '2024-05-14', '2024-05-15'],
    ['from last month to now', '2024-04-01', '2024-05-15'],
    ['from last week to next week', '2024-05-06', '2024-05-26'],
    ['2 weeks ago to now', '2024-05-01', '2024-05-15'],
    ['from 1 quarter ago to now', '2024-02-15', '2024-05-15'],
    ['from 3 days from now to 5 days from now', '2024-05-18', '2024-05-20'],
    ['2023-03-04', '2023-03-04', '2023-03-04'],
    ['2023-03-04 to 2023-03-08', '2023-03-04', '2023-03-08'],
    ['january 2023', '2023-01-01', '2023-01-01'],
    ['jan 2023 to mar 2023', '2023-01-01', '2023-03-01'],
    ['may 2023', '2023-05-01', '2023-05-01'],
    ['monday', '2024-05-13', '2024-05-13'],
    ['sunday', '2024-05-12', '2024-05-12'],
    ['wednesday', '2024-05-15', '2024-05-15'],
    ['saturday', '2024-05-18', '2024-05-18'],
  ])('%s', (text, from, to) => {
    expect(civil(text)).toEqual(days(from, to));
  });

  it.each([
    'Foo Bar',
    '',
    'to',
    'from now',
    'from to',
    'to now',
    'this 7 days',
    'past 7 days',
    'last weekend',
    'last week please',
    'the last week',
    'last days',
    'last 0 days',
    'last -1 days',
    'last 1.5 days',
    'last 7 fortnights',
    'from today',
    'from today to',
    'today to tomorrow to yesterday',
    'today by hour',
    'now by day',
    'q1 2023',
    '2023',
    'all time',
    'year to date',
    'week to date',
    'smarch 2023',
    '2024-02-30',
    'from 2024-02-30 to now',
    'last 9999 years',
    '999999 years ago',
    '999999 years from now',
    "today'; drop table orders; --",
    'today\0',
    'constructor',
    `${'from '.repeat(100_000)}now`,
    `${' '.repeat(100_000)}now`,
  ])('is refused when it is not exactly a known form: %.40s', (text) => {
    const [message, span] = refused(text)[0] ?? [];
    expect(message).toContain("Can't parse date: '");
    expect(span).toEqual({ kind: 'request', path: 'dateRange' });
  });

  it('quotes a refused text in lower case and lists the forms', () => {
    const resolved = resolveDateRange('Foo Bar', utc, 'dateRange');
    expect(resolved).toMatchObject({ ok: false, problems: [{ message: "Can't parse date: 'foo bar'" }] });
    expect(resolved).toHaveProperty('problems.0.hint', expect.stringContaining("'last 7 days'"));
  });
});

describe('a range of dates', () => {
  it.each([
    [['2024-01-01', '2024-01-31'], '2024-01-01T00:00:00.000', '2024-01-31T23:59:59.999'],
    [['2024-01-01'], '2024-01-01T00:00:00.000', '2024-01-01T23:59:59.999'],
    [['2024-01-01T10:00:00', '2024-01-01T12:30:00.500'], '2024-01-01T10:00:00.000', '2024-01-01T12:30:00.500'],
    [['2024-01-01T10:00:00', '2024-01-02'], '2024-01-01T10:00:00.000', '2024-01-02T23:59:59.999'],
    [['2024-01-01 10:00', '2024-01-01 10:00:00.9999999'], '2024-01-01T10:00:00.000', '2024-01-01T10:00:00.999'],
    [['2020-01-01T00:00:00+02:00', '2020-01-02'], '2019-12-31T22:00:00.000', '2020-01-02T23:59:59.999'],
    [['0001-01-01', '9999-12-31'], '0001-01-01T00:00:00.000', '9999-12-31T23:59:59.999'],
    [['2024-02-29T23:59:59Z'], '2024-02-29T23:59:59.000', '2024-02-29T23:59:59.000'],
  ])('%j', (dates, from, to) => {
    expect(civil(dates)).toEqual([from, to]);
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '0000-01-01',
    '10000-01-01',
    '-2024-01-01',
    '2024-1-1',
    '2024-01',
    '20240101',
    '2024/01/01',
    '2024-01-01T24:00:00',
    '2024-01-01T10:60',
    '2024-01-01T10:00:60',
    '2024-01-01T10',
    '2024-01-01T',
    '2024-01-01 ',
    '2024-01-01T10:00:00+25:00',
    '2024-01-01T10:00:00 America/New_York',
    '2024-01-01\n',
    '２０２４-01-01',
    'today',
    '',
  ])('refuses %j', (text) => {
    expect(refused(['2024-01-01', text])).toEqual([
      [`Can't parse date: '${text}'`, { kind: 'request', path: 'dateRange[1]' }],
    ]);
  });

  it('reports both ends', () => {
    expect(refused(['x', 'y']).map(([message]) => message)).toEqual(["Can't parse date: 'x'", "Can't parse date: 'y'"]);
  });

  it('accepts one or two of them', () => {
    expect(refused([])[0]?.[0]).toBe('Invalid query format: "dateRange" must contain at least 1 items');
    expect(refused(['a', 'b', 'c'])[0]?.[0]).toBe(
      'Invalid query format: "dateRange" must contain less than or equal to 2 items',
    );
  });

  it('warns when it ends before it starts', () => {
    expect(resolveDateRange(['2024-02-01', '2024-01-01'], utc, 'dateRange')).toMatchObject({
      ok: true,
      warnings: [{ code: 'query.empty-range' }],
    });
  });
});

describe('a range in a zone', () => {
  const instants = (range: string | readonly string[], now: { instant: Instant; zone: Zone }) => {
    const { from, to } = resolve(range, now);
    return [new Date(from).toISOString(), new Date(to).toISOString()];
  };

  it('is half open, so that no microsecond of its last millisecond is lost', () => {
    expect(instants(['2024-01-01'], utc)).toEqual(['2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z']);
    expect(instants(['2024-01-01T10:00', '2024-01-01T10:00:00.999'], utc)[1]).toBe('2024-01-01T10:00:01.000Z');
  });

  it('has 23 hours on a day of change', () => {
    expect(instants(['2024-03-10'], at('2024-05-15T10:20:30Z', 'America/New_York'))).toEqual([
      '2024-03-10T05:00:00.000Z',
      '2024-03-11T04:00:00.000Z',
    ]);
  });

  it('takes today from the local clock', () => {
    expect(civil('today', at('2024-05-15T02:00:00Z', 'America/New_York'))).toEqual(days('2024-05-14', '2024-05-14'));
    expect(civil('today', at('2024-05-15T22:00:00Z', 'Asia/Tokyo'))).toEqual(days('2024-05-16', '2024-05-16'));
  });

  it('shows a date with an offset on the clock of the zone, and means the same instant', () => {
    const now = at('2024-05-15T10:20:30Z', 'America/New_York');
    const range = ['2024-11-03T06:30:00Z', '2024-11-03T06:30:00Z'];
    expect(civil(range, now)).toEqual(['2024-11-03T01:30:00.000', '2024-11-03T01:30:00.000']);
    expect(instants(range, now)).toEqual(['2024-11-03T06:30:00.000Z', '2024-11-03T06:30:00.001Z']);
  });

  it('counts hours as elapsed time', () => {
    const afterSpring = at('2024-03-10T07:20:00Z', 'America/New_York');
    expect(civil('last hour', afterSpring)).toEqual(['2024-03-10T01:00:00.000', '2024-03-10T01:59:59.999']);
    expect(civil('3 hours ago', afterSpring)[0]).toBe('2024-03-09T23:00:00.000');
    const secondRun = at('2024-11-03T06:20:00Z', 'America/New_York');
    expect(civil('this hour', secondRun)).toEqual(['2024-11-03T01:00:00.000', '2024-11-03T01:59:59.999']);
    expect(instants('this hour', secondRun)).toEqual(['2024-11-03T05:00:00.000Z', '2024-11-03T07:00:00.000Z']);
    expect(civil('last hour', secondRun)).toEqual(['2024-11-03T00:00:00.000', '2024-11-03T00:59:59.999']);
    expect(instants('last hour', secondRun)).toEqual(['2024-11-03T04:00:00.000Z', '2024-11-03T05:00:00.000Z']);
  });

  it('moves a step to the last day of a short month', () => {
    expect(civil('1 month ago', at('2024-03-31T12:00:00Z', 'UTC'))).toEqual(days('2024-02-29', '2024-02-29'));
    expect(civil('1 year ago', at('2024-02-29T12:00:00Z', 'UTC'))).toEqual(days('2023-02-28', '2023-02-28'));
  });
});

describe('ranges at any time in any zone', () => {
  const zone = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu');
  const now = fc.record({ instant: fc.integer({ min: 0, max: Date.UTC(2037, 11, 31) }), zone }) as fc.Arbitrary<{
    instant: Instant;
    zone: Zone;
  }>;
  const unit = fc.constantFrom('second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year');

  const shownTwice = { instant: Date.parse('2002-10-27T01:00:01.500Z') as Instant, zone: 'Europe/Berlin' as Zone };

  it('contain now in the current unit, directly after the last and before the next one', () => {
    fc.assert(
      fc.property(now, unit, (when, name) => {
        const [last, current, next] = ['last', 'this', 'next'].map((word) => resolve(`${word} ${name}`, when));
        expect(current!.from).toBeLessThanOrEqual(when.instant);
        expect(current!.to).toBeGreaterThan(when.instant);
        expect(touch(last!, current!)).toBe(true);
        expect(touch(current!, next!)).toBe(true);
      }),
      {
        numRuns: 1000,
        examples: [[shownTwice, 'second']],
      },
    );
  });

  /**
   * Whether two ranges touch in time, or on the clock where it shows an hour twice: seconds and minutes then mean both
   * times.
   */
  function touch(one: ReturnType<typeof resolve>, after: ReturnType<typeof resolve>): boolean {
    const onTheClock = Date.parse(`${one.civil.to}Z`) + 1 === Date.parse(`${after.civil.from}Z`);
    return one.to === after.from || (one.to > after.from && onTheClock);
  }

  it('end the last N units where the last unit ends', () => {
    fc.assert(
      fc.property(now, unit, fc.integer({ min: 1, max: 500 }), (when, name, count) => {
        const [many, one] = [resolve(`last ${count} ${name}s`, when), resolve(`last 1 ${name}`, when)];
        expect(many.to).toBe(one.to);
        expect(many.from).toBeLessThanOrEqual(one.from);
        const [manyNext, oneNext] = [resolve(`next ${count} ${name}s`, when), resolve(`next ${name}`, when)];
        expect(manyNext.from).toBe(oneNext.from);
        expect(manyNext.to).toBeGreaterThanOrEqual(oneNext.to);
      }),
      { numRuns: 1000 },
    );
  });

  it('resolve to the same range when their result is queried again', () => {
    fc.assert(
      fc.property(now, unit, fc.integer({ min: 1, max: 100 }), (when, name, count) => {
        const range = resolve(`last ${count} ${name}s`, when);
        expect(resolve([range.civil.from, range.civil.to], when)).toEqual(range);
      }),
      { numRuns: 500 },
    );
  });
});
