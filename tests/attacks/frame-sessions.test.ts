import { join } from 'node:path';
import { platformOperations } from '@orrery/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { serveProject, type ServedProject } from '../serve-project.ts';

const password = 'correct horse battery';
const own = { origin: 'https://app.example.com', 'sec-fetch-site': 'same-origin' };

/** What a user begins inside of a frame of another site shows dashboards and does nothing else. */
describe('attack 15: the session of a frame', () => {
  let served: ServedProject;
  let cookie: string;

  beforeAll(async () => {
    served = await serveProject(join(import.meta.dirname, 'project'), { isProduction: true });
    const { changes, users, signIn, accountId } = served.composition.metadata;
    const by = { accountId, by: atTheCommandLine };
    const user = await changes.make(by, (change) =>
      users.create(change, { username: 'root', role: 'admin', status: 'invited' }),
    );
    const { text } = await changes.make(by, (change) => signIn.invite(change, user.id));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
    cookie = await signInToFrame();
  });

  afterAll(() => served.close());

  async function ask(method: string, path: string, headers: Readonly<Record<string, string>>, body?: unknown) {
    const response = await fetch(`${served.origin}/api/v1${path}`, {
      method,
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'app.example.com',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
  }

  async function signInToFrame(): Promise<string> {
    const { cookies } = await ask('POST', '/embed/sign-in', own, { username: 'root', password });
    return cookies[0]?.split(';')[0] ?? '';
  }

  it('is a cookie of its own name, which browsers keep apart for each site around the frame', async () => {
    const { status, cookies } = await ask('POST', '/embed/sign-in', own, { username: 'root', password });
    expect(status).toBe(200);
    const form =
      /^__Host-orrery-frame=[\w-]{43}; Path=\/; HttpOnly; SameSite=None; Max-Age=604800; Secure; Partitioned$/;
    expect(cookies).toEqual([expect.stringMatching(form)]);
  });

  it('is begun only by a page of the service', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const { status, cookies } = await ask('POST', '/embed/sign-in', headers, { username: 'root', password });
      expect([status, cookies]).toEqual([403, []]);
    }
    expect((await ask('POST', '/embed/sign-in', own, { username: 'root', password: 'wrong' })).status).toBe(401);
  });

  const others = platformOperations.filter(
    ({ takes }) => takes.callers !== 'anybody' && takes.isInFrames === undefined,
  );

  it.each(others)('means nothing to $method $path', async ({ method, path, example }) => {
    const address = path.replaceAll(/:\w*Name/g, 'acme-corp').replaceAll(/:\w+/g, '1');
    const asked = [method, address] as const;
    const body = method === 'GET' ? undefined : (example ?? {});
    const answers = [
      await ask(...asked, { cookie, ...own }, body),
      await ask(...asked, { cookie: cookie.replace('orrery-frame', 'orrery-session'), ...own }, body),
      await ask(...asked, { ...own, authorization: `Bearer ${cookie.split('=')[1]}` }, body),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('never takes the place of a refused key', async () => {
    const authorization = `Bearer sk-${'x'.repeat(43)}`;
    expect((await ask('DELETE', '/embed/sign-in', { cookie, ...own, authorization })).status).toBe(401);
  });

  it('is no session of the application, nor the reverse', async () => {
    const { cookies } = await ask('POST', '/session', own, { username: 'root', password });
    const application = cookies[0]?.split(';')[0] ?? '';
    const asFrame = application.replace('orrery-session', 'orrery-frame');
    expect((await ask('DELETE', '/embed/sign-in', { cookie: asFrame, ...own })).status).toBe(401);
    // A frame on a page of the same site is sent the cookie of the application, too.
    const ended = await ask('DELETE', '/embed/sign-in', { cookie: application, ...own });
    expect([ended.status, ended.cookies]).toEqual([401, []]);
    expect((await ask('GET', '/users/me', { cookie: application })).status).toBe(200);
  });

  it('ends by a request of its own page alone, and with the sessions of the user', async () => {
    const end = (headers: Readonly<Record<string, string>>) => ask('DELETE', '/embed/sign-in', { cookie, ...headers });
    expect((await end({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await end({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await end({})).status).toBe(403);
    const ended = await end(own);
    expect([ended.status, ended.cookies]).toEqual([204, [expect.stringContaining('__Host-orrery-frame=; ')]]);
    expect((await end(own)).status).toBe(401);

    cookie = await signInToFrame();
    const { changes, sessions, accountId } = served.composition.metadata;
    const [session] = (await sessions.list(accountId)).slice(-1);
    await changes.changeRights({ accountId, by: atTheCommandLine }, (change) => sessions.end(change, session!.id));
    expect((await end(own)).status).toBe(401);
  });
});
