import { describe, expect, it } from 'vitest';
import type { Instant, Zone } from '../../time/instant.ts';
import { refreshKeyValue } from './refresh-key-value.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string) => Date.parse(text) as Instant;

function value(
  now: string,
  everyMs: number,
  options: { readonly phaseMs?: number; readonly zone?: string } = {},
): string {
  const { phaseMs = 0, zone = 'UTC' } = options;
  return refreshKeyValue({ kind: 'schedule', every: '', everyMs, phaseMs, zone: zone as Zone }, at(now));
}

describe('refreshKeyValue', () => {
  it('never changes for an immutable key', () => {
    expect(refreshKeyValue({ kind: 'immutable' }, at('2024-01-01T00:00:00Z'))).toBe('immutable');
  });

  it('changes at each boundary of an interval', () => {
    expect(value('2024-05-15T10:59:59.999Z', hour)).toBe('2024-05-15T10:00:00.000Z');
    expect(value('2024-05-15T11:00:00Z', hour)).toBe('2024-05-15T11:00:00.000Z');
    expect(value('1969-12-31T23:30:00Z', hour)).toBe('1969-12-31T23:00:00.000Z');
  });

  it('counts intervals on the clock of its zone', () => {
    const zone = 'Asia/Kolkata';
    expect(value('2024-05-15T18:29:59Z', day, { zone })).toBe('2024-05-14T18:30:00.000Z');
    expect(value('2024-05-15T18:30:00Z', day, { zone })).toBe('2024-05-15T18:30:00.000Z');
  });

  it('is the last time at which a schedule fired', () => {
    const schedule = { phaseMs: 5 * hour + 30 * minute, zone: 'Europe/Berlin' };
    expect(value('2024-05-15T03:29:59Z', day, schedule)).toBe('2024-05-14T03:30:00.000Z');
    expect(value('2024-05-15T03:30:00Z', day, schedule)).toBe('2024-05-15T03:30:00.000Z');
    const mondays = { phaseMs: 4 * day + 6 * hour };
    expect(value('2024-05-15T10:20:30Z', 7 * day, mondays)).toBe('2024-05-13T06:00:00.000Z');
  });

  it('keeps the local time of a daily schedule over days of 23 and 25 hours', () => {
    const schedule = { phaseMs: 5 * hour + 30 * minute, zone: 'Europe/Berlin' };
    expect(value('2024-03-31T12:00:00Z', day, schedule)).toBe('2024-03-31T03:30:00.000Z');
    expect(value('2024-10-27T12:00:00Z', day, schedule)).toBe('2024-10-27T04:30:00.000Z');
  });

  it('moves a skipped local time to the moment of the change', () => {
    const schedule = { phaseMs: 2 * hour + 30 * minute, zone: 'Europe/Berlin' };
    expect(value('2024-03-31T00:59:59Z', day, schedule)).toBe('2024-03-30T01:30:00.000Z');
    expect(value('2024-03-31T01:00:00Z', day, schedule)).toBe('2024-03-31T01:00:00.000Z');
    expect(value('2024-03-31T12:00:00Z', day, schedule)).toBe('2024-03-31T01:00:00.000Z');
  });

  it('continues through a repeated hour', () => {
    const zone = 'Europe/Berlin';
    expect(value('2024-10-27T00:15:00Z', hour, { zone })).toBe('2024-10-27T00:00:00.000Z');
    expect(value('2024-10-27T01:15:00Z', hour, { zone })).toBe('2024-10-27T01:00:00.000Z');
    expect(value('2024-10-27T02:15:00Z', hour, { zone })).toBe('2024-10-27T02:00:00.000Z');
  });

  it('never lies in the future, and never lasts longer than its interval except for a repeated hour', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']) {
      for (const everyMs of [10 * minute, hour, 4 * hour, day]) {
        for (const start of [
          '2024-03-30T00:00:00Z',
          '2024-04-06T00:00:00Z',
          '2024-10-05T00:00:00Z',
          '2024-11-02T00:00:00Z',
        ]) {
          let last = '';
          for (let now = at(start); now < at(start) + 3 * day; now = (now + 10 * minute) as Instant) {
            const text = value(new Date(now).toISOString(), everyMs, { zone });
            expect(text >= last).toBe(true);
            last = text;
            const age = now - Date.parse(text);
            expect(age).toBeGreaterThanOrEqual(0);
            expect(age).toBeLessThan(everyMs + (everyMs >= hour ? hour : 0));
          }
        }
      }
    }
  });
});
