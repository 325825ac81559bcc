import { expect, it } from 'vitest';
import type { LoadResult, WireQuery } from '@orrery/contract';
import { prepareQuery } from '../query/prepare-query.ts';
import { canned, sampleRuntime } from '../query/sample-runtime.ts';
import type { Answer } from './answer.ts';
import { loadBytes } from './load-bytes.ts';

const { runtime } = sampleRuntime(() => canned());
const limits = { maxLimit: 20_000 };

function answerOf(rowCount: number, total?: number): Answer {
  return {
    data: [Buffer.from('[]')],
    rowCount,
    ...(total === undefined ? {} : { total }),
    dataSource: 'default',
    dbType: 'duckdb',
    statements: [],
    refreshedAt: 0,
    refresh: [],
    freshness: 'x',
    timingsMs: { queue: 0, engine: 0, encode: 0 },
    isRead: false,
    bodies: new Map(),
  };
}

function bodyOf(answer: Answer, query: WireQuery, more: object = {}) {
  const prepared = prepareQuery(query, runtime, 0);
  return loadBytes(answer, { query, prepared, isMulti: false, limits, isStale: false, ...more }, () => undefined);
}

const status = { dimensions: ['orders.status'] };

it.each<[string, WireQuery, Answer, string | undefined]>([
  [
    'the default limit',
    status,
    answerOf(10_000),
    'The answer ends at the default limit of 10000 rows; there may be more',
  ],
  [
    'the largest limit',
    { ...status, limit: 20_000 },
    answerOf(20_000),
    'The answer ends at the largest limit of 20000 rows; there may be more',
  ],
  ['a limit somebody asked for', { ...status, limit: 10 }, answerOf(10), undefined],
  ['fewer rows', status, answerOf(9_999), undefined],
  ['all rows, as the total tells', status, answerOf(10_000, 10_000), undefined],
  [
    'not all rows, as the total tells',
    status,
    answerOf(10_000, 10_001),
    'The answer ends at the default limit of 10000 rows; there may be more',
  ],
])('an answer that ends at %s has a warning when rows may be missing', (_, query, answer, said) => {
  const { warnings } = JSON.parse(bodyOf(answer, query).bytes.toString()) as LoadResult;
  expect(warnings?.map(({ message }) => message)).toEqual(said === undefined ? undefined : [said]);
});

it('an answer cut by the default limit has a warning for callers who gave no limit, also when another caller gave that limit', () => {
  const answer = answerOf(10_000);
  const warningsOf = (query: WireQuery) => (JSON.parse(bodyOf(answer, query).bytes.toString()) as LoadResult).warnings;
  expect(warningsOf({ ...status, limit: 10_000 })).toBeUndefined();
  expect(warningsOf(status)).toHaveLength(1);
  expect(warningsOf({ ...status, limit: 10_000 })).toBeUndefined();
});

it('requests that read the same share one body, others do not', () => {
  const answer = answerOf(1);
  const body = bodyOf(answer, status);
  expect(bodyOf(answer, status)).toBe(body);
  expect(bodyOf(answer, { ...status, order: { 'orders.status': 'asc' } })).not.toBe(body);
  expect(bodyOf(answer, status, { isMulti: true })).not.toBe(body);
  expect(bodyOf(answer, status, { isStale: true })).not.toBe(body);
});

it('a body that shows the id of its request is kept once for all ids, apart from bodies without one', () => {
  const answer = answerOf(1);
  const plain = bodyOf(answer, status);
  const [a, b] = ['a', 'request-b'].map((requestId) => bodyOf(answer, status, { requestId }));
  expect([a?.kept === b?.kept, a?.kept === plain.kept, answer.bodies.size]).toEqual([true, false, 2]);
  const shown = { refreshKeyValues: [], usedPreAggregations: {}, transformedQuery: null };
  const bare = JSON.parse(plain.bytes.toString()) as object;
  expect(JSON.parse(a?.bytes.toString() ?? '')).toEqual({ ...bare, ...shown, requestId: 'a' });
  expect(JSON.parse(b?.bytes.toString() ?? '')).toEqual({ ...bare, ...shown, requestId: 'request-b' });
});

it('the rows are kept once for all forms of the answer', () => {
  const answer = answerOf(1);
  const { bytes } = bodyOf(answer, status);
  expect(answer.data[0]?.buffer).toBe(bytes.buffer);
  expect(JSON.parse(bodyOf(answer, status, { isMulti: true }).bytes.toString())).toMatchObject({
    results: [{ data: [] }],
  });
});
