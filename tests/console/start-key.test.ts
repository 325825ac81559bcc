import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storyKinds } from '../servers/store-place.ts';

const project = join(import.meta.dirname, '../attacks/project');
const wrongKey = 'w'.repeat(43);

describe.each(storyKinds)('the key of the printed address, on %s', (kind) => {
  let service: ScimService;
  let time = Date.UTC(2026, 5, 17);

  beforeAll(async () => {
    service = await ScimService.open(kind, { project, now: () => time });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  async function redeem(key: string, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${service.served.origin}/api/v1/start-key/redeem`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ key }),
    });
    const [cookie] = response.headers.getSetCookie();
    return { status: response.status, body: JSON.parse(await response.text()), cookie: cookie?.split(';')[0] };
  }

  const eventsOf = async () => {
    const rows = await service.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    return rows.map(({ event, user_id, attributes }) => [event, user_id, JSON.parse(attributes)]);
  };

  it('signs in the first admin as often as it is used, which the audit log notes', async () => {
    for (const _ of [1, 2]) {
      const { status, body, cookie } = await redeem(service.served.startKey ?? '');
      expect([status, body.user]).toMatchObject([200, { id: service.adminId, isAdmin: true }]);
      const me = await fetch(`${service.served.origin}/api/v1/users/me`, { headers: { cookie: cookie ?? '' } });
      expect(((await me.json()) as { id: number }).id).toBe(service.adminId);
    }
    const signedIn = ['Logged in', service.adminId, expect.objectContaining({ method: 'start key' })];
    expect((await eventsOf()).slice(-2)).toEqual([signedIn, signedIn]);
  });

  it('is refused to pages of other sites', async () => {
    const key = service.served.startKey ?? '';
    expect((await redeem(key, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await redeem(key, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('cannot be guessed: wrong keys are counted as wrong passwords are', async () => {
    for (let attempt = 0; attempt < 10; attempt++) expect((await redeem(wrongKey)).status).toBe(401);
    expect((await eventsOf()).at(-1)).toEqual(['Failed to log in', null, { username: '[unknown]' }]);
    for (const key of [wrongKey, service.served.startKey ?? '']) expect((await redeem(key)).status).toBe(429);
    time += 24 * 3_600_000;
    expect((await redeem(service.served.startKey ?? '')).status).toBe(200);
  });
});

it('is not there in production', async () => {
  await using service = await ScimService.open('sqlite', { project, isProduction: true });
  expect(service.served.startKey).toBeUndefined();
  const response = await fetch(`${service.served.origin}/api/v1/start-key/redeem`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ key: wrongKey }),
  });
  expect(response.status).toBe(404);
});
