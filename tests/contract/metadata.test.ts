import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const names = (list: readonly { readonly name: string }[] | undefined) => list?.map(({ name }) => name);

describe('the metadata', () => {
  it('lists cubes and views with public members', async () => {
    const { cubes } = await service.meta();
    expect(names(cubes)).toEqual(['orders', 'users', 'weather', 'stations', 'old_orders', 'orders_view']);
    for (const cube of cubes) {
      expect([cube.measures, cube.dimensions, cube.segments].every(Array.isArray)).toBe(true);
      expect([cube.isVisible, cube.public]).toEqual([true, true]);
    }
  });

  it('lists public members only; keys are only public when declared so', async () => {
    const { cubes } = await service.meta();
    const [orders] = cubes;
    expect(names(orders?.measures)).not.toContain('orders.profit');
    expect(names(orders?.dimensions)).toEqual([
      'orders.number',
      'orders.status',
      'orders.created_at',
      'orders.is_paid',
    ]);
    expect(names(orders?.segments)).toEqual(['orders.completed']);
    const old = cubes.find(({ name }) => name === 'old_orders');
    expect(old?.dimensions).toMatchObject([{ name: 'old_orders.id', primaryKey: true, title: 'Old Orders ID' }]);
  });

  it('lists no more in development mode', async () => {
    await using development = await ContractService.open({ isProduction: false });
    expect(await development.meta()).toEqual(await service.meta());
  });

  it('shows which cubes can be joined', async () => {
    const components = (await service.meta()).cubes.map(({ name, connectedComponent }) => [name, connectedComponent]);
    const [one] = components;
    expect(components).toEqual([
      ['orders', expect.any(Number)],
      ['users', one?.[1]],
      ['weather', undefined],
      ['stations', undefined],
      ['old_orders', undefined],
      ['orders_view', undefined],
    ]);
  });

  it('is limited to views on request', async () => {
    expect(names((await service.meta({ onlyViews: 'true' })).cubes)).toEqual(['orders_view']);
  });

  it('names the member of a cube behind that of a view', async () => {
    const [view] = (await service.meta({ onlyViews: 'true' })).cubes;
    expect(view).toMatchObject({ type: 'view', title: 'Orders View' });
    expect(view?.dimensions.map(({ name, aliasMember }) => [name, aliasMember])).toEqual([
      ['orders_view.status', 'orders.status'],
      ['orders_view.created_at', 'orders.created_at'],
      ['orders_view.users_city', 'users.city'],
    ]);
  });

  it.each(['', 'true', 'false'])("adds the authors' definitions when 'extended' is set: '%s'", async (extended) => {
    const [plain] = (await service.meta()).cubes;
    const [orders] = (await service.meta({ extended })).cubes;
    for (const key of ['sql', 'fileName', 'joins', 'preAggregations', 'refreshKey']) {
      expect(plain).not.toHaveProperty(key);
    }
    expect(orders).toMatchObject({
      sql: expect.stringMatching(/^SELECT \* FROM \(VALUES/),
      fileName: 'shop.yml',
      joins: [{ name: 'users', relationship: 'many_to_one', sql: '${CUBE}.user_id = ${users}.id' }],
      preAggregations: [],
      refreshKey: { every: '1 hour' },
    });
    expect(orders?.measures.find(({ name }) => name === 'orders.paid_count')).toMatchObject({
      filters: [{ sql: '${CUBE}.is_paid' }],
    });
    expect(orders?.dimensions.find(({ name }) => name === 'orders.number')).toMatchObject({ sql: '${CUBE}.id' });
    expect(orders?.segments).toMatchObject([{ sql: "${CUBE}.status = 'completed'" }]);
  });
});

it('extended metadata lists what each measure may be grouped by, and queries outside it are refused with the reason', async () => {
  const { cubes } = await service.meta({ extended: '' });
  const of = (name: string) => cubes.find((cube) => cube.name === name)?.queryable;
  expect(of('users')).toEqual([
    {
      by: [{ name: 'orders', path: ['orders', 'users'] }, { name: 'users' }, { name: 'orders_view' }],
    },
  ]);
  expect(of('weather')).toEqual([{ by: [{ name: 'weather' }] }]);
  expect(JSON.stringify(cubes)).not.toContain('vault');
  expect(await service.refusal({ measures: ['users.count'], dimensions: ['weather.city'] })).toMatchObject({
    error: "Can't find join path to join 'users', 'weather'",
    problems: [{ hint: "No join leads from 'users' to 'weather'. Declare a join, or query them separately." }],
  });
  expect((await service.meta()).cubes[0]).not.toHaveProperty('queryable');
});
