import { expect, it } from 'vitest';
import { daysOf, rangeOfDays } from './range-days.ts';

const shift = ['2026-01-01T06:00:00', '2026-01-02T14:30:00'];

it('shows the days of a range', () => {
  expect(daysOf(shift)).toEqual(['2026-01-01', '2026-01-02']);
  expect(daysOf(['2026-01-01'])).toEqual(['2026-01-01', '2026-01-01']);
  expect(daysOf('last week')).toEqual(['', '']);
});

it('keeps times of day where the day is the same', () => {
  expect(rangeOfDays(shift, '2026-01-01', '2026-01-02')).toEqual(shift);
  expect(rangeOfDays(shift, '2026-01-01', '2026-01-05')).toEqual(['2026-01-01T06:00:00', '2026-01-05']);
  expect(rangeOfDays(shift, '2025-12-31', '2026-01-02')).toEqual(['2025-12-31', '2026-01-02T14:30:00']);
  expect(rangeOfDays(['2026-01-01'], '2026-01-01', '2026-01-01')).toEqual(['2026-01-01']);
  expect(rangeOfDays('last week', '2026-01-01', '2026-01-03')).toEqual(['2026-01-01', '2026-01-03']);
});
