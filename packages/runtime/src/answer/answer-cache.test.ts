import { expect, it } from 'vitest';
import { CompressedOnce } from './compressed-once.ts';
import type { Answer } from './answer.ts';
import { AnswerCache } from './answer-cache.ts';

const kilobyte = 1024;

function answerOf(rowBytes: number, statement = ''): Answer {
  return {
    data: [new Uint8Array(rowBytes)],
    rowCount: 1,
    dataSource: 'default',
    dbType: 'duckdb',
    statements: [statement],
    refreshedAt: 0,
    refresh: [],
    freshness: 'x',
    timingsMs: { queue: 0, engine: 0, encode: 0 },
    isRead: false,
    bodies: new Map(),
  };
}

function addBody(answer: Answer, variant: string, bytes: number): void {
  answer.bodies.set(variant, new CompressedOnce(Buffer.alloc(bytes), { encodings: 'fast' }));
}

it('counts everything that callers can make longer: rows, statements, each body and its key', () => {
  const cache = new AnswerCache(1_000 * kilobyte);
  const weightOf = (answer: Answer) => {
    cache.set('k', answer);
    return cache.bytes;
  };
  const least = weightOf(answerOf(0));
  expect(weightOf(answerOf(10 * kilobyte)) - least).toBe(10 * kilobyte);
  expect(weightOf(answerOf(0, 'x'.repeat(20 * kilobyte))) - least).toBe(20 * kilobyte);
  const sent = answerOf(10 * kilobyte);
  cache.set('k', sent);
  addBody(sent, 'a', 11 * kilobyte);
  addBody(sent, 'b'.repeat(kilobyte), 11 * kilobyte);
  cache.reweigher('k', sent)();
  expect(cache.bytes - least, 'rows beside bodies of another form').toBe(33 * kilobyte + 1);
  const [body] = sent.bodies.values();
  sent.data = body ? [body.bytes.subarray(100, 10 * kilobyte)] : [];
  cache.reweigher('k', sent)();
  expect(cache.bytes - least, 'rows within a body').toBe(23 * kilobyte + 1);
});

it('drops answers that have grown beyond their share, and ignores growth of a replaced one', () => {
  const cache = new AnswerCache(800 * kilobyte);
  const [old, current] = [answerOf(kilobyte), answerOf(kilobyte)];
  cache.set('k', old);
  cache.set('k', current);
  addBody(old, 'a', 90 * kilobyte);
  cache.reweigher('k', old)();
  expect(cache.get('k')).toBe(current);
  addBody(current, 'a', 101 * kilobyte);
  cache.reweigher('k', current)();
  expect(cache.get('k')).toBeUndefined();
});
