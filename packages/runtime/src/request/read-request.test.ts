import { describe, expect, it } from 'vitest';
import { pathIn } from './query-request.ts';
import { readRequest } from './read-request.ts';

const count = { measures: ['orders.count'] };
const compared = {
  ...count,
  timeDimensions: [{ dimension: 'orders.created_at', compareDateRange: ['today', ['2024-01-01', '2024-01-31']] }],
};
const daily = { ...count, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }] };

describe('readRequest', () => {
  it.each([undefined, null, '', 'undefined', 0])('requires a query when it is %j', (query) => {
    expect(() => readRequest({ query }, true)).toThrow('Query param is required');
  });

  it('reads a query given as an object or as JSON text', () => {
    expect(readRequest({ query: count, other: 1 }, true)).toEqual({
      queryType: 'regularQuery',
      written: count,
      queries: [{ query: count, cacheMode: 'stale-if-slow', place: { kind: 'whole' } }],
      isMulti: false,
    });
    expect(readRequest({ query: JSON.stringify(count), queryType: 'multi' }, true)).toMatchObject({
      written: count,
      isMulti: true,
    });
  });

  it('passes on the message of the parser', () => {
    expect(() => readRequest({ query: '{' }, true)).toThrow(/^Unable to decode query param as JSON, error: /);
  });

  it('takes the cache mode from the parameter, then the query, then renewQuery', () => {
    const query = { ...count, cache: 'no-cache', renewQuery: true };
    const modesOf = (parameters: object) => readRequest({ ...parameters }, false).queries.map((one) => one.cacheMode);
    expect(modesOf({ query, cache: 'must-revalidate' })).toEqual(['must-revalidate']);
    expect(modesOf({ query })).toEqual(['no-cache']);
    expect(modesOf({ query: { ...count, renewQuery: true } })).toEqual(['must-revalidate']);
    expect(modesOf({ query: [{ ...daily, cache: 'no-cache' }, daily] })).toEqual(['no-cache', 'stale-if-slow']);
    expect(modesOf({ query: [daily, daily], cache: 'no-cache' })).toEqual(['no-cache', 'no-cache']);
    expect(() => readRequest({ query: count, cache: 'nope' }, true)).toThrow(
      'Invalid query format: "cacheMode" must be one of [stale-if-slow, stale-while-revalidate, must-revalidate, no-cache]',
    );
  });

  it('takes the format of the answer from the parameter, then the query', () => {
    const formatsOf = (parameters: object) =>
      readRequest({ ...parameters }, false).queries.map(({ query }) => query.responseFormat);
    expect(formatsOf({ query: count, responseFormat: 'compact' })).toEqual(['compact']);
    expect(formatsOf({ query: { ...count, responseFormat: 'compact' }, responseFormat: 'columnar' })).toEqual([
      'columnar',
    ]);
    expect(formatsOf({ query: { ...count, responseFormat: 'compact' } })).toEqual(['compact']);
    expect(formatsOf({ query: compared, responseFormat: 'compact' })).toEqual(['compact', 'compact']);
    const [, second] = readRequest({ query: [daily, daily], responseFormat: 'compact' }, false).queries;
    expect(second?.warnings?.map(({ path }) => path)).toEqual(['[1].responseFormat']);
    expect(() => readRequest({ query: count, responseFormat: 'nope' }, true)).toThrow(
      'Invalid query format: "responseFormat" must be one of [default, compact, columnar]',
    );
  });

  it('accepts an empty list of joins to sub-queries', () => {
    expect(readRequest({ query: { ...count, subqueryJoins: [] } }, true).written).toMatchObject(count);
  });

  it('refuses a parameter given twice', () => {
    expect(() => readRequest({ query: count, queryType: ['multi', 'multi'] }, true)).toThrow(
      'Invalid query format: "queryType" must be a string',
    );
  });

  it('wants kinds of queries with several results to be announced', () => {
    expect(() => readRequest({ query: [daily] }, true)).toThrow(
      "'blendingQuery' query type is not supported by the client.Please update the client.",
    );
    expect(() => readRequest({ query: compared }, true)).toThrow(
      "'compareDateRangeQuery' query type is not supported by the client.Please update the client.",
    );
    const twice = { ...compared, timeDimensions: [...compared.timeDimensions, ...compared.timeDimensions] };
    expect(() => readRequest({ query: twice }, false)).toThrow('compareDateRange can only exist for one timeDimension');
  });

  it('splits a comparison into one query per range', () => {
    const [entry] = compared.timeDimensions;
    const timeDimensions = [{ dimension: 'orders.paid_at' }, { ...entry, dateRange: 'last year' }];
    const { queryType, isMulti, queries } = readRequest({ query: { ...count, timeDimensions } }, false);
    expect([queryType, isMulti]).toEqual(['compareDateRangeQuery', true]);
    expect(
      queries.map(({ query, place }) => [query.timeDimensions?.[1], pathIn(place, 'timeDimensions[1].dateRange')]),
    ).toEqual([
      [{ dimension: 'orders.created_at', dateRange: 'today' }, 'timeDimensions[1].compareDateRange[0]'],
      [
        { dimension: 'orders.created_at', dateRange: ['2024-01-01', '2024-01-31'] },
        'timeDimensions[1].compareDateRange[1]',
      ],
    ]);
  });

  it('reads an array of queries with the same granularity', () => {
    const { queryType, queries } = readRequest({ query: [daily, { dimensions: ['users.born_at.day'] }] }, false);
    expect(queryType).toBe('blendingQuery');
    expect(queries.map(({ mark }) => mark)).toEqual([
      { kind: 'time', granularity: 'day', column: 'orders.created_at.day' },
      { kind: 'time', granularity: 'day', column: 'users.born_at.day' },
    ]);
  });

  it.each<[readonly unknown[], string, string]>([
    [
      [daily, { ...count, dimensions: ['orders.created_at.month'] }],
      'Data blending query granularities must match',
      '[1].timeDimensions',
    ],
    [[daily, count], 'Data blending query granularities must match', '[1].timeDimensions'],
    [[count, count], 'Data blending query without granularity is not supported', 'query'],
    [[], 'Invalid query format: "query" must contain at least 1 items', 'query'],
    [
      Array.from({ length: 51 }, () => daily),
      'Invalid query format: "query" must contain less than or equal to 50 items',
      'query',
    ],
    [[daily, { ...daily, limit: 'x' }], 'Invalid query format: "limit" must be a number', '[1].limit'],
    [
      [daily, compared],
      'Invalid query format: "timeDimensions.compareDateRange" is not allowed in an array of queries',
      '[1].timeDimensions',
    ],
    [[daily, 5], 'Invalid query format: "value" must be of type object', '[1]'],
  ])('refuses the array %j', (query, message, path) => {
    try {
      readRequest({ query }, false);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ message, problems: [{ path }] });
    }
  });
});
