import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService, refused } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

describe('a probe', () => {
  it.each(['/readyz', '/livez'])('of %s needs no token', async (path) => {
    const answer = await service.ask(path, { headers: { authorization: '' } });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { health: 'HEALTH' }]);
  });
});

describe('an address', () => {
  it.each([
    '/cubejs-api/v1/run-scheduled-refresh',
    '/cubejs-system/v1/context',
    '/cubejs-api/v1',
    '/cubejs-api/load',
    '/v1/load',
  ])('that was removed or never there leads nowhere: %s', async (path) => {
    expect((await service.ask(path)).status).toBe(404);
  });

  it('answers preflight requests of browsers from every origin', async () => {
    for (const route of ['load', 'sql', 'dry-run', 'meta']) {
      const { status, headers } = await service.ask(`/cubejs-api/v1/${route}`, {
        method: 'OPTIONS',
        headers: {
          authorization: '',
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-request-id',
        },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      const allowed = headers.get('access-control-allow-headers')?.split(/, ?/);
      expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'x-request-id']));
    }
  });
});

describe('a query', () => {
  it('may be JSON in the URL or the body of a request, as a value or as text', async () => {
    const byAddress = JSON.parse((await service.askQuery(count)).text);
    for (const query of [count, JSON.stringify(count)]) {
      const { status, text } = await service.post(JSON.stringify({ query }));
      expect([status, JSON.parse(text)]).toEqual([200, byAddress]);
    }
  });

  it('may be sent with parameters and keys that are not read', async () => {
    expect((await service.askQuery(count, 'load', { other: '1' })).status).toBe(200);
    expect((await service.post(JSON.stringify({ query: count, other: 1 }))).status).toBe(200);
  });

  it.each(['', 'undefined'])("is required; '%s' is no query", async (query) => {
    const answer = await service.ask('/cubejs-api/v1/load', { parameters: { query } });
    expect(refused(answer)).toMatchObject({ status: 400, error: 'Query param is required' });
  });

  it('is required in the URL', async () => {
    expect(refused(await service.ask('/cubejs-api/v1/load'))).toMatchObject({
      status: 400,
      error: 'Query param is required',
    });
  });

  it('in a body of another type is not read', async () => {
    const answer = await service.post(JSON.stringify({ query: count }), 'load', 'text/plain');
    expect(refused(answer)).toMatchObject({ status: 400, error: 'Query param is required' });
  });

  it("that is not JSON is refused with the parser's message", async () => {
    const answer = await service.ask('/cubejs-api/v1/load', { parameters: { query: '{' } });
    expect(refused(answer)).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^Unable to decode query param as JSON, error: ./),
    });
  });

  it('in a body that is not JSON is refused', async () => {
    expect(refused(await service.post('{'))).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^SyntaxError: ./),
    });
  });
});

describe('a request id', () => {
  it('is not sent back in a header, nor in an answer outside of development mode', async () => {
    const { headers, text } = await service.ask('/cubejs-api/v1/load', {
      parameters: { query: JSON.stringify(count) },
      headers: { 'x-request-id': 'mine-span-1' },
    });
    expect([...headers.values(), text].join()).not.toContain('mine');
  });
});

it('the size of a request is a setting between 100 kB and 64 MB', async () => {
  for (const size of ['99kb', '65mb']) {
    const opening = ContractService.open({ environment: { CUBEJS_MAX_REQUEST_SIZE: size } });
    await expect(opening).rejects.toThrow('Must be between 100kb and 64mb.');
  }
  await using small = await ContractService.open({ environment: { CUBEJS_MAX_REQUEST_SIZE: '100kb' } });
  const answer = await small.post(JSON.stringify({ query: { ...count, timezone: 'x'.repeat(110_000) } }));
  expect(refused(answer)).toMatchObject({ status: 413, error: 'PayloadTooLargeError: request entity too large' });
});
