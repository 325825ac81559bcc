import { Unavailable } from '@orrery/kernel';
import { expect, it, vi } from 'vitest';
import { type Part, TurnFailed } from '../turn/index.ts';
import { askQuestion, type Examinee } from './ask-question.ts';
import { dataWith, examineeOf, resultOf, turnWith } from './results-fixture.ts';

const truth = resultOf(['n:number'], [['7']]);
const data = dataWith({ truth, same: truth, other: resultOf(['n:number'], [['8']]) });
const never = new AbortController().signal;
const log = { error: vi.fn() };
const ask = (examinee: Examinee, truthSql = 'truth', signal = never, seconds = 60) =>
  askQuestion({ question: 'How many?', truthSql }, examinee, signal, { log, seconds });
const answering = (...given: Parameters<typeof turnWith>) => examineeOf(data, () => turnWith(...given));
const right = { verdict: 'pass', outcome: 'correct', agentSql: 'same', model: 'scripted' };

it.each([
  ['the right rows', answering(['same']), right],
  ['the right rows after another query', answering(['other', 'same']), right],
  ['the right rows after a query that failed', answering(['bad', 'same'], { failing: ['bad'] }), right],
  ['the right rows before a query that failed', answering(['same', 'bad'], { failing: ['bad'] }), right],
  [
    'other rows',
    answering(['same', 'other']),
    { verdict: 'fail', outcome: 'wrong', reason: 'value-mismatch', agentSql: 'other' },
  ],
  [
    'no query',
    answering([], { text: 'I do not know what *churned* means here.' }),
    {
      verdict: 'review',
      outcome: 'withheld',
      reason: 'no-query',
      agentAnswer: 'I do not know what *churned* means here.',
    },
  ],
  [
    'numbers that no query has',
    answering([], { text: 'There are 7.', unconfirmed: ['7'] }),
    { verdict: 'fail', outcome: 'wrong', reason: 'unfounded-numbers' },
  ],
  [
    'queries that all failed',
    answering(['bad'], { failing: ['bad'] }),
    { verdict: 'fail', outcome: 'withheld', reason: 'query-error', detail: 'There is no member x', agentSql: 'bad' },
  ],
] as const)('grades an answer with %s', async (_, examinee, expected) => {
  expect(await ask(examinee)).toMatchObject(expected);
});

it('cannot grade what cannot be asked again, and says so', async () => {
  const shown = await ask(answering(['gone']));
  expect(shown).toMatchObject({ verdict: 'error', reason: 'query-error', agentSql: 'gone' });
  expect(shown.outcome).toBeUndefined();
});

it('tells of a right statement that fails, whether or not there is an answer', async () => {
  for (const examinee of [answering(['same']), answering([])]) {
    const graded = await ask(examinee, 'gone');
    expect(graded).toMatchObject({ verdict: 'error', reason: 'ground-truth-failed' });
    expect(graded.outcome).toBeUndefined();
  }
});

it('tells why an agent failed, but not the words of an error that is our own', async () => {
  const failing = (error: Error) =>
    // oxlint-disable-next-line require-yield -- a turn that ends before its first part
    examineeOf(data, async function* (): AsyncGenerator<Part, void> {
      throw error;
    });
  const known = await ask(failing(new TurnFailed('LlmError', 'The model does not answer')));
  expect(known).toMatchObject({
    verdict: 'error',
    reason: 'agent-error',
    detail: 'LlmError: The model does not answer.',
  });
  expect(log.error).not.toHaveBeenCalled();
  const own = await ask(failing(new TypeError('secret of x')));
  expect(own).toMatchObject({ reason: 'agent-error', detail: 'The agent could not answer.' });
  expect(log.error).toHaveBeenCalledTimes(1);
});

it('stops a question that takes too long', async () => {
  const graded = await ask(waiting(), 'truth', never, 0.05);
  expect(graded).toMatchObject({
    verdict: 'error',
    reason: 'agent-error',
    detail: expect.stringContaining('0.05 seconds'),
  });
});

it('grades nothing when it is stopped itself, or when the data cannot be asked now', async () => {
  const abort = new AbortController();
  const asked = ask(waiting(), 'truth', abort.signal);
  abort.abort(new Error('the node ends'));
  await expect(asked).rejects.toThrow('the node ends');
  const closed = dataWith({ truth: new Unavailable('deployment.closed', 'closing') });
  await expect(ask(examineeOf(closed, () => turnWith(['truth'])))).rejects.toThrow('closing');
});

/** An agent that does not answer before it is stopped. */
function waiting(): Examinee {
  return {
    data,
    answer: (_, signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  };
}
