import { valuesAnswerSchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;

beforeAll(async () => {
  service = await ContractService.open();
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function values(parameters: Readonly<Record<string, string>>) {
  const { status, text } = await service.ask('/cubejs-api/v1/values', { parameters });
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

describe('/v1/values', () => {
  it('gives the different values of a dimension in order, without NULL', async () => {
    const { body } = await values({ member: 'orders.status' });
    const answer = valuesAnswerSchema.parse(body);
    expect(answer).toEqual({ member: 'orders.status', values: answer.values.toSorted(), complete: true });
    expect(new Set(answer.values).size).toBe(answer.values.length);
    expect(answer.values).not.toContain(null);
  });

  it('searches in any letter case, and takes every character literally', async () => {
    const all = valuesAnswerSchema.parse((await values({ member: 'orders.status' })).body).values.map(String);
    const part = all[0]?.slice(1, 3) ?? '';
    const found = valuesAnswerSchema.parse(
      (await values({ member: 'orders.status', search: part.toUpperCase() })).body,
    );
    expect(found.values).toEqual(all.filter((value) => value.toLowerCase().includes(part.toLowerCase())));
    expect((await values({ member: 'orders.status', search: "'%_\\" })).status).toBe(200);
  });

  it('reports whether these are all values', async () => {
    const { body } = await values({ member: 'orders.status', limit: '1' });
    expect(body).toMatchObject({ values: [expect.any(String)], complete: false });
  });

  it.each([
    [{}, '"member"'],
    [{ member: 'orders' }, '"member" with value "orders" fails to match'],
    [{ member: 'orders.nope' }, "'nope' not found for path 'orders.nope'"],
    [{ member: 'orders.count' }, "'count' not found for path 'orders.count'"],
    [{ member: 'orders.status', limit: '0' }, '"limit" must be greater than or equal to 1'],
    [{ member: 'orders.status', limit: '1001' }, '"limit"'],
    [{ member: 'orders.status', cache: 'nope' }, '"cache" must be one of'],
    [{ member: 'orders.status', serach: 'x' }, '"serach" is not allowed'],
  ])('refuses %j', async (parameters, words) => {
    const { status, body } = await values(parameters as Record<string, string>);
    expect([status, body['error']]).toEqual([400, expect.stringContaining(words)]);
  });

  it.each(['orders.nope', 'orders.count', 'nope.at_all'])(
    'reports once that %s cannot be requested',
    async (member) => {
      const { body } = await values({ member, search: 'x' });
      expect(body['problems']).toMatchObject([{ path: 'member' }]);
    },
  );
});

it('/v1/subscribe answers as /v1/load does', async () => {
  const query = { measures: ['orders.count'], dimensions: ['orders.status'] };
  const [loaded, subscribed] = await Promise.all([service.askQuery(query), service.askQuery(query, 'subscribe')]);
  expect(subscribed.text).toBe(loaded.text);
  expect(subscribed.status).toBe(200);
});

describe('a notice about an answer that ends at a limit', () => {
  const at = async (query: object) => {
    const { text } = await service.askQuery({ dimensions: ['orders.id', 'orders.status'], ...query });
    const { warnings } = JSON.parse(text) as { warnings?: { code: string }[] };
    return warnings?.map(({ code }) => code);
  };

  it('is absent when the caller asked for that many rows, or when there are fewer', async () => {
    expect(await at({ limit: 1 })).toBeUndefined();
    expect(await at({})).toBeUndefined();
  });
});
