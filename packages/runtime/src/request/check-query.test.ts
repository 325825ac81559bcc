import { describe, expect, it } from 'vitest';
import { checkQuery } from './check-query.ts';
import { InvalidQuery } from './invalid-query.ts';

const pattern = 'fails to match the required pattern';
const count = { measures: ['orders.count'] };

function problemsOf(query: unknown): InvalidQuery['problems'] {
  try {
    checkQuery(query);
  } catch (error) {
    if (error instanceof InvalidQuery) return error.problems;
    throw error;
  }
  throw new Error('was accepted');
}

function texts(query: unknown): readonly string[] {
  return problemsOf(query).map((problem) => problem.message.replace('Invalid query format: ', '… '));
}

describe("checkQuery uses the contract's message for every problem", () => {
  it.each([
    [{ ...count, foo: 1 }, '… "foo" is not allowed'],
    [{ measures: ['foo'] }, `… "measures[0]" with value "foo" ${pattern}: /^[a-zA-Z0-9_]+\\.[a-zA-Z0-9_]+$/`],
    [
      { dimensions: ['foo'] },
      `… "dimensions[0]" with value "foo" ${pattern}: /^[a-zA-Z0-9_]+\\.[a-zA-Z0-9_]+(\\.[a-zA-Z0-9_]+)?$/`,
    ],
    [{ measures: 'orders.count' }, '… "measures" must be an array'],
    [{ measures: [5] }, '… "measures[0]" must be a string'],
    [{ ...count, limit: '10' }, '… "limit" must be a number'],
    [{ ...count, limit: null }, '… "limit" must be a number'],
    [{ ...count, limit: -1 }, '… "limit" must be greater than or equal to 0'],
    [{ ...count, limit: 1.5 }, '… "limit" must be an integer'],
    [{ ...count, limit: 1e300 }, '… "limit" must be a safe number'],
    [{ ...count, offset: -1 }, '… "offset" must be greater than or equal to 0'],
    [{ ...count, order: { 'orders.count': 'up' } }, '… "order.orders.count" must be one of [asc, desc]'],
    [{ ...count, order: { 'orders.count': 'none' } }, '… "order.orders.count" must be one of [asc, desc]'],
    [{ ...count, order: [['orders.count']] }, '… "order[0]" must contain at least 2 items'],
    [{ ...count, order: 'orders.count' }, '… "order" must be one of [object, array]'],
    [{ ...count, order: { constructor: 'asc' } }, '… "order.constructor" is not allowed'],
    [{ ...count, timezone: 5 }, '… "timezone" must be a string'],
    [{ ...count, ungrouped: 'x' }, '… "ungrouped" must be a boolean'],
    [{ ...count, total: 'x' }, '… "total" must be a boolean'],
    [{ ...count, responseFormat: 'x' }, '… "responseFormat" must be one of [default, compact, columnar]'],
    [{ timeDimensions: [{ granularity: 'day' }] }, '… "timeDimensions[0].dimension" is required'],
    [
      { timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['a', 'b', 'c'] }] },
      '… "timeDimensions[0].dateRange" must contain less than or equal to 2 items',
    ],
    [
      { timeDimensions: [{ dimension: 'orders.created_at', dateRange: [] }] },
      '… "timeDimensions[0].dateRange" must contain at least 1 items',
    ],
    [
      { timeDimensions: [{ dimension: 'orders.created_at', dateRange: 5 }] },
      '… "timeDimensions[0].dateRange" must be one of [string, array]',
    ],
    [{ ...count, joinHints: ['a'] }, '… "joinHints[0]" must be an array'],
    [{ ...count, subqueryJoins: [{ sql: 'x' }, {}] }, '… "subqueryJoins" is not allowed'],
    [{ ...count, subqueryJoins: {} }, '… "subqueryJoins" is not allowed'],
    [{ ...count, subqueryJoins: null }, '… "subqueryJoins" is not allowed'],
    [{ ...count, maskedMembers: [] }, 'maskedMembers cannot be provided in the query'],
    [{ measures: [{ expression: 'x' }] }, 'Error: Expressions are not allowed in this context'],
    [{ measures: ['{"expression":1}'] }, 'Error: Expressions are not allowed in this context'],
    [5, '… "value" must be of type object'],
  ])('%j', (query, text) => {
    expect(texts(query)).toEqual([text]);
  });
});

describe('checkQuery refuses malformed filters, with hints', () => {
  it.each([
    [{ member: 'orders.status', operator: 'equal', values: ['a'] }, 'Did you mean "equals"?'],
    [{ member: 'orders.status', values: ['a'] }, 'A filter needs an "operator" such as "equals"'],
    [{ operator: 'equals', values: ['a'] }, 'A filter needs a "member" such as "orders.status"'],
    [{ member: 'o.a', dimension: 'o.a', operator: 'set' }, 'Give "member" or "dimension", not both'],
    [{ member: 'o.a', operator: 'equals', values: 'a' }, '"values" is an array'],
    [{ member: 'o.a', operator: 'equals', values: [{}] }, '"values" holds texts, numbers, booleans and nulls'],
    [{ member: 'o.a', operator: 'equals', value: ['a'] }, 'A filter has no "value"'],
    [{ or: [], and: [] }, 'A group has one key, "or" or "and"'],
    [{ or: [{ and: [null] }] }, /^A filter is an object/],
  ])('%j', (filter, hint) => {
    const problems = problemsOf({ ...count, filters: [{ or: [] }, filter] });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      message: 'Invalid query format: "filters[1]" does not match any of the allowed types',
      path: 'filters[1]',
    });
    expect(problems[0]?.hint).toMatch(hint);
  });
});

describe('checkQuery', () => {
  it('lists every problem, in the order of the contract, unknown keys last', () => {
    const query = { bogus: 1, limit: 'x', filters: [{}], measures: ['a', 'b'], timezone: 1 };
    expect(problemsOf(query).map((problem) => problem.path)).toEqual([
      'measures[0]',
      'measures[1]',
      'filters[0]',
      'timezone',
      'limit',
      'bogus',
    ]);
  });

  it('suggests the nearest key', () => {
    expect(problemsOf({ mesures: ['orders.count'] })[0]).toMatchObject({ hint: 'Did you mean "measures"?' });
    const timeDimension = { dimension: 'orders.created_at', granularty: 'day' };
    expect(problemsOf({ timeDimensions: [timeDimension] })[0]).toMatchObject({ hint: 'Did you mean "granularity"?' });
  });

  it('accepts everything a client may send', () => {
    const query = {
      measures: ['orders.count'],
      dimensions: ['orders.status', 'orders.created_at.day'],
      segments: ['orders.completed'],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: 'last 7 days' }],
      filters: [
        { dimension: 'orders.status', operator: 'equals', values: ['a', 1, true, null] },
        { or: [{ and: [{ member: 'orders.id', operator: 'set' }] }] },
      ],
      order: [['orders.count', 'desc']],
      limit: 0,
      offset: 3,
      total: 'true',
      timezone: 'UTC',
      ungrouped: true,
      renewQuery: true,
      cache: 'no-cache',
      responseFormat: 'compact',
      joinHints: [],
    };
    expect(checkQuery(query)).toEqual({ ...query, total: true });
  });

  it('quotes a huge name only in part', () => {
    expect(texts({ measures: ['x'.repeat(1_000_000)] })[0]?.length).toBeLessThan(400);
  });
});
