import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { installClients } from '../../scripts/install-clients.ts';
import { SocketService } from '../sockets/socket-service.ts';

await installClients();
const { serverAudits } = await import('graphql-http');
const { buildClientSchema, getIntrospectionQuery, validateSchema } = await import('graphql');
const { ApolloClient, gql, HttpLink, InMemoryCache } = await import('@apollo/client/core');

/** Public packages of GraphQL, unmodified, against a served project. */
let service: SocketService;
let url: string;
let token: string;
beforeAll(async () => {
  service = await SocketService.open({ isProduction: false });
  url = `${service.served.origin}/cubejs-api/graphql`;
  token = await service.token();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const withToken = (address: RequestInfo | URL, options: RequestInit = {}) =>
  fetch(address, { ...options, headers: { ...(options.headers as Record<string, string>), authorization: token } });

describe('graphql-http', () => {
  it('finds nothing in its audit of servers, whatever a server must, should or may do', async () => {
    const audits = serverAudits({ url: () => url, fetchFn: withToken });
    const found = [];
    for (const { id, name, fn } of audits) {
      const result = await fn();
      if (result.status !== 'ok') found.push(`${id} ${name}: ${result.reason}`);
    }
    expect(audits.length).toBeGreaterThan(60);
    expect(found).toEqual([]);
  });
});

describe('graphql', () => {
  it('reads the schema from its introspection', async () => {
    const answer = await withToken(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    const { data } = (await answer.json()) as { readonly data: Parameters<typeof buildClientSchema>[0] };
    const schema = buildClientSchema(data);
    expect(validateSchema(schema)).toEqual([]);
    expect(schema.getType('OrdersMembers')?.toConfig()).toMatchObject({ name: 'OrdersMembers' });
  });
});

describe('@apollo/client', () => {
  it('asks once, and answers an equal query from its cache', async () => {
    let requests = 0;
    const link = new HttpLink({
      uri: url,
      fetch: (address, options) => {
        requests += 1;
        return withToken(address, options);
      },
    });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    onTestFinished(() => client.stop());
    const query = gql`
      query ByStatus($limit: Int) {
        cube(limit: $limit, orderBy: { orders: { count: desc } }) {
          orders {
            status
            count
          }
        }
      }
    `;
    const answers = [];
    for (const limit of [1, 1, 2]) answers.push(await client.query({ query, variables: { limit } }));
    expect(requests).toBe(2);
    const [first, second, third] = answers.map(({ data }) => data as { readonly cube: readonly unknown[] });
    expect(first?.cube).toMatchObject([{ orders: { status: 'new', count: 2 } }]);
    expect([second, third?.cube.length]).toEqual([first, 2]);
    const wrong = client.query({ query: gql('{ cube { orders { nothing } } }') });
    await expect(wrong).rejects.toThrow('nothing');
  });
});
