import { expect, it } from 'vitest';
import type { QueryEvent } from '@orrery/runtime';
import { FoldedAnswers } from './folded-answers.ts';
import { entryOf } from './history-entry.ts';

const event: QueryEvent = {
  requestId: 'request-1',
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  principal: { deploymentId: 1, securityContext: {} },
  query: {},
  statements: [],
  dataSource: 'default',
  startedAt: 1_000,
  timingsMs: { total: 1 },
  cache: 'hit',
  rows: 3,
  bytes: 100,
  status: 200,
  errorCode: undefined,
};

it('combined answers are due at once, and then only after a while, in which none is lost', () => {
  const fold = new FoldedAnswers(entryOf(event, { tenant: 't', claims: '{}' }, '{}'), 1_000_000);
  expect(fold.isDue(0, 10_000)).toBe(false);
  fold.add(event);
  expect(fold.isDue(0, 10_000)).toBe(true);
  expect(fold.take(0)?.answers).toBe(1);
  for (let index = 0; index < 500; index += 1) fold.add(event);
  expect([fold.isDue(9_999, 10_000), fold.isEmpty]).toEqual([false, false]);
  expect(fold.isDue(10_000, 10_000)).toBe(true);
  expect(fold.take(10_000)?.answers).toBe(500);
  expect([fold.isEmpty, fold.isDue(30_000, 10_000)]).toEqual([true, false]);
});
