import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { serveProject, type ServedProject } from '../serve-project.ts';

const password = 'correct horse battery';

/** Served as behind a proxy that ends HTTPS for `app.example.com`. */
describe('a browser session', () => {
  let served: ServedProject;
  let userId: number;

  beforeAll(async () => {
    served = await serveProject(join(import.meta.dirname, 'project'), { isProduction: true });
    const { changes, users, signIn, accountId } = served.composition.metadata;
    const user = await changes.make({ accountId, by: atTheCommandLine }, (change) =>
      users.create(change, {
        username: 'root',
        role: 'admin',
        status: 'invited',
      }),
    );
    userId = user.id;
    const { text } = await changes.make({ accountId, by: atTheCommandLine }, (change) => signIn.invite(change, userId));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
  });

  afterAll(() => served.close());

  const own = { origin: 'https://app.example.com' };
  let cookie: string;

  beforeEach(async () => {
    const { status, cookies } = await ask('POST', '/session', own, { username: 'root', password });
    expect(status).toBe(200);
    cookie = cookies[0]?.split(';')[0] ?? '';
  });

  async function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) {
    const response = await fetch(`${served.origin}/api/v1${path}`, {
      method,
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'app.example.com',
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
  }

  it('is a cookie that no script reads, no other site sends and no other host sets', async () => {
    const { cookies, text } = await ask('POST', '/session', own, { username: 'root', password });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-orrery-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
      ),
    ]);
    expect(text).not.toContain(cookies[0]?.slice(22, 60));
    expect((await ask('GET', '/users/me', { cookie: cookies[0]!.split(';')[0]! })).status).toBe(200);
  });

  it.each([
    ['a page of the service', own, 200],
    ['a page of the service, by what the browser says of it', { 'sec-fetch-site': 'same-origin' }, 200],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['another site that hides', { origin: 'null' }, 403],
    ['another site, by what the browser says of it', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['another port', { origin: 'https://app.example.com:8443' }, 403],
    ['the same host without HTTPS', { origin: 'http://app.example.com' }, 403],
    ['a name that begins alike', { origin: 'https://app.example.com.evil.example' }, 403],
    ['nowhere', {}, 403],
  ])('changes nothing for a request from %s', async (_, headers, expected) => {
    const name = `group ${Math.floor(performance.now() * 1000)}`;
    const { status, text } = await ask('POST', '/groups', { cookie, ...headers }, { name });
    expect(status).toBe(expected);
    if (expected === 403) expect(text).toContain('changes name https://app.example.com as their Origin');
    const { groups, accountId } = served.composition.metadata;
    expect(await groups.list(accountId, { search: name })).toHaveLength(expected === 200 ? 1 : 0);
  });

  it('is accepted from its own pages and for typed addresses, not from other sites', async () => {
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await ask('GET', '/users/me', { cookie, ...headers })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'none' })).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
  });

  it('cannot be started from another site', async () => {
    const headers = { origin: 'https://evil.example' };
    const { status, cookies } = await ask('POST', '/session', headers, { username: 'root', password });
    expect([status, cookies]).toEqual([403, []]);
  });

  it('never replaces a refused key, and is accepted once', async () => {
    const refused = { cookie, ...own, authorization: `Bearer sk-${'x'.repeat(43)}` };
    expect((await ask('GET', '/users/me', refused)).status).toBe(401);
    expect((await ask('GET', '/users/me', { cookie: `${cookie}; ${cookie}` })).status).toBe(401);
    for (const bad of ['orrery-session=x', cookie.slice(0, -1), cookie.replace('__Host-', '')]) {
      expect([bad, (await ask('GET', '/users/me', { cookie: bad })).status]).toEqual([bad, 401]);
    }
    expect((await ask('GET', '/users/me', { cookie: `a=b; ${cookie}; c="d;e"` })).status).toBe(200);
  });

  it('ends when the user signs out', async () => {
    const { status, cookies } = await ask('DELETE', '/session', { cookie, ...own });
    expect([status, cookies]).toEqual([200, [expect.stringContaining('__Host-orrery-session=; ')]]);
    expect((await ask('GET', '/users/me', { cookie })).status).toBe(401);
  });

  it('goes on when the user changes the password, and the others end', async () => {
    const { cookies } = await ask('POST', '/session', own, { username: 'root', password });
    const other = cookies[0]?.split(';')[0] ?? '';
    const change = (currentPassword: string, newPassword: string) =>
      ask('POST', '/users/me/password', { cookie, ...own }, { currentPassword, newPassword });
    expect((await change('wrong password', 'another password')).status).toBe(403);
    expect((await change(password, 'short')).status).toBe(400);
    expect((await change(password, 'another password')).status).toBe(204);
    expect((await ask('GET', '/users/me', { cookie })).status).toBe(200);
    expect((await ask('GET', '/users/me', { cookie: other })).status).toBe(401);
    expect((await change('another password', password)).status).toBe(204);
  });

  it('locks a name after ten failures, and reports for how long', async () => {
    for (let times = 0; times < 10; times += 1) {
      expect((await ask('POST', '/session', own, { username: 'nobody', password: 'wrong password' })).status).toBe(401);
    }
    const response = await fetch(`${served.origin}/api/v1/session`, {
      method: 'POST',
      headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Nobody', password: 'wrong password' }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(60);
  });
});
