import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser } from '../oauth/browser.ts';
import { OAuthServer, registered } from '../oauth/oauth-server.ts';

let server: OAuthServer;
let browser: Browser;
/** Registered by strangers: one that is answered elsewhere, one on the machine of the person. */
let evil: string;
let local: string;

beforeAll(async () => {
  server = await OAuthServer.open('sqlite');
  browser = await server.browserOf();
  await browser.signIn();
  evil = (await registered(server.origin, { redirect_uris: ['https://evil.example/cb'] })).client_id;
  local = (await registered(server.origin, { redirect_uris: ['http://localhost/cb'] })).client_id;
});

afterAll(() => server?.[Symbol.asyncDispose]());

const sound = { response_type: 'code', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', state: 'xyz' };

function addressOf(parameters: Readonly<Record<string, string>>, more = ''): string {
  return `${server.origin}/oauth/authorize?${new URLSearchParams({ ...sound, ...parameters })}${more}`;
}

async function open(address: string, cookies: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html', ...cookies } });
  const { status, headers } = answer;
  return { status, headers, location: headers.get('location'), text: await answer.text() };
}

describe('a page and no redirect', () => {
  const onEvil = { redirect_uri: 'https://evil.example/cb' };

  it.each([
    ['no client', {}, ''],
    ['an unknown client', { client_id: 'oc-unknown', ...onEvil }, ''],
    ['a client that is a script', { client_id: '<script>alert(1)</script>', ...onEvil }, ''],
    ['a client of another kind of text', { client_id: '\u0000', ...onEvil }, ''],
  ])('for %s', async (_, parameters, more) => {
    const { status, location, headers, text } = await open(addressOf(parameters, more));
    expect([status, location]).toEqual([400, null]);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(text).not.toContain('<script>');
  });

  it.each([
    'https://evil.example/cb/',
    'https://evil.example/cb?x=1',
    'https://evil.example/cb#x',
    'https://EVIL.example/cb',
    'https://user@evil.example/cb',
    'https://evil.example/%2Fcb',
    'https://evil.example./cb',
    'http://evil.example/cb',
    'https://localhost/cb',
    'javascript:alert(1)',
    'cursor://evil/cb',
  ])('for the redirect address %s', async (uri) => {
    expect(await open(addressOf({ client_id: evil, redirect_uri: uri }))).toMatchObject({
      status: 400,
      location: null,
    });
  });

  it('for two clients or redirect addresses, and for an address that is too long', async () => {
    const given = { client_id: evil, ...onEvil };
    for (const more of [`&client_id=${local}`, '&redirect_uri=https://evil.example/cb']) {
      expect(await open(addressOf(given, more))).toMatchObject({ status: 400, location: null });
    }
    expect((await open(addressOf(given, `&x=${'a'.repeat(8_200)}`))).location).toBeNull();
  });
});

describe('a fault in the request of an application of strangers', () => {
  it.each([
    ['response_type', 'token'],
    ['code_challenge', 'short'],
    ['code_challenge_method', 'plain'],
    ['resource', 'https://evil.example/api/mcp'],
    ['request', 'eyJhbGciOiJub25lIn0'],
    ['request_uri', 'https://evil.example/request'],
  ])('leads nobody to it at once: %s=%s', async (name, value) => {
    const { status, location } = await open(addressOf({ client_id: evil, [name]: value }));
    expect(status).toBe(302);
    expect(location).toMatch(/^\/connect\?/);
  });

  it('is sent back to the machine of the person, with its state and the name of the server', async () => {
    const given = { client_id: local, redirect_uri: 'http://localhost:8123/cb', response_type: 'token' };
    const { status, location } = await open(addressOf(given));
    const answer = new URL(location ?? '');
    expect([status, `${answer.origin}${answer.pathname}`]).toEqual([302, 'http://localhost:8123/cb']);
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error: 'unsupported_response_type',
      error_description: 'The only response_type is code',
      state: 'xyz',
      iss: server.origin,
    });
  });
});

describe('a sound request', () => {
  it('leads to sign-in and back to the page of consent, or to that page, and has no effect', async () => {
    const address = addressOf({ client_id: evil });
    const query = address.slice(address.indexOf('?') + 1);
    const stranger = await open(address);
    expect([stranger.status, stranger.location]).toEqual([
      302,
      `/sign-in?next=${encodeURIComponent(`/connect?${query}`)}`,
    ]);
    const person = await open(address, browser.cookies());
    expect([person.status, person.location]).toEqual([302, `/connect?${query}`]);
    for (const { headers } of [stranger, person]) expect(headers.getSetCookie()).toEqual([]);
    expect((await open(address, { cookie: 'orrery-session=nonsense' })).location).toMatch(/^\/sign-in\?/);
  });

  it('is refused by a program that must not be asked, where it may be told', async () => {
    const given = { client_id: local, redirect_uri: 'http://localhost:8123/cb', prompt: 'none' };
    const { location } = await open(addressOf(given));
    expect(new URL(location ?? '').searchParams.get('error')).toBe('login_required');
  });
});
