import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { OwnProvider } from './own-provider.ts';
import { SsoBrowser } from './sso-browser.ts';
import { SsoService } from './sso-service.ts';

let sso: SsoService;
let provider: OwnProvider;
const lines: string[] = [];
const sink = { write: (line: string) => void lines.push(line), flush: () => undefined };

beforeAll(async () => {
  provider = await OwnProvider.open();
  sso = await SsoService.open({ log: createLog({ level: 'info', format: 'json' }, sink).log });
});

afterAll(async () => {
  await sso[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

beforeEach(() => {
  provider.behaviour = {};
  provider.person = { sub: 'p-1', preferred_username: 'gina' };
});

it('two accounts with one provider know its people apart', async () => {
  const { accounts, users, accountId } = sso.metadata;
  const rival = await accounts.create('rival');
  const own = await sso.addProvider(provider.input);
  const foreign = await sso.addProvider({ ...provider.input, name: 'Rival' }, rival.key);
  const browser = new SsoBrowser();
  await sso.signIn(foreign.key, { browser });
  await expect(users.find(accountId, 'gina')).rejects.toThrow("There is no user 'gina'");
  const me = await fetch(`${sso.origin}/api/v1/users/me`, {
    headers: { cookie: browser.cookiesOf(new URL(sso.origin).host) },
  });
  const { id: foreignId } = (await me.json()) as { readonly id: number };
  expect((await users.find(rival.id, 'gina')).id).toBe(foreignId);
  await sso.signIn(own.key);
  expect((await users.find(accountId, 'gina')).id).not.toBe(foreignId);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { isOn: false } : undefined;
    expect((await sso.ask(method, `/sign-in-providers/${foreign.id}`, body)).status).toBe(404);
  }
  const named = async (query: string) => {
    const { providers } = JSON.parse((await sso.ask('GET', `/sign-in-methods${query}`)).text);
    return providers.map(({ name }: { readonly name: string }) => name);
  };
  expect([await named(''), await named('?account=rival')]).toEqual([['Company'], ['Rival']]);
});

describe('a provider in its own words', () => {
  it('says who it is in the claims that are configured', async () => {
    const { users, accountId, store } = sso.metadata;
    await sso.ask('PUT', '/account/settings', { rolesByGroup: [{ group: 'analysts', role: 'Developer' }] });
    const settings = { ...provider.input.settings, subject: 'oid', groups: 'roles', splitAtCommas: true };
    const { key } = await sso.addProvider({ ...provider.input, name: 'Words', settings });
    const person = { oid: 'o-1', preferred_username: 'olga', roles: 'others, analysts' };
    provider.person = { sub: 'p-11', ...person, email: 'olga@example.com', email_verified: 'true' };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    const { role, email } = await users.find(accountId, 'olga');
    expect([role, email]).toEqual(['developer', 'olga@example.com']);
    const identities = store.database.selectFrom('user_identity').select('subject').where('provider_key', '=', key);
    expect(await identities.execute()).toEqual([{ subject: 'o-1' }]);
  });

  it('lets only people of the hosted domains in, and asks for that domain', async () => {
    const settings = { ...provider.input.settings, hostedDomains: ['Corp.example'] };
    const { key } = await sso.addProvider({ ...provider.input, name: 'Hosted', settings });
    const { way } = await new SsoBrowser().open(sso.start(key), { stopAt: '/authorize' });
    expect(new URL(way.at(-1) ?? '').searchParams.get('hd')).toBe('Corp.example');
    const sentence = 'Sign in at Hosted with the account of your organization.';
    for (const hd of [undefined, 'evil.example', ['corp.example'], 'sub.corp.example']) {
      provider.person = { sub: 'p-12', preferred_username: 'hedda', hd };
      expect(await sso.signIn(key)).toMatchObject({ status: 403, hasSession: false, sentence });
    }
    provider.person = { sub: 'p-12', preferred_username: 'hedda', hd: 'corp.EXAMPLE' };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  });
});

describe('a sign-in that fails', () => {
  it('leaves the reason in the log, and nothing that signs anybody in', async () => {
    const { key } = await sso.addProvider(provider.input);
    provider.behaviour = { sign: 'another key' };
    lines.length = 0;
    const browser = new SsoBrowser();
    const { way, text: page } = await browser.open(sso.start(key));
    const found = lines.map((line) => JSON.parse(line)).find(({ code }) => code === 'sso.unsound');
    expect(found).toMatchObject({ reason: expect.stringContaining('signature') });
    expect(page).toContain(`Request ${found?.requestId}`);
    const { searchParams } = new URL(way.at(-1) ?? '');
    const hidden = [searchParams.get('state'), searchParams.get('code'), provider.input.clientSecret, 'orrery-flow='];
    const all = lines.join('');
    expect(hidden.filter((text) => text === null || all.includes(text))).toEqual([]);
  });

  it('is in the audit log with its address, and a success with the provider', async () => {
    const { key, id } = await sso.addProvider({ ...provider.input, name: 'Audited' });
    await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { mayMake: false, mayLink: false } });
    provider.person = { sub: 'p-7', preferred_username: 'unknown-person' };
    await sso.signIn(key);
    await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: { mayMake: true } });
    await sso.signIn(key);
    const { items } = JSON.parse((await sso.ask('GET', '/audit-logs?first=20')).text);
    const told = items.map(({ event, attributes, ip }: Record<string, unknown>) => ({ event, attributes, ip }));
    const by = { method: 'oidc', provider: 'Audited' };
    expect(told).toContainEqual({
      event: 'Failed to log in',
      ip: '127.0.0.1',
      attributes: expect.objectContaining({ ...by, reason: 'unknown', username: '[unknown]' }),
    });
    expect(told).toContainEqual({
      event: 'Logged in',
      ip: '127.0.0.1',
      attributes: expect.objectContaining({ ...by, username: 'unknown-person' }),
    });
  });
});
