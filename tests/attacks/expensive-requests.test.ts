import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, AttackedService } from './attacked-service.ts';
import { internalsIn } from './internals.ts';

let service: AttackedService;

beforeAll(async () => {
  service = await AttackedService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

const status = 'orders.status';
const numbered = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);
const nested = (depth: number, key: string) =>
  `${`{"${key}":[`.repeat(depth)}{"member":"${status}","operator":"set"}${']}'.repeat(depth)}`;
const withFilters = (filters: string) => `{"query":{"measures":["orders.count"],"filters":[${filters}]}}`;
const filterOf = (values: readonly unknown[], operator = 'equals') =>
  JSON.stringify({ member: status, operator, values });

/** Sends a request while another client sends a small one, which must not slow down. */
async function ask(body: string, route = 'load'): Promise<Answer> {
  const [answer, neighbour] = await Promise.all([
    service.post(body, route),
    service.ask({ measures: ['island.count'], cache: 'no-cache' }),
  ]);
  expect(neighbour.body?.data).toEqual([{ 'island.count': '1' }]);
  return answer;
}

describe('refused, and nothing runs:', () => {
  it.each<[string, () => string]>([
    ['a hundred thousand values', () => withFilters(filterOf(numbered(100_000, 'v')))],
    ['a hundred thousand numbers', () => withFilters(filterOf(Array.from({ length: 100_000 }, (_, index) => index)))],
    ['a hundred thousand patterns', () => withFilters(filterOf(numbered(100_000, 'v'), 'contains'))],
    [
      'more values than a query holds, spread over filters',
      () =>
        withFilters(
          numbered(12, 'f')
            .map((name) => filterOf(numbered(1000, name)))
            .join(','),
        ),
    ],
    [
      'ten thousand filters',
      () =>
        withFilters(
          numbered(10_000, 'f')
            .map((name) => filterOf([name]))
            .join(','),
        ),
    ],
    ['filters sixty levels deep', () => withFilters(nested(60, 'and'))],
    ['filters a hundred thousand levels deep', () => withFilters(nested(100_000, 'or'))],
    ['arrays a million levels deep', () => `{"query":${'['.repeat(1_000_000)}`],
    ['objects a million levels deep', () => `${'{"a":'.repeat(1_000_000)}`],
    [
      'a tree of filters that is wide and deep',
      () => withFilters(Array.from({ length: 1000 }, () => nested(20, 'or')).join(',')),
    ],
    ['ten thousand measures', () => `{"query":{"measures":${JSON.stringify(numbered(10_000, 'orders.m'))}}}`],
    [
      'the same measure ten thousand times',
      () => `{"query":{"measures":${JSON.stringify(new Array(10_000).fill('orders.count'))}}}`,
    ],
    [
      'ten thousand unknown keys',
      () =>
        `{"query":{"measures":["orders.count"],${numbered(10_000, 'k')
          .map((key) => `"${key}":1`)
          .join(',')}}}`,
    ],
    [
      'forty-five thousand unknown keys',
      () =>
        `{"query":{"measures":["orders.count"],${numbered(45_000, 'k')
          .map((key) => `"${key}":1`)
          .join(',')}}}`,
    ],
    [
      'ten thousand time dimensions',
      () => {
        const one = { dimension: 'orders.created_at', granularity: 'day', dateRange: 'someday' };
        return JSON.stringify({ query: { timeDimensions: new Array(10_000).fill(one) } });
      },
    ],
    [
      'ten thousand wrong orders',
      () =>
        `{"query":{"measures":["orders.count"],"order":${JSON.stringify(numbered(10_000, 'o').map((name) => [name, 'up']))}}}`,
    ],
    ['a limit over the highest', () => '{"query":{"dimensions":["huge.id"],"limit":100000000}}'],
    [
      'a number of a million digits',
      () => withFilters(`{"member":"orders.total_amount","operator":"gt","values":[${'9'.repeat(1_000_000)}]}`),
    ],
    ['a name of ten million letters', () => `{"query":{"measures":["orders.${'x'.repeat(10_000_000)}"]}}`],
    ['ten million escapes in a key', () => `{"query":{"${'\\u0061'.repeat(1_700_000)}":1}}`],
    ['ten million backslashes', () => `{"query":"${'\\\\'.repeat(5_000_000)}"}`],
    ['a text of ten million quotes', () => `{"query":{"timezone":"${'\\"'.repeat(5_000_000)}"}}`],
  ])('%s', async (_, body) => {
    const before = service.statements;
    const text = body();
    for (const route of ['load', 'dry-run', 'sql', 'explain']) {
      const answer = await ask(text, route);
      expect([answer.status, answer.body?.problems?.length, answer.text.slice(0, 200)]).toEqual([
        400,
        expect.any(Number),
        expect.any(String),
      ]);
      expect(internalsIn(answer.text)).toEqual([]);
      expect(answer.text.length).toBeLessThan(100_000);
    }
    expect(service.statements - before).toBe(4); // the statement of the other client
  });
});

describe('answered within its limits:', () => {
  it('a minute series of many years stops at the limit of rows', async () => {
    const timeDimensions = [{ dimension: 'huge.at', granularity: 'minute', dateRange: ['1960-01-01', '2030-12-31'] }];
    const answer = await ask(JSON.stringify({ query: { measures: ['huge.count'], timeDimensions } }));
    expect([answer.status, answer.body?.data?.length]).toEqual([200, 10_000]);
  });

  it('the largest accepted list of values', async () => {
    const answer = await ask(withFilters(filterOf(numbered(10_000, 'v'))));
    expect([answer.status, answer.body?.data]).toEqual([200, [{ 'orders.count': '0' }]]);
  });

  it('a pattern that would be catastrophic as a regular expression', async () => {
    const patterns = ['(a+)+$', '(.*)*x', '^(([a-z])+.)+[A-Z]([a-z])+$', '%%%%%%%%%%%%%%%%%%%%a'];
    const answer = await ask(withFilters(filterOf(patterns, 'contains')));
    expect([answer.status, answer.body?.data]).toEqual([200, [{ 'orders.count': '0' }]]);
  });

  it('fifty thousand rows, while others are answered', async () => {
    const answer = await ask(JSON.stringify({ query: { dimensions: ['huge.id', 'huge.one'], limit: 50_000 } }));
    expect([answer.status, answer.body?.data?.length]).toEqual([200, 50_000]);
  });
});
