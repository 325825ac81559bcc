import { expect, it } from 'vitest';
import type { MemberId } from '../model/model.ts';
import type { Instant, Zone } from '../time/instant.ts';
import { isEdge } from './cover-time.ts';

const at = (text: string) => Date.parse(text) as Instant;
const stored = (granularity: 'hour' | 'day' | 'month', on: string) => ({
  kind: 'bucket' as const,
  member: 'orders.created_at' as MemberId,
  granularity,
  on: on as Zone,
});
/** Half hours on the clock of a zone. */
const halfHours = (on: string) => ({
  ...stored('hour', on),
  granularity: {
    name: 'half',
    title: 'Half',
    interval: '30 minutes',
    buckets: { kind: 'steps' as const, stepMs: 1_800_000, origin: 0 as never },
  },
});

it.each([
  ['2024-02-01T00:00:00Z', stored('month', 'UTC'), true],
  ['2024-02-02T00:00:00Z', stored('month', 'UTC'), false],
  ['2024-02-02T00:00:00.001Z', stored('day', 'UTC'), false],
  ['2024-03-31T22:00:00Z', stored('month', 'Europe/Berlin'), true],
  ['2024-03-31T23:00:00Z', stored('month', 'Europe/Berlin'), false],
  // Midnight is skipped: the day begins at one.
  ['2024-09-08T04:00:00Z', stored('day', 'America/Santiago'), true],
  // Midnight comes twice: at the first one an hour of the former day is still to come.
  ['2017-02-19T02:00:00Z', stored('day', 'America/Sao_Paulo'), false],
  ['2017-02-19T03:00:00Z', stored('day', 'America/Sao_Paulo'), true],
  // From two to three is shown twice, so no moment there parts its half hours.
  ['2024-10-27T00:30:00Z', halfHours('Europe/Berlin'), false],
  ['2024-10-27T01:00:00Z', halfHours('Europe/Berlin'), false],
  ['2024-10-27T01:30:00Z', halfHours('Europe/Berlin'), false],
  ['2024-10-27T00:00:00Z', halfHours('Europe/Berlin'), true],
  ['2024-10-27T02:00:00Z', halfHours('Europe/Berlin'), true],
  ['2024-10-27T01:00:00Z', stored('hour', 'instants'), true],
] as const)('%s parts buckets: %j %s', (instant, time, expected) => {
  expect(isEdge(at(instant), time)).toBe(expected);
});
