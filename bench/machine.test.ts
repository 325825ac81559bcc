import { expect, it } from 'vitest';
import { describeMachine, measuredCommit, speedOfOneThread } from './machine.ts';

it('results say what was measured, and where', () => {
  expect(measuredCommit()).toMatch(/^[0-9a-f]{12}( with changes)?$/);
  expect(describeMachine()).toContain(process.versions.node);
  expect(speedOfOneThread()).toBeGreaterThan(0);
});
