import { expect, it } from 'vitest';
import { buildModel } from './model-fixture.ts';

/**
 * Models with an error whose message is still poor, with the current message. A message that improves fails here: move
 * its model to that message's tests and lower the limit. Never add an entry to make a test pass.
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
