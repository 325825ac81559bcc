import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };
const moreThanTwo = { member: 'orders.count', per: 'orders.status', operator: 'gt', values: ['1'] };

describe('a filter by a measure of each entity', () => {
  it('keeps the rows of the entities that pass, and none without an entity', async () => {
    expect(await service.rows({ ...count, dimensions: ['orders.status'], filters: [moreThanTwo] })).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2' },
      { 'orders.status': 'new', 'orders.count': '2' },
    ]);
    const fewer = { ...moreThanTwo, operator: 'lte' };
    expect(await service.rows({ ...count, filters: [fewer] })).toEqual([{ 'orders.count': '2' }]);
  });

  it('is not the filter of another entity, nor of the measure of the answer', async () => {
    const perNumber = { ...moreThanTwo, per: 'orders.number' };
    expect(await service.rows({ ...count, filters: [perNumber] })).toEqual([{ 'orders.count': '0' }]);
    const { per: _, ...ofAnswer } = moreThanTwo;
    expect(await service.rows({ ...count, filters: [ofAnswer] })).toEqual([{ 'orders.count': '7' }]);
  });

  it('is part of the query that the answer repeats', async () => {
    const { query } = await service.load({ ...count, filters: [{ or: [moreThanTwo] }] });
    expect(query.filters).toEqual([{ or: [moreThanTwo] }]);
  });

  it('is refused by name where it is malformed, or written otherwise', async () => {
    const hint = async (filter: object) => (await service.refusal({ ...count, filters: [filter] })).problems?.[0]?.hint;
    const { member, ...rest } = moreThanTwo;
    expect(await hint({ ...moreThanTwo, per: 'id' })).toBe('"per" names a dimension such as "customers.id"');
    expect(await hint({ dimension: member, ...rest })).toBe('"per" stands beside "member", which names a measure');
    expect((await service.refusal({ ...count, filters: [{ ...moreThanTwo, values: [] }] })).error).toContain(
      'Values required for filter: {"member":"orders.count","per":"orders.status","operator":"gt","values":[]}',
    );
    const query = { ...count, filters: [moreThanTwo] };
    const { text } = await service.post(JSON.stringify({ input: 'rest', output: 'sql', query }), 'convert-query');
    expect(JSON.parse(text)).toMatchObject({ status: 'error', error: expect.stringContaining('"per" has no form') });
  });

  it('is explained by its measure, its entity and the pass that computes it', async () => {
    const { status, text } = await service.post(
      JSON.stringify({ query: { ...count, filters: [moreThanTwo] } }),
      'explain',
    );
    expect(status).toBe(200);
    const { members, passes } = JSON.parse(text);
    expect(members.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['orders.status']));
    expect(passes).toHaveLength(2);
    expect(passes[0]).toMatchObject({ inside: 'orders.status', groupedBy: ['orders.status'] });
    expect(text).not.toContain('~');
  });
});
