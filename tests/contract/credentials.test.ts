import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, ContractService } from './contract-service.ts';

const open: ContractService[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service[Symbol.asyncDispose]();
});

async function serve(environment: Readonly<Record<string, string>> = {}): Promise<ContractService> {
  const service = await ContractService.open({ environment });
  open.push(service);
  return service;
}

const secret = 'a secret of the contract, long enough';
const soon = Date.parse('2024-05-15T11:00:00Z') / 1000;

function signed(claims: object, key = secret, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode(header)}.${encode({ exp: soon, ...claims })}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

const meta = (service: ContractService, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  service.ask('/cubejs-api/v1/meta', { headers });
const saying = ({ status, text }: Answer) => [status, JSON.parse(text)];

const invalid = [401, { error: 'Invalid token' }];

describe('a token', () => {
  it('of OAuth is refused with the way to one of the Data API, in the same shape', async () => {
    const production = await serve();
    const error =
      'Invalid token: this address takes tokens of the Data API. With an access token, POST /api/v1/deployments/1/token makes one';
    for (const authorization of ['oat-abc', 'Bearer oat-abc'])
      expect(saying(await meta(production, { authorization }))).toEqual([401, { error }]);
    expect(saying(await meta(production, { authorization: 'oat' }))).toEqual(invalid);
  });

  it('is required, also in development mode', async () => {
    const production = await serve();
    const response = await fetch(`${production.served.origin}/cubejs-api/v1/meta`, {
      headers: { 'x-forwarded-proto': 'https' },
    });
    expect([response.status, await response.json()]).toEqual([401, { error: "Authorization header isn't set" }]);
    const development = await ContractService.open({ isProduction: false });
    open.push(development);
    const load = await fetch(`${development.served.origin}/cubejs-api/v1/load?query={"measures":["orders.count"]}`);
    expect([load.status, await load.json()]).toMatchObject([401, { error: "Authorization header isn't set" }]);
  });

  it('may be sent alone or after any scheme word', async () => {
    const service = await serve();
    const { token } = service.served;
    for (const authorization of [token, `Bearer ${token}`, `Foo ${token}`]) {
      expect((await meta(service, { authorization })).status).toBe(200);
    }
  });

  it('in X-Cube-Authorization wins over the other header', async () => {
    const service = await serve();
    const { token } = service.served;
    const both = { authorization: 'nonsense', 'x-cube-authorization': token };
    expect((await meta(service, both)).status).toBe(200);
    expect(saying(await meta(service, { authorization: token, 'x-cube-authorization': 'nonsense' }))).toEqual(invalid);
  });

  it('is invalid when it has expired, begins later, has another secret or is no token', async () => {
    const service = await serve({ CUBEJS_API_SECRET: secret });
    expect((await meta(service, { authorization: signed({}) })).status).toBe(200);
    for (const authorization of [
      signed({ exp: soon - 7200 }),
      signed({ nbf: soon }),
      signed({}, 'another secret, which is long enough too'),
      'nonsense',
    ]) {
      expect(saying(await meta(service, { authorization }))).toEqual(invalid);
    }
  });

  it('may be signed by any of several secrets', async () => {
    const [one, other] = ['the first secret of the contract is long', 'the second secret of the contract is long'];
    const service = await serve({ CUBEJS_API_SECRETS: `${one}, ${other}, ${one}` });
    for (const key of [one, other]) {
      expect((await meta(service, { authorization: signed({}, key) })).status).toBe(200);
    }
    expect(saying(await meta(service, { authorization: signed({}) }))).toEqual(invalid);
  });

  it('is checked with the key rather than the secrets', async () => {
    const key = 'the key of the contract, which is long enough';
    const service = await serve({ CUBEJS_JWT_KEY: key, CUBEJS_API_SECRET: secret });
    expect((await meta(service, { authorization: signed({}, key) })).status).toBe(200);
    expect(saying(await meta(service, { authorization: signed({}) }))).toEqual(invalid);
  });

  it.each([
    ['CUBEJS_JWT_AUDIENCE', 'x', { aud: 'x' }],
    ['CUBEJS_JWT_ISSUER', 'a, x', { iss: 'x' }],
    ['CUBEJS_JWT_SUBJECT', 'x', { sub: 'x' }],
  ])('without what %s asks for is invalid', async (name, value, claims) => {
    const service = await serve({ CUBEJS_API_SECRET: secret, [name]: value });
    expect((await meta(service, { authorization: signed(claims) })).status).toBe(200);
    expect(saying(await meta(service, { authorization: signed({}) }))).toEqual(invalid);
    const [claim] = Object.keys(claims);
    expect(saying(await meta(service, { authorization: signed({ [claim ?? '']: 'y' }) }))).toEqual(invalid);
  });
});

describe('a scope', () => {
  it('that is not granted is named in the refusal', async () => {
    const service = await serve({ CUBEJS_DEFAULT_API_SCOPES: 'meta,data' });
    const query = { measures: ['orders.count'] };
    expect(saying(await service.askQuery(query, 'sql'))).toEqual([403, { error: 'API scope is missing: sql' }]);
    const body = JSON.stringify({ query: 'SELECT 1' });
    expect(saying(await service.post(body, 'convert-query'))).toEqual([403, { error: 'API scope is missing: sql' }]);
    for (const route of ['load', 'dry-run']) expect((await service.askQuery(query, route)).status).toBe(200);
    expect((await meta(service, {})).status).toBe(200);
  });

  it('is needed for SQL over the model, whose errors have the status 200 otherwise', async () => {
    const service = await serve({ CUBEJS_DEFAULT_API_SCOPES: 'meta,sql' });
    const body = JSON.stringify({ query: 'SELECT 1' });
    expect(saying(await service.post(body, 'cubesql'))).toEqual([403, { error: 'API scope is missing: data' }]);
    const unknown = {
      method: 'POST',
      body,
      headers: { authorization: 'x', 'content-type': 'application/json' },
    } as const;
    expect(saying(await service.ask('/cubejs-api/v1/cubesql', unknown))).toEqual(invalid);
    const without = { ...unknown, headers: { ...unknown.headers, authorization: '' } };
    expect(saying(await service.ask('/cubejs-api/v1/cubesql', without))[0]).toBe(401);
  });

  it('is checked after the token', async () => {
    const service = await serve({ CUBEJS_DEFAULT_API_SCOPES: 'meta' });
    expect(saying(await service.ask('/cubejs-api/v1/load', { headers: { authorization: 'x' } }))).toEqual(invalid);
  });
});
