import { expect, it } from 'vitest';
import type { StatementSession } from '../functions/index.ts';
import { zoneRows } from './session-rows.ts';

const zonesAt = (now: string) => zoneRows({ zone: 'UTC', user: 'u', database: 'd', now } as StatementSession);

function offsetOf(zone: string, now: string) {
  const { name, utc_offset: offsets } = zonesAt(now).columns;
  return Array.isArray(name) && Array.isArray(offsets) ? offsets[name.indexOf(zone)] : undefined;
}

it('gives the zones what is added at the moment of the statement', () => {
  expect(offsetOf('Europe/Berlin', '2024-03-31 00:59:59.000000+00')).toBe('01:00:00');
  expect(offsetOf('Europe/Berlin', '2024-03-31 01:00:00.000000+00')).toBe('02:00:00');
  expect(offsetOf('Europe/Berlin', '2024-10-27 00:59:59.000000+00')).toBe('02:00:00');
});

it('makes the zones once for all statements of a quarter of an hour', () => {
  expect(zonesAt('2024-03-31 01:00:00.000000+00')).toBe(zonesAt('2024-03-31 01:14:59.000000+00'));
});
