import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from './clock.ts';
import type { Civil, Instant, Zone } from './instant.ts';
import { civilToInstant, instantToCivil, offsetAt, parseZone, transitionsBetween } from './zone.ts';

const newYork = 'America/New_York' as Zone;
const instant = (text: string) => Date.parse(text) as Instant;
const shown = (at: Instant) => new Date(at).toISOString();
const end = (civil: string, zone: Zone, side: 'from' | 'to') => shown(civilToInstant(zone, civil as Civil, side));

const someZones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Sao_Paulo',
  'America/Recife',
  'America/St_Johns',
  'Asia/Gaza',
  'Antarctica/Troll',
] as Zone[];

describe('a clock in a zone', () => {
  it('is ahead of UTC by the offset in force', () => {
    expect(offsetAt(newYork, instant('2024-01-15T00:00:00Z'))).toBe(-5 * hourMs);
    expect(offsetAt(newYork, instant('2024-07-15T00:00:00Z'))).toBe(-4 * hourMs);
    expect(offsetAt('Asia/Kathmandu' as Zone, instant('2024-07-15T00:00:00Z'))).toBe(5 * hourMs + 45 * minuteMs);
    expect(offsetAt('Africa/Monrovia' as Zone, instant('1970-06-01T00:00:00Z'))).toBe(-(44 * minuteMs + 30_000));
  });

  it('changes at the exact millisecond of the transition', () => {
    const at = instant('2024-03-10T07:00:00Z');
    expect(instantToCivil(newYork, (at - 1) as Instant)).toBe('2024-03-10T01:59:59.999');
    expect(instantToCivil(newYork, at)).toBe('2024-03-10T03:00:00.000');
  });

  it('shows years of four digits from 0001 to 9999', () => {
    expect(instantToCivil('UTC' as Zone, instant('0001-01-01T00:00:00Z'))).toBe('0001-01-01T00:00:00.000');
    expect(instantToCivil('UTC' as Zone, instant('9999-12-31T23:59:59.999Z'))).toBe('9999-12-31T23:59:59.999');
  });
});

describe('transitions', () => {
  it('are those strictly between the two instants', () => {
    const [spring, autumn] = [instant('2024-03-10T07:00:00Z'), instant('2024-11-03T06:00:00Z')];
    const both = [
      { at: spring, offsetMs: -4 * hourMs },
      { at: autumn, offsetMs: -5 * hourMs },
    ];
    expect(transitionsBetween(newYork, instant('2024-01-01'), instant('2025-01-01'))).toEqual(both);
    expect(transitionsBetween(newYork, (spring - 1) as Instant, (autumn + 1) as Instant)).toEqual(both);
    expect(transitionsBetween(newYork, spring, autumn)).toEqual([]);
  });

  it('are found when two of them lie a week apart', () => {
    const found = transitionsBetween('America/Recife' as Zone, instant('2000-10-01'), instant('2000-11-01'));
    expect(found.map(({ at }) => shown(at))).toEqual(['2000-10-08T03:00:00.000Z', '2000-10-15T02:00:00.000Z']);
  });

  it('are found at the turn of a year', () => {
    // Samoa went from the eastern to the western side of the date line at the end of 2011.
    const found = transitionsBetween('Pacific/Apia' as Zone, instant('2011-12-01'), instant('2012-01-10'));
    expect(found).toEqual([{ at: instant('2011-12-30T10:00:00Z'), offsetMs: 14 * hourMs }]);
  });

  it('number 136 in New York from 1970 to 2037', () => {
    expect(transitionsBetween(newYork, instant('1970-01-01'), instant('2038-01-01'))).toHaveLength(136);
  });

  it('do not exist in UTC', () => {
    expect(transitionsBetween('UTC' as Zone, instant('0001-01-01'), instant('9999-01-01'))).toEqual([]);
  });
});

describe('the ends of a civil range', () => {
  it('use the first occurrence of a repeated hour for the start and the second for the end', () => {
    expect(end('2024-11-03T01:30:00.000', newYork, 'from')).toBe('2024-11-03T05:30:00.000Z');
    expect(end('2024-11-03T01:30:00.000', newYork, 'to')).toBe('2024-11-03T06:30:00.000Z');
  });

  it('exclude a repeated hour when the range ends where it starts', () => {
    expect(end('2024-11-03T01:00:00.000', newYork, 'to')).toBe('2024-11-03T05:00:00.000Z');
    expect(end('2024-11-03T02:00:00.000', newYork, 'to')).toBe('2024-11-03T07:00:00.000Z');
  });

  it('move a skipped local time to the moment of the change', () => {
    expect(end('2024-03-10T02:30:00.000', newYork, 'from')).toBe('2024-03-10T07:00:00.000Z');
    expect(end('2024-03-10T02:30:00.000', newYork, 'to')).toBe('2024-03-10T07:00:00.000Z');
  });

  it('start a day without midnight at its first instant', () => {
    const saoPaulo = 'America/Sao_Paulo' as Zone;
    expect(end('2018-11-04T00:00:00.000', saoPaulo, 'from')).toBe('2018-11-04T03:00:00.000Z');
    expect(instantToCivil(saoPaulo, instant('2018-11-04T03:00:00Z'))).toBe('2018-11-04T01:00:00.000');
  });

  it('make a skipped day empty', () => {
    const apia = 'Pacific/Apia' as Zone;
    expect(end('2011-12-30T00:00:00.000', apia, 'from')).toBe('2011-12-30T10:00:00.000Z');
    expect(end('2011-12-31T00:00:00.000', apia, 'to')).toBe('2011-12-30T10:00:00.000Z');
  });

  it('span 23 and 25 hours on the days of change, 23.5 and 24.5 on Lord Howe', () => {
    const hours = (zone: string, day: string, next: string) =>
      (civilToInstant(zone as Zone, `${next}T00:00:00.000` as Civil, 'to') -
        civilToInstant(zone as Zone, `${day}T00:00:00.000` as Civil, 'from')) /
      hourMs;
    expect(hours('America/New_York', '2024-03-10', '2024-03-11')).toBe(23);
    expect(hours('America/New_York', '2024-11-03', '2024-11-04')).toBe(25);
    expect(hours('Australia/Lord_Howe', '2024-10-06', '2024-10-07')).toBe(23.5);
    expect(hours('Australia/Lord_Howe', '2024-04-07', '2024-04-08')).toBe(24.5);
  });

  const nearTransition = fc
    .record({
      zone: fc.constantFrom(...someZones),
      pick: fc.nat(),
      shiftMs: fc.integer({ min: -26 * hourMs, max: 26 * hourMs }),
    })
    .map(({ zone, pick, shiftMs }) => {
      const all = transitionsBetween(zone, instant('1970-01-01'), instant('2038-01-01'));
      const near = all.length === 0 ? instant('2024-06-01') : all[pick % all.length]!.at;
      return { zone, at: (near + shiftMs) as Instant };
    });

  it('enclose every instant with the local time', () => {
    fc.assert(
      fc.property(nearTransition, ({ zone, at }) => {
        const civil = instantToCivil(zone, at);
        const next = instantToCivil('UTC' as Zone, (Date.parse(`${civil}Z`) + 1) as Instant);
        expect(civilToInstant(zone, civil, 'from')).toBeLessThanOrEqual(at);
        expect(civilToInstant(zone, next, 'to')).toBeGreaterThan(at);
        expect(instantToCivil(zone, civilToInstant(zone, civil, 'from'))).toBe(civil);
        expect(instantToCivil(zone, (civilToInstant(zone, next, 'to') - 1) as Instant)).toBe(civil);
      }),
      { numRuns: 2000 },
    );
  });

  it('increase with the local time', () => {
    fc.assert(
      fc.property(nearTransition, fc.nat(3 * dayMs), ({ zone, at }, laterMs) => {
        const low = instantToCivil('UTC' as Zone, at);
        const high = instantToCivil('UTC' as Zone, (at + laterMs) as Instant);
        expect(civilToInstant(zone, low, 'from')).toBeLessThanOrEqual(civilToInstant(zone, high, 'from'));
        expect(civilToInstant(zone, low, 'to')).toBeLessThanOrEqual(civilToInstant(zone, high, 'to'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a zone name', () => {
  it.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['america/new_york', 'America/New_York'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['ASIA/KOLKATA', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['us/pacific', 'US/Pacific'],
    ['america/port_of_spain', 'America/Port_of_Spain'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['est5edt', 'EST5EDT'],
    ['japan', 'Japan'],
  ])('%s is spelled %s', (text, spelled) => {
    expect(parseZone(text)).toBe(spelled);
  });

  it.each([
    '',
    'Mars/Olympus',
    'IST',
    '+05:30',
    'SystemV/PST8',
    "UTC'; DROP TABLE orders; --",
    'UTC ',
    'UTC\0',
    'Europe/Berlin/../../etc/passwd',
    'constructor',
    'ＵＴＣ',
    'A'.repeat(1_000_000),
  ])('is refused: %.30s', (text) => {
    expect(parseZone(text)).toBeUndefined();
  });

  it('is accepted in any letter case for every zone of the runtime', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) expect(parseZone(name.toLowerCase())).toBe(name);
  });
});
