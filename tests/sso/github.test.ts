import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GitHubBehaviour, membership, OwnGitHub } from './own-github.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, SsoService } from './sso-service.ts';

let sso: SsoService;
let github: OwnGitHub;
let key: string;
let id: number;

beforeAll(async () => {
  github = await OwnGitHub.open();
  sso = await SsoService.open();
});

afterAll(async () => {
  await sso?.[Symbol.asyncDispose]();
  await github?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  github.behaviour = {};
  github.calls.length = 0;
  ({ key, id } = await sso.addProvider(github.input));
});

afterEach(() => sso.ask('DELETE', `/sign-in-providers/${id}`));

const set = (settings: object) => sso.ask('PUT', `/sign-in-providers/${id}`, { settings });
const person = (number: number, email: object = { primary: true, verified: true }) => ({
  user: { login: `person-${number}`, id: number, name: `Person ${number}`, email: null },
  emails: [{ email: `p${number}@example.com`, ...email }],
});
const userOf = async (username: string) => sso.metadata.users.find(sso.metadata.accountId, username);

/** Opens the sign-in, and stops before the answer comes back. */
async function begun(query = '') {
  const browser = new SsoBrowser();
  const { way } = await browser.open(sso.start(key, query), { stopAt: '/callback?' });
  return { browser, url: new URL(way.at(-1) ?? '') };
}

describe('GitHub', () => {
  it('signs a person in by the number of the account and its verified main address', async () => {
    expect(await sso.signIn(key, { query: '?next=/workspace&login_hint=octocat' })).toMatchObject({
      hasSession: true,
      last: `${sso.origin}/workspace`,
    });
    const { email, displayName, role } = await userOf('octocat@example.com');
    expect([email, displayName, role]).toEqual(['octocat@example.com', 'The Octocat', 'viewer']);
    expect(github.asked).toMatchObject({
      client_id: 'orrery',
      scope: 'user:email',
      code_challenge_method: 'S256',
      redirect_uri: `${sso.origin}/sso/${key}/callback`,
      login: 'octocat',
    });
    expect(github.calls.filter((path) => path.includes('orgs'))).toEqual([]);
    const known = await sso.metadata.signInIdentities.list(sso.metadata.accountId);
    expect(known.filter(({ subject }) => subject === '583231')).toMatchObject([
      { username: 'octocat@example.com', issuer: github.baseUrl },
    ]);
    // Another name and no address are the same person.
    github.behaviour = { user: { login: 'renamed', id: 583_231, name: 'Renamed' }, emails: [] };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    expect((await userOf('octocat@example.com')).displayName).toBe('Renamed');
  });

  it.each([
    ['is not verified', { primary: true, verified: false }, 'p11@example.com'],
    ['is not the main one', { primary: false, verified: true }, '11'],
    ['says neither', {}, '11'],
    ['says so in texts', { primary: 'true', verified: 'true' }, '11'],
  ])('makes nobody of an address that %s, and of a name that people choose', async (_, email, value) => {
    github.behaviour = person(11, email);
    expect(await sso.signIn(key)).toMatchObject({
      ...{ status: 403, hasSession: false },
      sentence: `GitHub states no verified main address for ${value}. Verify it there, and start again.`,
    });
  });

  it('links nobody by an address that is not verified, and by a name only if an admin says so', async () => {
    const { users, changes, accountId } = sso.metadata;
    const author = { accountId, by: { via: 'command' } as const };
    await changes.changeRights(author, async (change) => {
      await users.create(change, { username: 'person-12' });
      await users.create(change, { username: 'p13', email: 'p13@example.com' });
    });
    github.behaviour = person(12);
    await sso.signIn(key);
    expect((await userOf('p12@example.com')).username).toBe('p12@example.com');
    github.behaviour = person(13, { primary: true, verified: false });
    expect(await sso.signIn(key)).toMatchObject({ hasSession: false });
    github.behaviour = person(13);
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    const found = await sso.metadata.signInIdentities.list(accountId, { userId: (await userOf('p13')).id });
    expect(found.map(({ subject }) => subject)).toEqual(['13']);
    const settings = { ...github.input.settings, linkBy: ['userName'] };
    const named = await sso.addProvider({ ...github.input, settings });
    expect(named.warnings).toContainEqual(expect.stringContaining('linking by userName lets them take over users'));
    github.behaviour = person(12);
    await sso.signIn(named.key);
    const linked = await sso.metadata.signInIdentities.list(accountId, { userId: (await userOf('person-12')).id });
    expect(linked.map(({ subject }) => subject)).toEqual(['12']);
  });

  it.each(['404', '403'])('knows people without their addresses, where these are refused with %s', async (status) => {
    github.behaviour = person(14);
    await sso.signIn(key);
    const refused = { path: '/user/emails', status: Number(status), headers: { 'x-ratelimit-remaining': '4999' } };
    github.behaviour = { ...person(14), refused };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    github.behaviour = { ...person(15), refused };
    expect(await sso.signIn(key)).toMatchObject({
      hasSession: false,
      sentence: 'GitHub states no verified main address for 15. Verify it there, and start again.',
    });
  });

  const limited = 'GitHub takes no more requests now. Try again later.';
  const away = 'GitHub could not be reached. Try again later.';
  const unsound = 'The answer of GitHub cannot be trusted. Ask an administrator.';
  it.each<[string, GitHubBehaviour, number, string]>([
    [
      ...(['a code that is used', { tokenError: 'bad_verification_code' }, 400] as const),
      'GitHub refused the sign-in (bad_verification_code). Start again.',
    ],
    [
      ...(['a wrong secret', { tokenError: 'incorrect_client_credentials' }, 400] as const),
      'GitHub refused the client id or the secret of this server (incorrect_client_credentials). Only an administrator can mend them, on the page Authentication.',
    ],
    [
      ...(['another error', { tokenError: '<b>' }, 400] as const),
      'GitHub refused the sign-in (unknown error). Ask an administrator.',
    ],
    ['no token', { token: { token_type: 'bearer' } }, 400, unsound],
    ['a token of another type', { token: { access_token: 'a', token_type: 'mac' } }, 400, unsound],
    ['a token with a line break', { token: { access_token: 'a\r\nb: c', token_type: 'bearer' } }, 400, unsound],
    ['a token that is not known', { token: { access_token: 'gho_other', token_type: 'bearer' } }, 400, unsound],
    [
      'too many requests',
      { refused: { path: '/user', status: 403, headers: { 'x-ratelimit-remaining': '0' } } },
      503,
      limited,
    ],
    ['a pause', { refused: { path: '/user/emails', status: 403, headers: { 'retry-after': '60' } } }, 503, limited],
    [
      'a pause by its text',
      {
        refused: {
          ...{ path: '/user/emails', status: 403, headers: { 'x-ratelimit-remaining': '4990' } },
          message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
        },
      },
      503,
      limited,
    ],
    ['a pause by its status', { refused: { path: '/user', status: 429, headers: {} } }, 503, limited],
    ['a failure', { refused: { path: '/user', status: 502, headers: {} } }, 503, away],
    [
      'a redirect',
      { refused: { path: '/user', status: 302, headers: { location: 'http://127.0.0.1:1/' } } },
      503,
      away,
    ],
    ['a long answer', { user: { login: 'x', id: 7, bio: 'x'.repeat(200_000) } }, 503, away],
    ['no answer', { isAway: true }, 503, away],
    ['no user', { user: [] }, 400, unsound],
    ['a number that is a text', { user: { login: 'x', id: '7' } }, 400, unsound],
    ['a number that is none', { user: { login: 'x', id: 0 } }, 400, unsound],
    ['addresses that are no list', { emails: {} }, 400, unsound],
  ])('signs nobody in after %s', async (_, behaviour, status, sentence) => {
    const { browser, url } = await begun();
    github.behaviour = behaviour;
    const answer = await browser.open(url.href);
    expect([answer.status, sentenceIn(answer.text)]).toEqual([status, sentence]);
    expect(answer.text).not.toContain('555-0100');
    expect(sso.hasSession(browser)).toBe(false);
  });

  it.each([
    ['access_denied', 'The sign-in was not allowed at GitHub (access_denied). Start again.'],
    [
      'redirect_uri_mismatch',
      'Another redirect address is registered at GitHub (redirect_uri_mismatch). Ask an administrator.',
    ],
    ['application_suspended', 'GitHub refused the sign-in (application_suspended). Ask an administrator.'],
  ])('tells what a person does after %s', async (error, sentence) => {
    const { browser, url } = await begun();
    url.searchParams.delete('code');
    url.searchParams.set('error', error);
    url.searchParams.set('error_description', 'Call 555-0100');
    const { text } = await browser.open(url.href);
    expect(sentenceIn(text)).toBe(sentence);
    expect(text).not.toContain('555-0100');
    expect(github.calls).toEqual([]);
  });

  it('takes answers that name the server, and none of another one', async () => {
    const named = await begun();
    named.url.searchParams.set('iss', `${github.baseUrl}/login/oauth`);
    await named.browser.open(named.url.href);
    expect(sso.hasSession(named.browser)).toBe(true);
    const other = await begun();
    other.url.searchParams.set('iss', 'https://github.com/login/oauth');
    const { text } = await other.browser.open(other.url.href);
    expect(sentenceIn(text)).toContain("The provider calls itself 'https://github.com/login/oauth'");
    expect(sso.hasSession(other.browser)).toBe(false);
  });

  it('takes an answer once, in the browser it began in, and with the verifier of its flow', async () => {
    const { browser, url } = await begun();
    const stranger = await new SsoBrowser().open(url.href);
    expect(sentenceIn(stranger.text)).toContain('began in another browser');
    await browser.open(url.href);
    expect(sso.hasSession(browser)).toBe(true);
    expect(sentenceIn((await browser.open(url.href)).text)).toContain('was used already');
    // The code of somebody else, put into a flow of one's own.
    const [own, others] = [await begun(), await begun()];
    own.url.searchParams.set('code', others.url.searchParams.get('code') ?? '');
    expect(sentenceIn((await own.browser.open(own.url.href)).text)).toContain('bad_verification_code');
    expect(sso.hasSession(own.browser)).toBe(false);
  });
});

describe('an organization of GitHub', () => {
  it('lets its active members in, at each sign-in, and is named to others', async () => {
    await set({ organizations: ['corp', 'Partner'] });
    github.behaviour = { ...person(21), memberships: { Partner: membership('partner') } };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
    expect(github.asked).toMatchObject({ scope: 'user:email read:org' });
    const sentence =
      'GitHub states no active membership of person-21 in corp or Partner. Accept the invitation there, or sign in there as somebody else, and start again.';
    const others = [
      {},
      { corp: membership('corp', 'pending'), Partner: membership('other') },
      { corp: { status: 200, body: {} }, other: membership('other') },
    ];
    for (const memberships of others) {
      github.behaviour = { ...person(21), memberships };
      expect(await sso.signIn(key)).toMatchObject({ status: 403, hasSession: false, sentence });
    }
  });

  it('says so where it has not approved the application, or the scope was refused', async () => {
    await set({ organizations: ['corp', 'partner'] });
    const hidden = { status: 403, body: { message: 'Forbidden' } };
    github.behaviour = { ...person(23), memberships: { corp: hidden } };
    expect(await sso.signIn(key)).toMatchObject({
      hasSession: false,
      sentence:
        'GitHub does not let this server see who is a member of corp. Ask an owner there to approve the application, and start again.',
    });
    github.behaviour = { ...person(23), memberships: { corp: hidden, partner: membership('partner') } };
    expect(await sso.signIn(key)).toMatchObject({ hasSession: true });
  });
});

describe('a provider of the kind github', () => {
  const add = (settings: object, rest: object = {}) =>
    sso.ask('POST', '/sign-in-providers', { ...github.input, settings: { clientId: 'orrery', ...settings }, ...rest });

  it('is at github.com unless it says something else, and names organizations there', async () => {
    const { status, text } = await add({});
    expect([status, text]).toEqual([400, expect.stringContaining('settings.organizations')]);
    expect((await add({ organizations: ['corp'] })).status).toBe(200);
    expect((await add({ mayMake: false })).status).toBe(200);
  });

  it.each<[object, object, string]>([
    [{ baseUrl: 'http://git.example.com' }, {}, 'settings.baseUrl'],
    [{ baseUrl: 'https://git.example.com/api/v3' }, {}, 'settings.baseUrl'],
    [{ baseUrl: 'https://git.example.com/' }, {}, 'settings.baseUrl'],
    [{ baseUrl: 'https://github.com.' }, {}, 'settings.baseUrl'],
    [{ baseUrl: 'https://www.github.com' }, {}, 'settings.baseUrl'],
    [{ baseUrl: 'https://github.com:444' }, {}, 'settings.baseUrl'],
    [{ organizations: ['a/../b'] }, {}, 'settings.organizations'],
    [{ organizations: ['corp'], issuer: 'https://login.example.com' }, {}, 'settings.issuer'],
    [{ organizations: ['corp'], groups: 'groups' }, {}, 'settings.groups is no setting of a provider of GitHub'],
    [{ organizations: ['corp'], linkBy: ['externalId'] }, {}, 'settings.linkBy'],
    [{ organizations: ['corp'] }, { preset: 'okta' }, 'preset'],
    [{ organizations: ['corp'] }, { clientSecret: null }, 'clientSecret'],
  ])('with %j and %j is refused', async (settings, rest, path) => {
    const { status, text } = await add(settings, rest);
    expect([status, text]).toEqual([400, expect.stringContaining(path)]);
  });

  it('keeps the people it knows with its address, and its secret too', async () => {
    github.behaviour = person(41);
    await sso.signIn(key);
    const subjects = async () =>
      (await sso.metadata.signInIdentities.list(sso.metadata.accountId)).map(({ subject }) => subject);
    await set({ organizations: ['corp'], clientId: 'other' });
    expect(await subjects()).toContain('41');
    const moved = { baseUrl: 'https://git.example.com' };
    const again = await set(moved);
    expect([again.status, again.text]).toEqual([
      400,
      expect.stringContaining('A change of the baseUrl needs the clientSecret again'),
    ]);
    const { status } = await sso.ask('PUT', `/sign-in-providers/${id}`, { settings: moved, clientSecret: 'a' });
    expect([status, await subjects()]).toEqual([200, expect.not.arrayContaining(['41'])]);
  });

  it('is a button of the sign-in page, and warns of what it lets in', async () => {
    const made = await sso.addProvider(github.input);
    expect(made).toMatchObject({
      kind: 'github',
      redirectUri: `${sso.origin}/sso/${made.key}/callback`,
      warnings: [expect.stringContaining(`Everybody with an account at ${github.baseUrl} gets a user here`)],
      settings: { organizations: [], linkBy: ['email'], mayMake: true, mayLinkAdmins: false },
    });
    expect(JSON.stringify(made)).not.toContain(github.input.clientSecret);
    const methods = JSON.parse((await sso.ask('GET', '/sign-in-methods')).text);
    expect(methods.providers).toContainEqual({ key: made.key, name: 'GitHub', kind: 'github', preset: null });
    for (const [method, page] of [
      ['POST', 'callback'],
      ['POST', 'back-channel-logout'],
      ['GET', 'metadata'],
      ['GET', 'sign-out'],
    ] as const) {
      const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
      const answer = await fetch(`${sso.origin}/sso/${made.key}/${page}`, { method, headers });
      expect([page, answer.status]).toEqual([page, 404]);
    }
  });

  it('is tested as any other', async () => {
    await set({ mayLinkAdmins: true });
    github.behaviour = person(31);
    const { users, changes, accountId } = sso.metadata;
    const author = { accountId, by: { via: 'command' } as const };
    const made = { username: 'p31@example.com', role: 'admin' } as const;
    await changes.changeRights(author, (change) => users.create(change, made));
    const admin = new SsoBrowser();
    expect(await sso.signIn(key, { browser: admin })).toMatchObject({ hasSession: true });
    github.behaviour = person(32);
    const { status, text } = await admin.open(sso.start(key, '?test=1'));
    expect(status).toBe(200);
    expect(text).toContain('A user &#39;p32@example.com&#39; would be made');
    expect(text).toContain('person-32');
    const refused = { path: '/user/emails', status: 404, headers: {} };
    github.behaviour = { ...person(33), refused };
    const without = await admin.open(sso.start(key, '?test=1'));
    expect(without.text).toContain('does not let this server read addresses');
    await set({ organizations: ['corp'] });
    expect((await admin.open(sso.start(key, '?test=1'))).text).toContain('no active membership of person-33 in corp');
    await expect(userOf('p32@example.com')).rejects.toThrow();
  });
});
