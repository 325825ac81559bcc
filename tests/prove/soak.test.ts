import { expect, it } from 'vitest';
import { soak } from '../../scripts/prove/soak.ts';

it('random queries, valid and invalid, are answered or refused, and answers match their statements', async () => {
  const report = await soak({ seed: 20240515, durationMs: 8000, connections: 4, today: '2026-03-01' });
  expect([report.faults, report.exitCode]).toEqual([[], 0]);
  expect([...report.answers.keys()].toSorted()).toEqual([200, 400]);
  expect([report.compared > 0, report.left > 0]).toEqual([true, true]);
});
