import { instantToCivil, type Instant, parseZone, transitionsBetween, type Zone } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { nextRun } from './next-run.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

function runs(cron: string, zone: string, after: string, count = 3): readonly string[] {
  const found: string[] = [];
  let at = Date.parse(after);
  while (found.length < count) {
    at = nextRun(cron, zone, at) ?? Number.NaN;
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

describe('the next run', () => {
  it('is later than now, in the local time of the zone', () => {
    expect(runs('0 9 * * *', 'UTC', '2026-06-17T09:00:00Z', 1)).toEqual(['2026-06-18T09:00']);
    expect(runs('0 9 * * *', 'UTC', '2026-06-17T08:59:59.999Z', 1)).toEqual(['2026-06-17T09:00']);
    expect(runs('0 9 * * 1', 'Europe/Berlin', '2026-06-17T00:00:00Z', 1)).toEqual(['2026-06-22T07:00']);
    expect(runs('30 23 * * *', 'Asia/Kolkata', '2026-06-17T18:00:00Z', 1)).toEqual(['2026-06-18T18:00']);
    expect(runs('0 0 31 * *', 'UTC', '2026-01-31T00:00:00Z', 2)).toEqual(['2026-03-31T00:00', '2026-05-31T00:00']);
    expect(runs('0 0 L * *', 'UTC', '2028-01-31T12:00:00Z', 2)).toEqual(['2028-02-29T00:00', '2028-03-31T00:00']);
    expect(nextRun('0 0 30 2 *', 'UTC', 0)).toBeUndefined();
  });

  it('is on either day when a day of the month and one of the week are given', () => {
    expect(runs('0 9 1 * 1', 'UTC', '2026-06-01T09:00:00Z')).toEqual([
      '2026-06-08T09:00',
      '2026-06-15T09:00',
      '2026-06-22T09:00',
    ]);
    expect(runs('0 9 1 * 1', 'UTC', '2026-06-29T09:00:00Z', 1)).toEqual(['2026-07-01T09:00']);
  });

  it('at a skipped local time happens once, right after the gap', () => {
    const spring = '2024-03-10T05:30:00Z';
    expect(runs('30 2 * * *', 'America/New_York', spring, 2)).toEqual(['2024-03-10T07:00', '2024-03-11T06:30']);
    expect(runs('*/10 2 * * *', 'America/New_York', spring, 2)).toEqual(['2024-03-10T07:00', '2024-03-11T06:00']);
    expect(runs('0 2,3 * * *', 'America/New_York', spring, 2)).toEqual(['2024-03-10T07:00', '2024-03-11T06:00']);
    expect(runs('0 * * * *', 'America/New_York', spring)).toEqual([
      '2024-03-10T06:00',
      '2024-03-10T07:00',
      '2024-03-10T08:00',
    ]);
    expect(runs('15 * * * *', 'America/New_York', spring)).toEqual([
      '2024-03-10T06:15',
      '2024-03-10T07:00',
      '2024-03-10T07:15',
    ]);
    expect(runs('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', 2)).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ]);
  });

  it('at a repeated local time happens once, the first time', () => {
    const autumn = '2024-11-03T04:30:00Z';
    expect(runs('30 1 * * *', 'America/New_York', autumn, 2)).toEqual(['2024-11-03T05:30', '2024-11-04T06:30']);
    expect(runs('15 * * * *', 'America/New_York', autumn)).toEqual([
      '2024-11-03T05:15',
      '2024-11-03T07:15',
      '2024-11-03T08:15',
    ]);
    // The start lies in the second pass of the hour.
    expect(runs('30 1 * * *', 'America/New_York', '2024-11-03T06:10:00Z', 1)).toEqual(['2024-11-04T06:30']);
    expect(runs('30 1 * * *', 'Australia/Lord_Howe', '2024-04-06T12:00:00Z', 2)).toEqual([
      '2024-04-06T14:30',
      '2024-04-07T15:00',
    ]);
  });

  it('on a day that a zone skips happens at the end of that day', () => {
    expect(runs('0 9 * * *', 'Pacific/Apia', '2011-12-29T20:00:00Z', 2)).toEqual([
      '2011-12-30T10:00',
      '2011-12-30T19:00',
    ]);
  });
});

/** Watches the clock minute by minute: yields the first time it shows a wanted reading or has passed it. */
function* watched(zone: Zone, isWanted: (reading: Date) => boolean, from: number, to: number): Generator<number> {
  const readingAt = (at: number) => Date.parse(`${instantToCivil(zone, at as Instant)}Z`);
  let shown = readingAt(from);
  for (let at = from + minuteMs; at <= to; at += minuteMs) {
    const now = readingAt(at);
    let isDue = false;
    for (let reading = shown + minuteMs; reading <= now; reading += minuteMs) isDue ||= isWanted(new Date(reading));
    if (isDue) yield at;
    shown = Math.max(shown, now);
  }
}

describe.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Casablanca'])(
  'around every change of the clocks in %s',
  (name) => {
    const zone = parseZone(name) as Zone;
    const changes = transitionsBetween(zone, Date.UTC(2023, 0) as Instant, Date.UTC(2026, 0) as Instant);

    it.each<[string, (reading: Date) => boolean]>([
      ['30 2 * * *', (at) => at.getUTCHours() === 2 && at.getUTCMinutes() === 30],
      ['15 * * * *', (at) => at.getUTCMinutes() === 15],
      ['0 0 * * *', (at) => at.getUTCHours() === 0 && at.getUTCMinutes() === 0],
      [
        '*/20 1-3 * * 0',
        (at) => at.getUTCDay() === 0 && [1, 2, 3].includes(at.getUTCHours()) && at.getUTCMinutes() % 20 === 0,
      ],
    ])('of %s happens when a person with a local clock would expect it', (cron, isWanted) => {
      expect(changes.length).toBeGreaterThan(4);
      for (const { at } of changes) {
        const [from, to] = [at - dayMs, at + dayMs];
        const found: number[] = [];
        for (let next = nextRun(cron, name, from); next !== undefined && next <= to; ) {
          found.push(next);
          next = nextRun(cron, name, next);
        }
        expect(found).toEqual([...watched(zone, isWanted, from, to)]);
        // The result does not depend on where the search begins.
        for (let after = from; after < to; after += 37 * minuteMs) {
          const expected = found.find((one) => one > after);
          if (expected !== undefined) expect(nextRun(cron, name, after)).toBe(expected);
        }
      }
    });
  },
);
