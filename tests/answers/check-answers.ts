import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { SentAnswer } from './answer-faults.ts';
import { recordAnswers } from './record-answers.ts';

/*
 * Compares each answer that a server in this process sends with the schema of its operation: an unknown field, or a
 * missing one, fails the test. Tests that send no request do not load the contract.
 */
const sent: SentAnswer[] = [];
let end: () => void = () => undefined;

const isChecked = /\/(tests\/(platform|scim|contract)|packages\/server)\//;

beforeAll(() => {
  if (!isChecked.test(expect.getState().testPath ?? '')) return;
  end = recordAnswers((answer) => sent.push(answer));
});

afterEach(expectNoFaults);

afterAll(async () => {
  end();
  await expectNoFaults();
});

async function expectNoFaults(): Promise<void> {
  if (sent.length === 0) return;
  const { answerFault } = await import('./answer-faults.ts');
  const faults = new Set(sent.splice(0).flatMap((answer) => answerFault(answer) ?? []));
  expect([...faults], 'answers that differ from the contract').toEqual([]);
}
