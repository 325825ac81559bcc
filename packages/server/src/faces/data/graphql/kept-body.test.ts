import { expect, it } from 'vitest';
import { keptBody } from './kept-body.ts';

const answer: Parameters<typeof keptBody>[1]['answer'] = {
  data: [Buffer.from('[]')],
  rowCount: 0,
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
const cache = { reweigher: () => () => undefined };
const keep = (text: string) => keptBody(Buffer.from(text), { key: 'a', answer }, cache);

it('an answer keeps the latest bodies of documents, and no long ones', () => {
  const variants = Array.from({ length: 10 }, (_, index) => keep(String(index))?.variant);
  expect([...answer.bodies.keys()]).toEqual(variants.slice(2));
  expect(keep('9')?.body.kept).toBe(answer.bodies.get(variants[9] ?? ''));
  expect(keep('x'.repeat(256 * 1024))).toBeDefined();
  expect(keep('x'.repeat(256 * 1024 + 1))).toBeUndefined();
  expect(answer.bodies.size).toBe(8);
});
