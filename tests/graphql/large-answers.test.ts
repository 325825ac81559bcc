import { afterAll, beforeAll, expect, it } from 'vitest';
import { SocketService } from '../sockets/socket-service.ts';

let service: SocketService;
beforeAll(async () => {
  service = await SocketService.open();
  Object.assign(service.served.composition.runtime.query, { maxResultMb: 8 });
  service.writeOrders(...Array.from({ length: 2_000 }, (_, index) => `${index + 1},new,1.50`));
});
afterAll(() => service?.[Symbol.asyncDispose]());

const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const named = (index: number) => `a${String(index).padStart(190, '_')}`;

async function ask(query: string) {
  const { body } = await service.http('/cubejs-api/graphql', await service.token(), { query });
  return body as {
    readonly data: Readonly<Record<string, readonly { readonly orders: object }[] | null>>;
    readonly errors?: readonly { readonly path: unknown; readonly message: string }[];
  };
}

it('aliases do not make an answer larger than one may be', async () => {
  const { data, errors } = await ask(`{
    a: cube { orders { id ${many(60, (index) => `${named(index)}: status`)} } }
    b: cube { orders { count } }
  }`);
  expect(data).toEqual({ a: null, b: [{ orders: { count: 2_000 } }] });
  expect(errors).toMatchObject([{ path: ['a'], message: expect.stringContaining('8 MB') }]);
});

it('the answers of one request share the bound of one answer', async () => {
  const { data, errors = [] } = await ask(
    `{ ${many(4, (index) => `c${index}: cube { orders { id ${many(8, (each) => `${named(each)}: status`)} } }`)} }`,
  );
  const lengths = Object.values(data).map((rows) => rows?.length ?? 0);
  expect(lengths.filter((length) => length === 2_000)).toHaveLength(2);
  expect(errors.map(({ message }) => message)).toEqual(Array(2).fill(expect.stringContaining('8 MB')));
});

it('a number of the model that is none is an error, and no null', async () => {
  service.writeOrders('007,new,1.50', 'x8,new,2.50');
  const { data, errors } = await ask('{ a: cube { orders { id } } b: cube { orders { total } } }');
  expect(data).toEqual({ a: null, b: [{ orders: { total: 4 } }] });
  expect(errors).toMatchObject([{ path: ['a'], message: expect.stringContaining('"orders.id" is a number') }]);
});
