import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';

describe('the description of the Platform API, served', () => {
  let service: ScimService;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const ask = (path: string, init: RequestInit = {}) => fetch(`${service.served.origin}${path}`, init);

  it('is public, whatever credential is sent, and readable without compression', async () => {
    for (const path of ['/api/v1/spec', '/api/v1/spec/']) {
      for (const headers of [{}, { authorization: 'Bearer nonsense' }, { 'accept-encoding': 'identity' }]) {
        const answer = await ask(path, { headers });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
        expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: { '/api/v1/users/me': {} } });
      }
    }
  });

  it('is a page under a policy that lets it load nothing', async () => {
    for (const path of ['/api/docs', '/api/docs/']) {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(await answer.text()).toContain('<code>GET /api/v1/users/me</code>');
    }
  });

  it.each(['/api/docs', '/api/v1/spec'])('%s can only be read', async (path) => {
    expect((await ask(path, { method: 'HEAD' })).status).toBe(200);
    const answer = await ask(path, { method: 'POST' });
    expect([answer.status, await answer.json()]).toMatchObject([405, { statusCode: 405 }]);
  });
});
