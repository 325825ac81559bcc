import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, OwnProvider } from './own-provider.ts';
import { sentenceIn, SsoService } from './sso-service.ts';
import { SsoBrowser } from './sso-browser.ts';

let sso: SsoService;
let provider: OwnProvider;
let key: string;

beforeAll(async () => {
  provider = await OwnProvider.open();
  sso = await SsoService.open({ now: () => Date.now() });
  ({ key } = await sso.addProvider(provider.input));
});

afterAll(async () => {
  vi.useRealTimers();
  await sso[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

beforeEach(() => {
  provider.behaviour = {};
  provider.person = { sub: 'p-1', preferred_username: 'gina' };
});

it('signs a person in, who lands on the first page', async () => {
  expect(await sso.signIn(key)).toMatchObject({ hasSession: true, sentence: undefined });
  const { users, accountId } = sso.metadata;
  expect((await users.find(accountId, 'gina')).role).toBe('viewer');
});

describe('an answer that is wrong signs nobody in', () => {
  const unsound = 'The answer of Company cannot be trusted. Ask an administrator.';
  const cases: readonly [string, Behaviour, string | RegExp][] = [
    ['without a signature', { sign: 'none' }, unsound],
    ['signed by a key that both know', { sign: 'HS256' }, unsound],
    ['signed by another key', { sign: 'another key' }, unsound],
    ['from another issuer', { claims: { iss: 'https://other.example.com' } }, unsound],
    [
      'for another client',
      { claims: { aud: 'other' } },
      "The answer of the provider is for the client id 'other', and that of this server is 'orrery'. Ask an administrator.",
    ],
    [
      'for several clients, without saying for which',
      { claims: { aud: ['orrery', 'other'] } },
      "The answer of the provider is for the client id 'orrery, other', and that of this server is 'orrery'. Ask an administrator.",
    ],
    ['for several clients, and made for another', { claims: { aud: ['orrery', 'other'], azp: 'other' } }, unsound],
    ['for us, and made for another', { claims: { azp: 'other' } }, unsound],
    ['with another access token', { claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } }, unsound],
    ['with an at_hash that is no text', { claims: { at_hash: 1 } }, unsound],
    ['with another nonce', { claims: { nonce: 'x' } }, unsound],
    ['without a nonce', { claims: { nonce: undefined } }, unsound],
    ['without a subject', { claims: { sub: undefined } }, unsound],
    [
      'ten minutes ahead',
      { ahead: 600 },
      /^The clock of the provider and the one of this server differ: it was 20\S+ there and 20\S+ here\. Ask an administrator\.$/,
    ],
    ['ten minutes behind', { ahead: -600 }, /^The clock of the provider and the one of this server differ/],
    ['that is not valid yet', { claims: { nbf: Math.floor(Date.now() / 1_000) + 900 } }, /^The clock/],
    [
      'that is refused there',
      { tokenError: 'invalid_client' },
      'Company refused the client id or the secret of this server (invalid_client). Only an administrator can mend them, on the page Authentication.',
    ],
    [
      'that is a challenge, since the secret is wrong',
      { hasOtherSecret: true },
      'Company refused the client id or the secret of this server (invalid_client). Only an administrator can mend them, on the page Authentication.',
    ],
    [
      'that is refused for its settings',
      { tokenError: 'invalid_scope' },
      'Company refused the sign-in (invalid_scope). Ask an administrator.',
    ],
    ['that never comes', { isAway: true }, 'Company could not be reached. Try again later.'],
  ];

  it.each(cases)('%s', async (_, behaviour, expected) => {
    const browser = new SsoBrowser();
    const { way } = await browser.open(sso.start(key), { stopAt: '/callback?' });
    provider.behaviour = behaviour;
    const { text } = await browser.open(way.at(-1) ?? '');
    if (typeof expected === 'string') expect(sentenceIn(text)).toBe(expected);
    else expect(sentenceIn(text)).toMatch(expected);
    expect(sso.hasSession(browser)).toBe(false);
  });

  it.each([
    ['for several clients, and made for us', { claims: { aud: ['orrery', 'other'], azp: 'orrery' } }],
    ['two minutes ahead', { ahead: 120 }],
    ['two minutes behind', { ahead: -120 }],
    ['without at_hash', { claims: { at_hash: undefined } }],
  ] satisfies readonly [string, Behaviour][])('but does %s', async (_, behaviour) => {
    provider.behaviour = behaviour;
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  });
});

describe('metadata that is wrong', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string | RegExp]>([
    [
      'no address to send people to',
      { authorization_endpoint: undefined },
      'The answer of Company cannot be trusted. Ask an administrator.',
    ],
    [
      'another issuer',
      { issuer: 'https://other.example.com' },
      /^The provider calls itself 'https:\/\/other\.example\.com', and it is set up here as/,
    ],
  ])('%s', async (_, changed, expected) => {
    provider.behaviour = { metadata: changed };
    const { key: own } = await sso.addProvider({ ...provider.input });
    const { status, sentence, hasSession } = await sso.signIn(own);
    expect([status, hasSession]).toEqual([400, false]);
    expect(sentence).toMatch(expected);
  });
});

it('takes a key that is new after a minute, and asks for no unknown one before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  provider.behaviour = { sign: 'a key that is new' };
  vi.setSystemTime(Date.now() + 310_000);
  provider.asked = [];
  expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  expect(await sso.signIn(key)).toMatchObject({
    sentence: 'The answer of Company cannot be trusted. Ask an administrator.',
  });
  expect(provider.asked.filter((path) => path === '/keys')).toHaveLength(1);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  expect(provider.asked.filter((path) => path === '/keys')).toHaveLength(2);
});
