import { afterAll, expect, it } from 'vitest';
import { GraphqlPlanner } from './graphql-planner.ts';

const planner = new GraphqlPlanner();
afterAll(() => planner.close());

const principal = { deploymentId: 1, securityContext: {} };
const cubes = [{ name: 'orders', measures: [{ name: 'orders.count', type: 'number' }], dimensions: [] }];
const schema = { key: 'a', mayIntrospect: true, meta: Buffer.from(JSON.stringify({ cubes })) };
const plan = (query: string) => planner.plan({ query, variables: {}, operationName: undefined }, schema, principal);

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
