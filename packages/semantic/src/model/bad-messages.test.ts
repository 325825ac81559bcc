import { expect, it } from 'vitest';
import { buildModel } from './model-fixture.ts';

/**
 * Models that are wrong and whose message is still poor, with what is said today. A message that became better fails
 * here: move its model to the tests of that message, and lower the limit. Nothing is added to make a test pass.
 */
const poor: readonly (readonly [why: string, model: string, said: readonly string[]])[] = [];

const atMost = 0;

it('keeps no more poor messages than before', () => {
  expect(poor.length).toBeLessThanOrEqual(atMost);
});

it.each(poor)('is poor: %s', (_, model, said) => {
  expect(buildModel(model).problems.map(({ message, hint }) => (hint ? `${message} (${hint})` : message))).toEqual(
    said,
  );
});
