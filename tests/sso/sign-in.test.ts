import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, SsoService } from './sso-service.ts';

let sso: SsoService;
let provider: OwnProvider;
let second: OwnProvider;
let key: string;
let id: number;
let secondKey: string;

beforeAll(async () => {
  [provider, second] = [await OwnProvider.open(), await OwnProvider.open()];
  sso = await SsoService.open();
  ({ key, id } = await sso.addProvider(provider.input));
  ({ key: secondKey } = await sso.addProvider({ ...second.input, name: 'Partner' }));
});

afterAll(async () => {
  await sso[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
});

beforeEach(() => {
  provider.asked = [];
  second.asked = [];
  provider.person = { sub: 'p-1', preferred_username: 'gina' };
});

/** Goes to the provider and stops before its answer arrives. */
async function answerOf(browser: SsoBrowser, query = ''): Promise<string> {
  const { way } = await browser.open(sso.start(key, query), { stopAt: '/callback?' });
  return way.at(-1) ?? '';
}

/** A browser that is on its way to the provider already. */
async function begun(): Promise<SsoBrowser> {
  const browser = new SsoBrowser();
  await answerOf(browser);
  return browser;
}

describe('the page after a sign-in', () => {
  it.each([
    ['/explore?deployment=1', '/explore?deployment=1'],
    ['', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/%09/evil.example', '/%09/evil.example'],
    ['/..//evil.example/', '/'],
    ['https://evil.example/', '/'],
    ['/\t/evil.example', '/'],
  ])('%j is %j', async (next, expected) => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser, `?next=${encodeURIComponent(next)}`);
    const { way } = await browser.open(answer);
    expect(way[1]).toBe(`${sso.origin}${expected}`);
  });
});

describe('an answer of another sign-in', () => {
  it('does not sign in another browser, and still does its own', async () => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser);
    for (const other of [new SsoBrowser(), await begun()]) {
      const { text, status } = await other.open(answer);
      expect([status, sentenceIn(text)]).toEqual([
        400,
        'This sign-in began in another browser. Start again in this one.',
      ]);
      expect(sso.hasSession(other)).toBe(false);
    }
    await browser.open(answer);
    expect(sso.hasSession(browser)).toBe(true);
  });

  it('is used once', async () => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser);
    await browser.open(answer);
    expect(sentenceIn((await browser.open(answer)).text)).toBe('This sign-in was used already. Start again.');
  });

  it.each(['', '&state=', '&state=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'has a state that is known, not %j',
    async (state) => {
      const browser = await begun();
      const { text } = await browser.open(`${sso.origin}/sso/${key}/callback?code=x${state}`);
      expect(sentenceIn(text)).toBe('This sign-in is not known here. Start again.');
    },
  );

  it('is not used up by a request for its headers', async () => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser);
    const { status } = await browser.open(answer, { init: { method: 'HEAD' } });
    expect(status).toBe(405);
    await browser.open(answer);
    expect(sso.hasSession(browser)).toBe(true);
  });

  it('says each thing once', async () => {
    const { text } = await new SsoBrowser().open(`${await answerOf(new SsoBrowser())}&state=x`);
    expect(sentenceIn(text)).toBe('The address names something twice.');
  });

  it('of another provider reaches the token endpoint of neither', async () => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser);
    const { text } = await browser.open(answer.replace(key, secondKey));
    expect(sentenceIn(text)).toBe('This sign-in began at another provider. Start again.');
    expect([...provider.asked, ...second.asked]).not.toContain('/token');
    expect(sso.hasSession(browser)).toBe(false);
  });

  it('with the issuer of another provider reaches the token endpoint of neither', async () => {
    const browser = new SsoBrowser();
    const answer = await answerOf(browser);
    const { text } = await browser.open(`${answer}&iss=${encodeURIComponent(second.issuer)}`);
    expect(sentenceIn(text)).toBe('The answer of Company cannot be trusted. Ask an administrator.');
    expect([...provider.asked, ...second.asked]).not.toContain('/token');
  });

  it('that is a refusal is told by its code, and never by its text', async () => {
    const browser = new SsoBrowser();
    const url = new URL(await answerOf(browser));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    url.searchParams.set('error_description', 'Call 555-0100');
    const { text } = await browser.open(url.href);
    expect(sentenceIn(text)).toBe('Company refused the sign-in (access_denied). Start again.');
    expect(text).not.toContain('555-0100');
  });
});

describe('a person', () => {
  it('who is deactivated gets a sentence, and no session', async () => {
    provider.person = { sub: 'p-2', preferred_username: 'hans' };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    const { users, changes, accountId } = sso.metadata;
    const { id: userId } = await users.find(accountId, 'hans');
    const author = { accountId, by: { via: 'command' } as const };
    await changes.changeRights(author, (change) => users.update(change, userId, { status: 'deactivated' }));
    expect(await sso.signIn(key)).toMatchObject({
      status: 403,
      hasSession: false,
      sentence: 'Your account is deactivated. Ask an administrator.',
    });
  });

  it('who may not be made, and one whom the provider may not open, get one sentence', async () => {
    await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { mayMake: false } });
    const { users, changes, accountId } = sso.metadata;
    const admin = await users.get(accountId, sso.service.adminId);
    const author = { accountId, by: { via: 'command' } as const };
    const add = (user: Parameters<typeof users.create>[1]) =>
      changes.changeRights(author, (change) => users.create(change, user));
    await add({ username: 'left', status: 'deactivated' });
    await add({ username: 'linked' });
    await add({ username: 'one', email: 'twins@example.com' });
    await add({ username: 'two', email: 'twins@example.com' });
    provider.person = { sub: 'first', preferred_username: 'linked' };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    for (const name of ['nobody-yet', admin.username, 'left', 'LINKED', 'twins@example.com']) {
      provider.person = { sub: name, preferred_username: name, email: name, email_verified: true };
      const sentence = `There is no account for ${name} here that Company opens. Ask an administrator to add it.`;
      expect(await sso.signIn(key)).toMatchObject({ status: 403, hasSession: false, sentence });
    }
    await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { mayMake: true } });
  });

  it('gets the cookie of another session at each sign-in', async () => {
    const browser = new SsoBrowser();
    await sso.signIn(key, { browser });
    const before = browser.cookiesOf(new URL(sso.origin).host);
    await sso.signIn(key, { browser });
    const after = browser.cookiesOf(new URL(sso.origin).host);
    const sessionIn = (cookies: string) => /orrery-session=([^;]*)/.exec(cookies)?.[1];
    expect(sessionIn(after)).not.toBe(sessionIn(before));
    expect(/orrery-flow=([^;]*)/.exec(after)?.[1]).toBe(/orrery-flow=([^;]*)/.exec(before)?.[1]);
  });

  it('whose name is markup is shown as text', async () => {
    provider.person = { sub: 'p-9', preferred_username: '<b>x</b>\u0000' };
    const { text } = await new SsoBrowser().open(sso.start(key));
    expect(text).toContain('&lt;b&gt;x');
    expect(text).not.toContain('<b>x');
  });
});

describe('a sign-in that the provider begins', () => {
  const initiate = (query: Readonly<Record<string, string>>, init?: RequestInit) =>
    new SsoBrowser().open(`${sso.origin}/sso/${key}/initiate${init ? '' : `?${new URLSearchParams(query)}`}`, {
      ...(init ? { init } : {}),
      stopAt: '/callback?',
    });

  it('takes its issuer, a hint, and a page of ours', async () => {
    const given = { iss: provider.issuer, login_hint: 'gina', target_link_uri: `${sso.origin}/workspace` };
    for (const { way } of [
      await initiate(given),
      await initiate({}, { method: 'POST', body: new URLSearchParams(given) }),
    ]) {
      expect(way[1]).toContain('next=%2Fworkspace');
      expect(way[2]).toContain('login_hint=gina');
    }
  });

  it('leads nowhere else', async () => {
    const { way } = await initiate({ iss: provider.issuer, target_link_uri: `${sso.origin}.evil.example/` });
    expect(way[1]).not.toContain('next');
  });

  it.each([{}, { iss: 'https://other.example.com' }])('is refused with %j', async (query) => {
    const { status, text } = await initiate(query);
    expect([status, sentenceIn(text)]).toEqual([400, 'The request does not come from Company.']);
  });
});

describe('addresses', () => {
  it('name the public address, whatever host a request names', async () => {
    const { way } = await new SsoBrowser().open(sso.start(key), { stopAt: '/authorize' });
    const redirect = new URL(way.at(-1) ?? '').searchParams.get('redirect_uri');
    expect(redirect).toBe(`${sso.origin}/sso/${key}/callback`);
    const port = new URL(sso.origin).port;
    const moved = await new SsoBrowser().open(`http://localhost:${port}/sso/${key}/start?next=/explore`, {
      stopAt: '/authorize',
    });
    expect(moved.way[1]).toBe(`${sso.origin}/sso/${key}/start?next=%2Fexplore&moved=1`);
    expect(new URL(moved.way.at(-1) ?? '').searchParams.get('redirect_uri')).toBe(redirect);
  });

  it('stay below the path of the public address', async () => {
    await using below = await SsoService.open({
      environment: { ORRERY_PUBLIC_URL: 'https://tools.example.com/data' },
      isProduction: true,
    });
    const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'tools.example.com' };
    const { changes, signInProviders, accountId } = below.metadata;
    const author = { accountId, by: { via: 'command' } as const };
    const { key: own } = await changes.changeRights(author, (change) => signInProviders.create(change, provider.input));
    const open = (path: string, cookie = '') =>
      fetch(`${below.origin}${path}`, { headers: { ...proxy, cookie }, redirect: 'manual' });
    const begun = await open(`/sso/${own}/start?next=/explore`);
    const [cookie = ''] = begun.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Secure-orrery-flow=[\w-]{43}; Path=\/data; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
    );
    const there = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const back = there.headers.get('location') ?? '';
    expect(back.split('?')[0]).toBe(`https://tools.example.com/data/sso/${own}/callback`);
    const done = await open(back.replace('https://tools.example.com/data', ''), cookie.split(';')[0]);
    expect([done.status, done.headers.get('location')]).toEqual([303, 'https://tools.example.com/data/explore']);
    expect(done.headers.getSetCookie()[0]).toMatch(/^__Secure-orrery-session=[\w-]{43}; Path=\/data; HttpOnly/);
  });

  it('without a provider have a page that says so', async () => {
    for (const unknown of ['abcdefghij', 'ABCDEFGHIJ', 'x'.repeat(50)]) {
      const { status, text } = await new SsoBrowser().open(sso.start(unknown));
      expect([status, sentenceIn(text)]).toEqual([404, 'There is no such way to sign in here.']);
    }
  });

  it('of the network are not asked for, unless they are allowed', async () => {
    await using guarded = await SsoService.open({ signInNetworks: [] });
    const { key: own } = await guarded.addProvider(provider.input);
    expect(await guarded.signIn(own)).toMatchObject({
      status: 503,
      sentence: 'Company could not be reached. Try again later.',
    });
    expect(provider.asked).toEqual([]);
    const environment = { ORRERY_SIGN_IN_NETWORKS: '127.0.0.0/8' };
    await using opened = await SsoService.open({ signInNetworks: [], environment });
    const { key: local } = await opened.addProvider(provider.input);
    expect(await opened.signIn(local)).toMatchObject({ hasSession: true });
  });

  it('are not there while the public address is not known', async () => {
    await using open = await SsoService.open({ environment: { ORRERY_HOST: '0.0.0.0' }, isProduction: true });
    const headers = { 'x-forwarded-proto': 'https' };
    const ask = (path: string) =>
      fetch(`${open.origin}${path}`, { headers: { ...headers, authorization: `Bearer ${open.service.key}` } });
    const made = await fetch(`${open.origin}/api/v1/sign-in-providers`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${open.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...provider.input, preset: 'keycloak' }),
    });
    const {
      key: own,
      redirectUri,
      warnings,
    } = (await made.json()) as { key: string; redirectUri: unknown; warnings: string[] };
    expect([redirectUri, warnings]).toEqual([
      null,
      ['Nobody can sign in by it while the public address of this server is not set: ORRERY_PUBLIC_URL.'],
    ]);
    expect(await (await ask('/api/v1/sign-in-methods')).json()).toEqual({ password: true, providers: [] });
    const page = await ask(`/sso/${own}/start`);
    expect([page.status, sentenceIn(await page.text())]).toEqual([
      404,
      'Signing in at providers needs the public address of this server. Ask an administrator.',
    ]);
  });
});

describe('the ways to sign in', () => {
  it('list providers that are on, and say nothing of accounts', async () => {
    const { text } = await sso.ask('GET', '/sign-in-methods');
    const { providers } = JSON.parse(text) as { readonly providers: readonly { readonly name: string }[] };
    expect(providers.map(({ name }) => name)).toEqual(['Company', 'Partner']);
    const none = { password: true, providers: [] };
    expect(JSON.parse((await sso.ask('GET', '/sign-in-methods?account=none')).text)).toEqual(none);
    await sso.ask('PUT', `/sign-in-providers/${id}`, { isOn: false });
    expect((await sso.ask('GET', '/sign-in-methods')).text).not.toContain('Company');
    expect(await sso.signIn(key)).toMatchObject({ status: 404, hasSession: false });
    await sso.ask('PUT', `/sign-in-providers/${id}`, { isOn: true });
  });
});
