import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { storeKinds } from '../servers/store-place.ts';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

const passwords = { own: 'the horse of the first account', rival: 'the horse of the rival account' };

describe.each(storeKinds)('a page in a frame, and the account that people sign in to, on %s', (kind) => {
  let sso: SsoService;
  let provider: OwnProvider;
  let rival: { readonly id: number; readonly key: string };
  /** A deployment of the rival, and a dashboard there. */
  let deploymentId: number;
  let dashboard: string;
  let rivalKey: string;

  beforeAll(async () => {
    provider = await OwnProvider.open();
    sso = new SsoService(await ScimService.open(kind, { signInNetworks: ['127.0.0.1'] }));
    const { accounts, changes, users, signIn, accountId } = sso.metadata;
    rival = await accounts.create('rival');
    await sso.addProvider({ ...provider.input, name: 'Company' });
    rivalKey = (await sso.addProvider({ ...provider.input, name: 'Rival' }, rival.key)).key;
    for (const [id, password] of [
      [accountId, passwords.own],
      [rival.id, passwords.rival],
    ] as const) {
      const link = await changes.make({ accountId: id, by: { via: 'command' } }, async (change) => {
        const user = await users.create(change, { username: 'ann', role: 'admin', status: 'invited' });
        return signIn.invite(change, user.id);
      });
      await signIn.redeem(link.text, password, { address: '192.0.2.1' });
    }
    const ask = async (path: string, body: object) => {
      const { status, text } = await sso.ask('POST', path, body, rival.key);
      if (status >= 300) throw new Error(text);
      return JSON.parse(text);
    };
    deploymentId = (await ask('/deployments', { name: 'Sales' })).id;
    const workbookId = (await ask(`/deployments/${deploymentId}/workbooks`, { name: 'Sales' })).id;
    const words = { id: 'words', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 2 }, config: { content: 'All' } };
    const published = { workbookId, config: { widgets: [words] } };
    dashboard = (await ask(`/deployments/${deploymentId}/workbooks/${workbookId}/publish`, published)).publicId;
  });

  afterAll(async () => {
    await sso?.[Symbol.asyncDispose]();
    await provider?.[Symbol.asyncDispose]();
  });

  const offered = async (query: string) => {
    const answer = await fetch(`${sso.origin}/api/v1/sign-in-methods${query}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { providers: { name: string }[] }).providers.map(({ name }) => name);
  };

  /** Signs in inside of a frame. */
  const signIn = async (given: object) => {
    const answer = await fetch(`${sso.origin}/api/v1/embed/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: sso.origin, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(given),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: answer.status, body: (await answer.json()) as { user: { account: unknown } }, cookie };
  };

  const seen = async (cookie: string) =>
    (await fetch(`${sso.origin}/api/v1/embed/dashboard/${dashboard}`, { headers: { cookie } })).status;

  it('offers the providers of the account of its deployment or dashboard', async () => {
    expect(await offered(`?deploymentId=${deploymentId}`)).toEqual(['Rival']);
    expect(await offered(`?dashboard=${dashboard}`)).toEqual(['Rival']);
    expect(await offered('?deploymentId=1')).toEqual(['Company']);
  });

  it('does not tell whether a deployment or dashboard is unknown, or of the account that needs no name', async () => {
    expect(await offered('?deploymentId=999999999')).toEqual(['Company']);
    expect(await offered('?dashboard=unknown')).toEqual(['Company']);
    expect(await offered('?account=unknown')).toEqual([]);
  });

  it.each(['deploymentId', 'dashboard'])('signs people in to that account alone by password, by its %s', async (by) => {
    const page = by === 'dashboard' ? { dashboard } : { deploymentId };
    const username = 'ann';
    expect((await signIn({ ...page, username, password: passwords.own })).status).toBe(401);
    expect((await signIn({ username, password: passwords.rival })).status).toBe(401);
    const own = await signIn({ username, password: passwords.own });
    const theirs = await signIn({ ...page, username, password: passwords.rival });
    expect([own.status, own.body.user.account, await seen(own.cookie)]).toEqual([200, null, 404]);
    expect([theirs.status, theirs.body.user.account, await seen(theirs.cookie)]).toEqual([200, 'rival', 200]);
    // The application takes no page for a name: its sign-in page has one in the address.
    const answer = await fetch(`${sso.origin}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: sso.origin },
      body: JSON.stringify({ ...page, username, password: passwords.rival }),
    });
    expect(answer.status).toBe(401);
  });

  it('signs nobody in for a dashboard whose name two accounts have, but to the account that needs none', async () => {
    const { database } = sso.metadata.store;
    const made = await sso.ask('POST', '/deployments/1/workbooks', { name: 'Own' });
    const { id: workbookId } = JSON.parse(made.text);
    const words = { id: 'words', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 2 }, config: { content: 'Own' } };
    const published = await sso.ask('POST', `/deployments/1/workbooks/${workbookId}/publish`, {
      ...{ workbookId, config: { widgets: [words] } },
    });
    const { publicId } = JSON.parse(published.text);
    const rename = (from: string, to: string) =>
      database
        .updateTable('dashboard')
        .set({ public_id: to })
        .where('public_id', '=', from)
        .where('account_id', '=', sso.metadata.accountId)
        .execute();
    await rename(publicId, dashboard);
    expect(await offered(`?dashboard=${dashboard}`)).toEqual(['Company']);
    await rename(dashboard, publicId);
    expect(await offered(`?dashboard=${dashboard}`)).toEqual(['Rival']);
  });

  it('leads back to the sign-in page of the account that the address named, and to no other', async () => {
    const refused = { sub: 'p-1', preferred_username: 'ann' }; // an admin, whom the provider may not link
    provider.person = refused;
    const back = async (query: string, browser = new SsoBrowser()) => {
      const { text } = await browser.open(sso.start(rivalKey, query));
      return /<a href="[^"]*(\/sign-in[^"]*)"/.exec(text)?.[1] ?? (text.includes('Close this window') ? 'window' : '');
    };
    const browser = new SsoBrowser();
    expect(await back('?account=rival', browser)).toBe('/sign-in?account=rival');
    expect(await back('', browser)).toBe('/sign-in');
    expect(await back(`?frame=${'A'.repeat(43)}`, browser)).toBe('window');
    expect(await back(`?account=${encodeURIComponent('"><b>')}`)).toBe('/sign-in');
  });
});
