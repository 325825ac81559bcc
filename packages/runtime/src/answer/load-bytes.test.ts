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
    wasStreamed: false,
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

it('a body with its request id is not shared', () => {
  const answer = answerOf(1);
  const body = bodyOf(answer, status, { requestId: 'a' });
  expect(bodyOf(answer, status, { requestId: 'a' })).not.toBe(body);
  expect(answer.bodies.size).toBe(0);
});

it('the rows are kept once for all forms of the answer', () => {
  const answer = answerOf(1);
  const { bytes } = bodyOf(answer, status);
  expect(answer.data[0]?.buffer).toBe(bytes.buffer);
  expect(JSON.parse(bodyOf(answer, status, { isMulti: true }).bytes.toString())).toMatchObject({
    results: [{ data: [] }],
  });
});
