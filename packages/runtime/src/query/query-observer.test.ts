import { expect, it } from 'vitest';
import { observers, type QueryEvent } from './query-observer.ts';

const event: QueryEvent = {
  requestId: 'request-1',
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  principal: { deploymentId: 1, securityContext: {} },
  query: undefined,
  statements: [],
  dataSource: undefined,
  startedAt: 0,
  timingsMs: { total: 1 },
  cache: 'none',
  rows: undefined,
  bytes: undefined,
  status: 200,
  errorCode: undefined,
};

it('an observer that throws affects neither the answer nor other observers', () => {
  const noted: string[] = [];
  const logged: object[] = [];
  const failure = new Error('cannot be noted');
  const all = observers(
    [
      {
        observe: () => {
          throw failure;
        },
      },
      { observe: ({ requestId }) => noted.push(requestId) },
    ],
    { error: (facts) => logged.push(facts) },
  );
  all.observe(event);
  expect(noted).toEqual(['request-1']);
  expect(logged).toEqual([{ err: failure, requestId: 'request-1' }]);
});
