import { afterAll, expect, it } from 'vitest';
import { GraphqlPlanner } from './graphql-planner.ts';

const planner = new GraphqlPlanner();
afterAll(() => planner.close());

const ann = { account: 'a', caller: 'ann' };
const cubes = [{ name: 'orders', measures: [{ name: 'orders.count', type: 'number' }], dimensions: [] }];
const schema = { key: 'a', mayIntrospect: true, meta: Buffer.from(JSON.stringify({ cubes })) };
const plan = (query: string, asker = ann) =>
  planner.plan({ query, variables: {}, operationName: undefined }, schema, asker);

it('plans of equal requests are remembered, those with introspection and large ones are not', async () => {
  const isRemembered = async (query: string) => {
    const [first, second] = [await plan(query), await plan(query)];
    expect(first.kind).toBe('planned');
    return first === second;
  };
  expect(await isRemembered('{ cube { orders { count } } }')).toBe(true);
  expect(await isRemembered('{ cube { orders { count } } __typename }')).toBe(true);
  expect(await isRemembered('{ cube { orders { count } } __schema { types { name } } }')).toBe(false);
  const fields = Array.from({ length: 8 }, (_, index) => `a${index}: orders { ...F }`).join(' ');
  const large = `{ cube { ${fields} } } fragment F on OrdersMembers { ${'b'.repeat(9_000)}: count }`;
  expect(await isRemembered(large)).toBe(false);
});

it('accounts take turns in the thread, and so do the callers of an account', async () => {
  const settled: string[] = [];
  const asked = (['a ann', 'a ann', 'a bob', 'a carl', 'b dora'] as const).map(async (name, index) => {
    const [account = '', caller = ''] = name.split(' ');
    await plan(`{ cube { orders { turn${index}: count } } }`, { account, caller });
    settled.push(name);
  });
  await Promise.all(asked);
  expect(settled).toEqual(['a ann', 'a ann', 'b dora', 'a bob', 'a carl']);
});
