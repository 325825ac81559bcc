import { expect, it } from 'vitest';
import { Random } from '../../scripts/prove/random.ts';
import { proveZones, zoneNames } from '../../scripts/prove/zone-transitions.ts';

it('DuckDB puts instants around zone changes into the buckets of the clocks', async () => {
  const random = new Random(20240515);
  const zones = random.shuffled(zoneNames).slice(0, 10);
  const report = await proveZones({ zones, transitionsPerZone: 8, random });
  expect(report.faults).toEqual([]);
  expect(report.buckets).toBeGreaterThan(10_000);
});
