import { afterAll, beforeAll, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';

let service: ScimService;

beforeAll(async () => {
  service = await ScimService.open('sqlite');
});

afterAll(() => service?.[Symbol.asyncDispose]());

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

async function send(method: string, path: string, body: string) {
  const answer = await fetch(`${service.served.origin}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const deployment = 'v1/deployments/1';

const fields = [
  ['PUT', 'v1/account/settings', 'theme'],
  ['PUT', 'v1/users/me/preferences', 'anything'],
  ['POST', 'v1/user-attributes', 'defaultValue'],
  ['POST', 'v1/users', 'userAttributes'],
  ['POST', `${deployment}/reports`, 'query'],
  ['POST', `${deployment}/reports`, 'meta'],
  ['POST', `${deployment}/workbooks`, 'meta'],
  ['POST', `${deployment}/notifications`, 'recipients'],
  ['POST', `${deployment}/access-report`, 'as'],
  ['POST', `${deployment}/access-report`, 'query'],
  ['POST', `${deployment}/environments/1/tokens`, 'security_context'],
  ['POST', 'scim/v2/Users', 'emails'],
  ['POST', 'scim/v2/Users/.search', 'filter'],
  ['PATCH', 'scim/v2/Users/1', 'Operations'],
] as const;

it.each(fields)('%s %s with %s nested without end is the fault of whoever sent it', async (method, path, field) => {
  for (const levels of [257, 3_500, 100_000]) {
    for (const nested of [lists(levels), objects(levels)]) {
      expect(await send(method, path, `{"${field}":${nested}}`)).toEqual({
        status: 400,
        text: expect.stringContaining('nested more than'),
      });
    }
  }
});

it.each(fields)(
  '%s %s with more values in %s than any request needs is refused before it is parsed',
  async (method, path, field) => {
    const keys = Array.from({ length: 50_001 }, (_, index) => `"${field}${index}":1`).join(',');
    for (const body of [`{${keys}}`, `{"${field}":[${keys.replaceAll(':', ',')}]}`, `{"${field}":{${keys}}}`]) {
      expect(await send(method, path, body)).toEqual({ status: 400, text: expect.stringContaining('50000 values') });
    }
    const text = `{"unused":"${','.repeat(60_000)}\\\\\\""}`;
    expect((await send(method, path, text)).text).not.toContain('50000 values');
  },
);

it('a security context may be nested as deep as claims of a token, and no deeper', async () => {
  const context = (levels: number) => `{"a":${lists(levels - 1)}}`;
  const tokens = `${deployment}/environments/1/tokens`;
  expect((await send('POST', tokens, `{"security_context":${context(32)}}`)).status).toBe(200);
  for (const [path, body] of [
    [tokens, `{"security_context":${context(33)}}`],
    [`${deployment}/access-report`, `{"as":${context(33)}}`],
    [`${deployment}/access-report`, `{"as":{},"compare":${context(33)}}`],
  ] as const) {
    const refused = await send('POST', path, body);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('nested more than 32 levels deep')]);
  }
});
