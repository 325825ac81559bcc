import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storeKinds } from '../servers/store-place.ts';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, SsoService } from './sso-service.ts';

const minuteMs = 60_000;

describe.each(storeKinds)('a sign-in at a provider for a frame, on %s', (kind) => {
  let sso: SsoService;
  let provider: OwnProvider;
  let key: string;
  let aheadMs: number;
  let sub: string;

  beforeAll(async () => {
    aheadMs = 0;
    const now = () => Date.now() + aheadMs;
    provider = await OwnProvider.open();
    sso = new SsoService(await ScimService.open(kind, { signInNetworks: ['127.0.0.1'], now }));
    ({ key } = await sso.addProvider(provider.input));
  });

  beforeEach(() => {
    sub = `p-${crypto.randomUUID()}`;
    provider.person = { sub, preferred_username: sub };
  });

  afterEach(() => {
    aheadMs = 0;
  });

  afterAll(async () => {
    await sso?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const newFrame = () => randomBytes(32).toString('base64url');

  /** Signs in, in the window of the frame. */
  async function inWindow(frame: string, browser = new SsoBrowser()) {
    const { way } = await browser.open(sso.start(key, `?frame=${frame}`), { stopAt: '/signed-in' });
    return { code: way.at(-1)?.split('#code=')[1] ?? '', hasSession: sso.hasSession(browser) };
  }

  async function redeem(frame: string, code: string) {
    const answer = await fetch(`${sso.origin}/api/v1/embed/sign-in/redeem`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', origin: sso.origin, 'sec-fetch-site': 'same-origin' },
        'user-agent': 'Frame/1',
      },
      body: JSON.stringify({ frame, code }),
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    return { status: answer.status, cookie, text: await answer.text() };
  }

  const statusOf = async (path: string, cookie: string) =>
    (await fetch(`${sso.origin}/api/v1${path}`, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status;

  it('gives the frame a session of a frame, once, and the window none', async () => {
    const frame = newFrame();
    const { code, hasSession } = await inWindow(frame);
    expect([hasSession, code]).toEqual([false, expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}-[B-Z]{4}$/)]);
    expect((await redeem(newFrame(), code)).status).toBe(401);
    expect((await redeem(frame, 'BCDF-BCDF-BCDF')).status).toBe(401);
    // As a person may type it.
    const { status, cookie, text } = await redeem(frame, ` ${code.toLowerCase().replaceAll('-', ' ')}`);
    expect([status, JSON.parse(text).user.username]).toEqual([200, sub]);
    expect(cookie).toMatch(/^orrery-frame=.*; HttpOnly; SameSite=None; .*Partitioned$/);
    expect(await Promise.all(['/deployments', '/users/me'].map((path) => statusOf(path, cookie)))).toEqual([200, 401]);
    expect(await redeem(frame, code)).toMatchObject({ status: 401, cookie: '' });
    const sessions = await sso.metadata.sessions.list(sso.metadata.accountId);
    expect(sessions.find(({ username }) => username === sub)?.userAgent).toBe('Frame/1');
    expect(await statusOf('/deployments', cookie)).toBe(200);
    const rows = await sso.metadata.store.database.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(JSON.parse(rows.at(-1)?.attributes ?? '')).toMatchObject({ username: sub, method: 'oidc', place: 'frame' });
  });

  it('begins where a page of ours has opened the window, as far as the browser says', async () => {
    const start = async (site: string) => {
      const answer = await fetch(sso.start(key, `?frame=${newFrame()}`), {
        headers: { 'sec-fetch-site': site },
        redirect: 'manual',
      });
      return [answer.status, answer.status === 403 ? sentenceIn(await answer.text()) : ''];
    };
    const refusal = 'This sign-in was not begun by a frame of this server. Sign in there, at its public address.';
    expect(await start('same-origin')).toEqual([302, '']);
    for (const site of ['cross-site', 'same-site', 'none']) expect(await start(site)).toEqual([403, refusal]);
  });

  it('lasts as long as a session does, from the sign-in on', async () => {
    const [frame, late] = [newFrame(), newFrame()];
    const { code } = await inWindow(frame);
    const other = await inWindow(late);
    aheadMs = 4 * minuteMs;
    const { cookie } = await redeem(frame, code);
    aheadMs = 5 * minuteMs + 1_000;
    expect((await redeem(late, other.code)).status).toBe(401);
    aheadMs = 11 * 60 * minuteMs;
    expect(await statusOf('/deployments', cookie)).toBe(200);
  });

  it('is over with everything that ends sessions, also before the frame has it', async () => {
    const ends = {
      'a deactivation': async (userId: number) => sso.ask('PUT', `/users/${userId}`, { status: 'deactivated' }),
      'the end of the session at the provider': async () => {
        const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub }) });
        return fetch(`${sso.origin}/sso/${key}/back-channel-logout`, { method: 'POST', body });
      },
      'an unlinked identity': async (userId: number) => {
        const { items } = JSON.parse((await sso.ask('GET', `/sign-in-identities?userId=${userId}`)).text);
        return sso.ask('DELETE', `/sign-in-identities/${items[0].id}`);
      },
    };
    for (const [name, end] of Object.entries(ends)) {
      sub = `p-${crypto.randomUUID()}`;
      provider.person = { sub, preferred_username: sub };
      const [frame, begun] = [newFrame(), newFrame()];
      const { code } = await inWindow(frame);
      const { cookie, text } = await redeem(begun, (await inWindow(begun)).code);
      const { status } = await end(JSON.parse(text).user.id);
      expect([name, status < 300, (await redeem(frame, code)).status]).toEqual([name, true, 401]);
      await expect.poll(() => statusOf('/deployments', cookie)).toBe(401);
    }
  });

  it('needs the random value of a frame', async () => {
    for (const frame of ['', 'short', `${newFrame()}A`, `${newFrame().slice(1)}.`]) {
      const { text } = await new SsoBrowser().open(sso.start(key, `?frame=${frame}`));
      expect(sentenceIn(text)).toBe('The frame that this sign-in is for is not known. Start again there.');
    }
  });

  it('takes no code after a hundred wrong ones of a network', async () => {
    const frame = newFrame();
    const statuses = new Set<number>();
    for (let tried = 0; tried < 101; tried++) statuses.add((await redeem(frame, 'BCDF-GHJK-LMNP')).status);
    expect([...statuses]).toEqual([401, 429]);
  });
});
