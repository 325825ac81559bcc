import { join } from 'node:path';
import { madeEnvironmentTokenSchema, queryHistorySchema } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const project = join(import.meta.dirname, 'regions-project');

/** The numbers are those of the acceptance cases of identity: data requests follow every administrative change. */
describe.each(storyKinds)('people and data, on %s', (kind) => {
  let service: ScimService;
  let group: number;

  beforeAll(async () => {
    service = await ScimService.open(kind, { project });
    await ask('POST', '/user-attributes', { name: 'regions', type: 'string_array', defaultValue: '["south"]' });
    group = (await ask('POST', '/groups', { name: 'Regional' })).body.id;
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function ask(method: string, path: string, body?: object, key = service.key) {
    const response = await fetch(`${service.served.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  const query = encodeURIComponent(JSON.stringify({ measures: ['sales.amount'] }));

  async function amount(token: string): Promise<unknown> {
    const url = `${service.served.origin}/d/1/cubejs-api/v1/load?query=${query}`;
    const response = await fetch(url, { headers: { authorization: token } });
    const body: { data?: Record<string, unknown>[] } = JSON.parse(await response.text());
    return response.ok ? body.data?.[0]?.['sales.amount'] : response.status;
  }

  /** Creates a user of the group, with a token and a key for data requests. */
  async function somebody(): Promise<{ readonly id: number; readonly token: string; readonly key: string }> {
    const username = crypto.randomUUID();
    const { id } = (await ask('POST', '/users', { username, status: 'active', groupIds: [group] })).body;
    const key = await service.keyOf({ id });
    return { id, key, token: (await ask('POST', '/deployments/1/token', undefined, key)).body.cubeApiToken };
  }

  const setRegions = (id: number, value: readonly string[] | null) =>
    ask('PUT', `/users/${id}`, { userAttributes: [{ name: 'regions', value }] });

  it('17: an attribute has its value, else its default, and 18: a list gives each of its values', async () => {
    const { id, token } = await somebody();
    expect(await amount(token)).toBe('2');
    await setRegions(id, ['north', 'west']);
    expect(await amount(token)).toBe('5');
    await setRegions(id, ['west']);
    expect(await amount(token)).toBe('4');
    await setRegions(id, null);
    expect(await amount(token)).toBe('2');
  });

  it('14: leaving a group revokes its grants, on the next request', async () => {
    const { id, token } = await somebody();
    expect(await amount(token)).toBe('2');
    expect((await ask('DELETE', `/groups/${group}/members`, { userIds: [id] })).status).toBeLessThan(300);
    expect(await amount(token)).toBe(400); // a member that no policy grants counts as missing
  });

  it('27: a token with groups and attributes has the rights of a user with them', async () => {
    const cubeCloud = { groups: ['Regional'], userAttributes: { regions: ['north', 'south'] } };
    const made = await ask('POST', '/deployments/1/environments/1/tokens', { security_context: { cubeCloud } });
    expect(await amount(madeEnvironmentTokenSchema.parse(made.body).data.token)).toBe('3');
    const other = { security_context: { cubeCloud: { ...cubeCloud, groups: ['Others'] } } };
    const nothing = await ask('POST', '/deployments/1/environments/1/tokens', other);
    expect(await amount(madeEnvironmentTokenSchema.parse(nothing.body).data.token)).toBe(400);
  });

  it('13: a key has the current rights of its owner', async () => {
    const { id } = (await ask('POST', '/users', { username: 'second admin', role: 'admin', status: 'active' })).body;
    const key = await service.keyOf({ id });
    expect((await ask('GET', '/users', undefined, key)).status).toBe(200);
    await ask('PUT', `/users/${id}`, { role: 'developer' });
    expect((await ask('GET', '/users', undefined, key)).status).toBe(403);
  });

  it('30: the history shows queries, their callers and statements to callers who may read it', async () => {
    const { id, token, key } = await somebody();
    await setRegions(id, ['north']);
    expect(await amount(token)).toBe('1');
    await eventually(async () => {
      const { items } = queryHistorySchema.parse((await ask('GET', '/deployments/1/query-history')).body);
      expect(items[0]).toMatchObject({
        endpoint: 'load',
        query: { measures: ['sales.amount'] },
        caller: { tenant: expect.stringMatching(/./) },
      });
      const { body } = await ask('GET', `/deployments/1/query-history/${items[0]?.id}`);
      expect(body.statements).toEqual([expect.stringContaining('SELECT')]);
    });
    expect((await ask('GET', '/deployments/1/query-history', undefined, key)).status).toBe(403);
  });
});
