import { expect, it } from 'vitest';
import { momentText } from './moment-text.ts';

const now = new Date('2026-06-17T09:30:00.000Z');

it('has the time of the zone that is named beside it, with the day unless it is today there', () => {
  const late = '2026-06-16T23:30:00.000Z';
  expect(momentText(late, { zone: 'UTC', now })).toMatch(/16.*11:30|16.*23:30/);
  expect(momentText(late, { zone: 'Asia/Tokyo', now })).toMatch(/^0?8:30/);
  expect(momentText('2026-06-17T08:00:00.000Z', { zone: 'America/Los_Angeles', now })).toMatch(/^0?1:00/);
});

it('names the zone where none stands beside it', () => {
  expect(momentText('2026-06-17T08:00:00.000Z', { zone: undefined, now })).toMatch(/[A-Z]{2,}(?:[+-]\d+)?$/);
});
