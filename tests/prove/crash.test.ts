import { expect, it } from 'vitest';
import { crash } from '../../scripts/prove/crash.ts';

it('a server that is killed under load has lost no acknowledged write when it starts again', async () => {
  const report = await crash({ kills: 3, seed: 20240517, today: '2026-03-01' });
  expect(report.faults).toEqual([]);
  expect([report.kills, report.acknowledged > 0, report.answered > 0]).toEqual([3, true, true]);
});
