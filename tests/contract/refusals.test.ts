import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

const name = '/^[a-zA-Z0-9_]+\\.[a-zA-Z0-9_]+$/';
const status = { member: 'orders.status', operator: 'equals' };

describe('a query of a wrong shape is refused', () => {
  it.each<[object, string]>([
    [{ ...count, foo: 1 }, '"foo" is not allowed'],
    [{ measures: ['orders'] }, `"measures[0]" with value "orders" fails to match the required pattern: ${name}`],
    [{ ...count, limit: '5' }, '"limit" must be a number'],
    [{ ...count, filters: [{ ...status, operator: 'like' }] }, '"filters[0]" does not match any of the allowed types'],
    [{ ...count, joinHints: ['a'] }, '"joinHints[0]" must be an array'],
  ])('%j', async (query, error) => {
    expect(await service.refusal(query)).toMatchObject({ status: 400, error: `Invalid query format: ${error}` });
  });

  it.each<[object, string]>([
    [{ ...count, maskedMembers: [] }, 'maskedMembers cannot be provided in the query'],
    [{ ...count, filters: [status] }, `Values required for filter: ${JSON.stringify(status)}`],
    [{ measures: [{ expression: 'count(*)' }] }, 'Error: Expressions are not allowed in this context'],
    [{ measures: ['{"expression":"count(*)"}'] }, 'Error: Expressions are not allowed in this context'],
  ])('%j, in words of its own', async (query, error) => {
    expect(await service.refusal(query)).toMatchObject({ status: 400, error });
  });

  it.each([
    {},
    { filters: [{ member: 'orders.status', operator: 'set' }] },
    { timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'today' }] },
  ])('%j, as it selects nothing', async (query) => {
    expect(await service.refusal(query)).toMatchObject({
      status: 400,
      error:
        'Query should contain either measures, dimensions or timeDimensions with granularities in order to be valid',
    });
  });

  it('by the first of its keys in the order of the contract, with all of them listed', async () => {
    const query = { foo: 1, limit: 'x', timezone: 5, measures: 'orders.count' };
    const { error, problems } = await service.refusal(query);
    expect(error).toBe('Invalid query format: "measures" must be an array');
    expect(problems?.map(({ path }) => path)).toEqual(['measures', 'timezone', 'limit', 'foo']);
  });

  it('for its cache mode, wherever it is given', async () => {
    const error =
      'Invalid query format: "cacheMode" must be one of [stale-if-slow, stale-while-revalidate, must-revalidate, no-cache]';
    const { status: code, text } = await service.askQuery(count, 'load', { cache: 'nope' });
    expect([code, JSON.parse(text)]).toMatchObject([400, { error }]);
    expect(await service.refusal({ ...count, cacheMode: 'nope' })).toMatchObject({ status: 400, error });
  });
});

describe('a query that the model cannot answer is refused', () => {
  it.each<[object, string]>([
    [{ measures: ['orders.nope'] }, "'nope' not found for path 'orders.nope'"],
    [{ measures: ['nope.count'] }, "Cube 'nope' not found for path 'nope.count'"],
    [{ measures: ['orders.status'] }, "'status' not found for path 'orders.status'"],
    [{ dimensions: ['orders.count'] }, "'count' not found for path 'orders.count'"],
    [{ measures: ['stations.code'] }, "measures not defined for path 'stations.code'"],
    [{ ...count, segments: ['stations.code'] }, "segments not defined for path 'stations.code'"],
    [{ ...count, dimensions: ['weather.city'] }, "Can't find join path to join 'orders', 'weather'"],
    [
      { ...count, dimensions: ['old_orders.id'] },
      'To join across data sources use rollupJoin with Cube Store. Found data sources: archive, default',
    ],
    [
      { ...count, ungrouped: true, filters: [{ member: 'orders.count', operator: 'gt', values: ['1'] }] },
      "Measure filters aren't allowed in ungrouped query",
    ],
  ])('%j', async (query, error) => {
    expect(await service.refusal(query)).toMatchObject({ status: 400, type: 'UserError', error });
  });

  it('for a filter that restricts rows and groups at once', async () => {
    const group = {
      or: [
        { ...status, values: ['new'] },
        { member: 'orders.count', operator: 'gt', values: ['1'] },
      ],
    };
    expect(await service.refusal({ ...count, filters: [group] })).toMatchObject({
      status: 400,
      type: 'UserError',
      error: `You cannot use dimension and measure in same condition: ${JSON.stringify(group)}`,
    });
  });

  it.each<[object, string]>([
    [{ ...count, limit: 50_001 }, 'Error: The query limit has been exceeded.'],
    [
      { ...count, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'nope' }] },
      'Error: Granularity "nope" does not exist in dimension orders.created_at',
    ],
    [
      { ...count, dimensions: ['orders.created_at.nope'] },
      'Error: Granularity "nope" does not exist in dimension orders.created_at',
    ],
    [{ ...count, timezone: 'Mars/Base' }, 'Error: Unknown timezone: Mars/Base'],
    [
      { ...count, filters: [{ member: 'orders.count', operator: 'gt', values: [null] }] },
      'Error: Expected one parameter but nothing found',
    ],
  ])('%j, where the reference takes it for a fault of its own', async (query, error) => {
    expect(await service.refusal(query)).toMatchObject({ status: 400, error });
  });

  it('with the same answer for hidden and missing members', async () => {
    for (const name of ['id', 'note', 'nope']) {
      expect(await service.refusal({ dimensions: [`orders.${name}`] })).toMatchObject({
        status: 400,
        type: 'UserError',
        error: `'${name}' not found for path 'orders.${name}'`,
      });
    }
    expect((await service.refusal({ dimensions: ['vault.code'] })).error).toBe(
      "Cube 'vault' not found for path 'vault.code'",
    );
  });

  it('with the same answer by every route', async () => {
    for (const route of ['load', 'sql', 'dry-run', 'explain']) {
      const { error, status: code } = await service.refusal({ measures: ['orders.nope'] }, route);
      expect([code, error]).toEqual([400, "'nope' not found for path 'orders.nope'"]);
    }
  });
});

describe('a query is not refused', () => {
  it('for an empty group of filters', async () => {
    expect(await service.rows({ ...count, filters: [{ or: [] }] })).toEqual([{ 'orders.count': '7' }]);
  });

  it('without primary keys when it is not grouped', async () => {
    expect(await service.rows({ dimensions: ['orders.status'], ungrouped: true })).toHaveLength(7);
  });
});

describe('an error contains no more', () => {
  it('than the fault, in production', async () => {
    expect(Object.keys(await service.refusal({ measures: ['orders.nope'] }))).toEqual([
      'status',
      'type',
      'error',
      'problems',
    ]);
  });

  it('than its position and its request, in development mode', async () => {
    await using development = await ContractService.open({ isProduction: false });
    const refusal = await development.refusal({ measures: ['orders.nope'] });
    expect(refusal).toMatchObject({ requestId: expect.any(String), stack: expect.any(String) });
    expect((await development.refusal({ dimensions: ['orders.id'] })).error).toBe(
      "'id' not found for path 'orders.id'",
    );
  });
});
