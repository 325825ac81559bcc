import { describe, expect, it } from 'vitest';
import { readRequest } from './read-request.ts';

const count = { measures: ['orders.count'] };
const compared = { ...count, timeDimensions: [{ dimension: 'orders.created_at', compareDateRange: ['today'] }] };

describe('readRequest', () => {
  it.each([undefined, null, '', 'undefined', 0])('asks for a query when it is %j', (query) => {
    expect(() => readRequest({ query }, true)).toThrow('Query param is required');
  });

  it('reads a query given as an object or as JSON text', () => {
    expect(readRequest({ query: count, other: 1 }, true)).toEqual({
      query: count,
      isMulti: false,
      cacheMode: 'stale-if-slow',
    });
    expect(readRequest({ query: JSON.stringify(count), queryType: 'multi' }, true)).toMatchObject({
      query: count,
      isMulti: true,
    });
  });

  it('says what the parser said', () => {
    expect(() => readRequest({ query: '{' }, true)).toThrow(/^Unable to decode query param as JSON, error: /);
  });

  it('takes the cache mode from the parameter, then the query, then renewQuery', () => {
    const query = { ...count, cache: 'no-cache', renewQuery: true };
    expect(readRequest({ query, cache: 'must-revalidate' }, true).cacheMode).toBe('must-revalidate');
    expect(readRequest({ query }, true).cacheMode).toBe('no-cache');
    expect(readRequest({ query: { ...count, renewQuery: true } }, true).cacheMode).toBe('must-revalidate');
    expect(() => readRequest({ query: count, cache: 'nope' }, true)).toThrow(
      'Invalid query format: "cacheMode" must be one of [stale-if-slow, stale-while-revalidate, must-revalidate, no-cache]',
    );
  });

  it('refuses a parameter given twice', () => {
    expect(() => readRequest({ query: count, queryType: ['multi', 'multi'] }, true)).toThrow(
      'Invalid query format: "queryType" must be a string',
    );
  });

  it('refuses arrays of queries and comparisons, in the words of the contract when they are not announced', () => {
    expect(() => readRequest({ query: [count] }, true)).toThrow(
      "'blendingQuery' query type is not supported by the client.Please update the client.",
    );
    expect(() => readRequest({ query: compared }, true)).toThrow(
      "'compareDateRangeQuery' query type is not supported by the client.Please update the client.",
    );
    expect(() => readRequest({ query: [count], queryType: 'multi' }, true)).toThrow(
      'an array of queries is not served yet',
    );
    expect(() => readRequest({ query: compared }, false)).toThrow('"compareDateRange" is not served yet');
    const twice = { ...compared, timeDimensions: [...compared.timeDimensions, ...compared.timeDimensions] };
    expect(() => readRequest({ query: twice }, false)).toThrow('compareDateRange can only exist for one timeDimension');
  });
});
