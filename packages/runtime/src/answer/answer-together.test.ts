import { anonymous } from '@orrery/semantic';
import type { WireQuery } from '@orrery/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallerRuntime } from '../runtime.ts';
import { boundQuery } from '../question/index.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { canned, sampleRuntime } from '../query/sample-runtime.ts';
import { AnswerService } from './answer-service.ts';
import { answerTogether } from './answer-together.ts';

const quick: WireQuery = { measures: ['orders.count'] };
const slow: WireQuery = { dimensions: ['orders.status'] };
const slower: WireQuery = { dimensions: ['users.city'] };

let answers: AnswerService;
let runtime: CallerRuntime;
/** Running statements. */
let running: { readonly text: string; readonly signal: AbortSignal; end(error?: Error): void }[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2024, 4, 15) });
  running = [];
  answers = new AnswerService({ cacheBytes: 10_000_000, clock: Date });
  runtime = sampleRuntime(async function* ({ text }, signal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    running.push({ text, signal, end: (error) => (error ? reject(error) : resolve()) });
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    await promise;
    yield* canned(['7']);
  }).runtime;
});

afterEach(() => {
  vi.useRealTimers();
});

function ask(queries: readonly WireQuery[], maxResultMb = 1) {
  const { signal } = new AbortController();
  const requests = queries.map((query) => ({
    question: boundQuery(prepareQuery(query, runtime, Date.now()), { format: 'compact', countsTotal: false }, runtime),
    context: anonymous,
    runtime,
    cacheMode: 'no-cache' as const,
    tenant: 'tenant',
    owner: 'someone',
    signal,
  }));
  return answerTogether(answers, { requests, signal, maxResultMb });
}

const turn = () => vi.advanceTimersByTimeAsync(0);
const runOf = (query: WireQuery) => {
  const [member = ''] = query.measures ?? query.dimensions ?? [];
  const found = running.filter(({ text }) => text.includes(member.replace('.', '__')));
  return found.at(-1);
};

it('each query runs once, whichever takes longest or ends first', async () => {
  const asked = [quick, slow, slower];
  const first = ask(asked);
  await turn();
  runOf(quick)?.end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await first).toMatchObject({ kind: 'wait' });

  const second = ask(asked);
  await turn();
  runOf(slow)?.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await second).toMatchObject({ kind: 'wait' });

  const third = ask(asked);
  await turn();
  runOf(slower)?.end();
  const outcome = await third;
  expect(outcome.kind === 'answers' && outcome.outcomes.map(({ cache }) => cache)).toEqual(['miss', 'miss', 'miss']);
  expect(running).toHaveLength(3);
});

it('equal queries run once', async () => {
  const first = ask([slow, slow]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await first).toMatchObject({ kind: 'wait' });
  runOf(slow)?.end();
  await turn();
  expect(await ask([slow, slow])).toMatchObject({ outcomes: [{ answer: {} }, { answer: {} }] });
  expect(running).toHaveLength(1);
});

it('a query that fails cancels the others', async () => {
  const asked = ask([quick, slow]);
  asked.catch(() => undefined);
  await turn();
  runOf(quick)?.end(new Error('a fault'));
  await expect(asked).rejects.toThrow('a fault');
  expect(runOf(slow)?.signal.aborted).toBe(true);
});

it('several queries together have the size limit of one', async () => {
  const asked = ask([quick, slow], 1e-6);
  asked.catch(() => undefined);
  await turn();
  for (const { end } of running) end();
  await expect(asked).rejects.toMatchObject({ code: 'query.result-too-large' });
});
