import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SocketService } from '../sockets/socket-service.ts';

const scopeClaim = 'orreryScopes';
let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string }[];
  readonly error?: string;
}

async function ask(query: unknown, variables: unknown = {}, token?: string) {
  const { status, body } = await service.http('/cubejs-api/graphql', token ?? (await service.token()), {
    query,
    variables,
  });
  const { data, errors, error } = body as Answer;
  return { status, data, messages: errors?.map(({ message }) => message) ?? (error === undefined ? [] : [error]) };
}

async function withScopes(...scopes: readonly string[]): Promise<string> {
  const [deployment] = service.served.composition.deployments;
  const now = Math.floor(Date.parse('2024-05-15T10:20:30Z') / 1000);
  return new SignJWT({ statuses: ['new'], [scopeClaim]: scopes, iat: now, exp: now + 600 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(deployment?.apiSecret));
}

const count = '{ cube { orders { count } } }';

describe('who asks', () => {
  it('sees their own rows only, through the one schema of all who see the same members', async () => {
    expect((await ask(count)).data).toEqual({ cube: [{ orders: { count: 3 } }] });
    const few = await service.token({ statuses: ['completed'] });
    expect((await ask(count, {}, few)).data).toEqual({ cube: [{ orders: { count: 1 } }] });
    const none = await service.token({ statuses: [] });
    expect((await ask(count, {}, none)).messages).toEqual([expect.stringContaining('Cannot query field "cube"')]);
  });

  it('needs a token with the scope', async () => {
    expect(await ask(count, {}, 'nonsense')).toMatchObject({ status: 401, messages: ['Invalid token'] });
    const lacking = await ask(count, {}, await withScopes('data', 'meta'));
    expect(lacking).toMatchObject({ status: 403, messages: ['API scope is missing: graphql'] });
  });

  it('is described and suggested nothing without the scope of metadata', async () => {
    const token = await withScopes('graphql');
    expect((await ask(count, {}, token)).data).toEqual({ cube: [{ orders: { count: 2 } }] });
    const { messages, data } = await ask('{ __schema { types { name } } }', {}, token);
    expect([data, messages[0]]).toEqual([undefined, expect.stringContaining('introspection')]);
    const [suggesting] = (await ask('{ cube { orders { cuont } } }', {}, token)).messages;
    expect(suggesting).not.toContain('Did you mean');
    expect((await ask('{ cube { orders { cuont } } }')).messages[0]).toContain('Did you mean "count"');
  });
});

describe('documents that cost too much are refused before anything is planned', () => {
  const nested = (depth: number) => '{ cube '.repeat(depth) + '}'.repeat(depth);
  const aliases = (many: number) =>
    `{ ${Array.from({ length: many }, (_, index) => `a${index}: cube { orders { count } }`).join(' ')} }`;
  const fields = (many: number) =>
    `{ cube { orders { ${Array.from({ length: many }, (_, index) => `f${index}: count`).join(' ')} } } }`;
  const bombs = Array.from(
    { length: 30 },
    (_, index) => `fragment F${index} on Result { ...F${index + 1} ...F${index + 1} }`,
  );
  const cases: readonly (readonly [string, string, string])[] = [
    ['too deep', nested(1_000), 'nested deeper'],
    ['10,000 aliases', aliases(3_000), 'more than 5000 tokens'],
    ['21 queries', aliases(21), 'More than 20 fields are named cube'],
    ['501 fields', fields(501), 'More than 500 fields'],
    [
      'a cycle of fragments',
      '{ cube { ...A } } fragment A on Result { ...B } fragment B on Result { ...A }',
      'spreads itself',
    ],
    [
      'fragments that double',
      `{ cube { ...F0 } } ${bombs.join(' ')} fragment F30 on Result { orders { count } }`,
      'More than 500 fields',
    ],
    ['repeated directives', `{ cube { orders { count ${'@skip(if: false) '.repeat(500)} } } }`, 'directive "@skip"'],
    ['repeated directives of the operation', `query ${'@skip(if: false) '.repeat(500)}${count}`, 'directive "@skip"'],
    ['an OR of nothing', '{ cube(where: {OR: []}) { orders { count } } }', '"OR" holds no condition'],
    ['an OR of null', '{ cube { orders(where: {OR: null}) { count } } }', '"OR" is null'],
    [
      'an OR that its variable makes null',
      'query ($either: [OrdersWhereInput!] = null) { cube { orders(where: {OR: $either}) { count } } }',
      '"OR" is null',
    ],
    [
      'an OR of an empty condition',
      '{ cube(where: {OR: [{}]}) { orders { count } } }',
      '"OR" holds an empty condition',
    ],
    [
      'an OR with a condition whose variable has no value',
      'query ($s: String) { cube { orders(where: {OR: [{id: {gt: 2}}, {AND: [{status: {equals: $s}}]}]}) { count } } }',
      '"OR" holds an empty condition',
    ],
    ['two operations', `query A ${count} query B ${count}`, 'one operation'],
    [
      'nested introspection',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      'introspection depth',
    ],
    ['lists in lists', `{ cube(where: ${'['.repeat(4_900)}) { orders { count } } }`, 'nested deeper than 100'],
    [
      'fragments that nothing spreads',
      `{ cube { orders { count } } } ${Array.from({ length: 51 }, (_, index) => `fragment U${index} on Result { orders { count } }`).join(' ')}`,
      'More than 50 fragments',
    ],
    [
      'fragments within fields',
      `{ cube { orders { ${'... { count } '.repeat(251)} } } }`,
      'More than 500 fields and fragments',
    ],
  ];

  it.each(cases)('%s', async (_, query, said) => {
    const before = service.figures.running;
    const { status, data, messages } = await ask(query);
    expect([status, data, messages[0]]).toEqual([200, undefined, expect.stringContaining(said)]);
    expect(service.figures.running).toBe(before);
  });

  it('large bodies, lists of requests, and variables of wrong types', async () => {
    expect((await ask(`${count}${' '.repeat(101 * 1024)}`)).status).toBe(413);
    const list = await service.http('/cubejs-api/graphql', await service.token(), [{ query: count }]);
    expect(list.status).toBe(400);
    for (const wrong of [7, [], null, { query: 1 }]) expect((await ask(wrong)).status).toBe(400);
    for (const wrong of ['x', 7, [1]]) expect((await ask(count, wrong)).status).toBe(400);
    const limited =
      'query ($limit: Int, $where: RootWhereInput) { cube(limit: $limit, where: $where) { orders { count } } }';
    for (const variables of [
      { limit: 'x' },
      { limit: 1.5 },
      { where: [] },
      { where: { orders: { status: { equals: { a: 1 } } } } },
      { where: { orders: { status: { contains: [7] } } } },
      { where: { orders: { nope: {} } } },
      { where: JSON.parse('{"__proto__":{"x":1}}') as unknown },
      { where: JSON.parse('{"orders":{"__proto__":{"equals":"new"}}}') as unknown },
    ]) {
      const { data, messages } = await ask(limited, variables);
      expect([variables, data, messages.length]).toEqual([variables, undefined, 1]);
    }
    expect((await ask(limited, { limit: -1 })).messages).toHaveLength(1);
    expect((await ask(limited, { where: { orders: { total: { equals: 2 ** 53 } } } })).messages[0]).toContain('digits');
    expect(({} as { equals?: string }).equals).toBeUndefined();
    expect((await ask(count)).status).toBe(200);
  });
});

it('GET takes the same parameters, as texts', async () => {
  const search = new URLSearchParams({
    query: 'query ($s: String) { cube(where: {orders: {status: {equals: $s}}}) { orders { count } } }',
    variables: '{"s":"new"}',
  });
  const { body } = await service.http(`/cubejs-api/graphql?${search}`, await service.token());
  expect((body as Answer).data).toEqual({ cube: [{ orders: { count: 2 } }] });
  const broken = await service.http('/cubejs-api/graphql?query={a}&variables={', await service.token());
  expect(broken.status).toBe(400);
});

it('a long answer has all its rows', async () => {
  service.writeOrders(...Array.from({ length: 20_000 }, (_, index) => `${index + 1},new,1.50`));
  const { data } = await ask('{ cube(limit: 50000, orderBy: {orders: {id: asc}}) { orders { id status total } } }');
  const rows = data?.['cube'] as readonly { readonly orders: object }[];
  expect(rows).toHaveLength(20_000);
  expect([rows[0], rows.at(-1)]).toEqual([
    { orders: { id: 1, status: 'new', total: 1.5 } },
    { orders: { id: 20_000, status: 'new', total: 1.5 } },
  ]);
});
