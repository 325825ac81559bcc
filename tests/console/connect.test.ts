import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connecting } from './connecting.ts';
import { ConsoleService, password, usualNow } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';
import { servePage } from './serve-page.ts';
import { walk } from './walk.ts';

let console: ConsoleService;
let application: Connecting;
let theirs: Awaited<ReturnType<typeof servePage>>;

beforeAll(async () => {
  [console, theirs] = await Promise.all([ConsoleService.open(), servePage('Connected')]);
  application = await Connecting.open(console, 'Claude Code', theirs.address);
});

afterAll(async () => {
  await theirs?.[Symbol.asyncDispose]();
  await console?.[Symbol.asyncDispose]();
});

/** The page of the application is of another site. */
const leaving = () => ({ expected: new RegExp(`^asked ${theirs.address}`) });

const button = (page: Page, name: 'Allow' | 'Deny') => page.getByRole('button', { name, exact: true });

async function answerAt(page: Page): Promise<Readonly<Record<string, string>>> {
  await page.waitForURL((url) => url.href.startsWith(theirs.address));
  return Object.fromEntries(new URL(page.url()).searchParams);
}

it('somebody who is signed out signs in first, comes back, and allows what is asked', async () => {
  const { signIn } = console.service.metadata;
  await signIn.redeem(await console.invite('cleo'), password, { address: '192.0.2.1' });
  await using guarded = await console.stranger(leaving());
  const page = await guarded.newPage();
  await page.goto(application.address({ scope: 'mcp-agent-access offline_access' }));
  await page.getByLabel('Username or email').fill('cleo');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Connect an application', level: 1 }).waitFor();
  await page.getByText('“Claude Code”').waitFor();
  await page.getByText('Not verified by your administrator.').waitFor();
  const sizes = await page.evaluate(() => {
    const all = [...document.querySelectorAll('main *')].filter((each) => each.childElementCount === 0);
    return all.map((each) => [each.textContent, Number.parseFloat(getComputedStyle(each).fontSize)] as const);
  });
  const largest = Math.max(...sizes.map(([, size]) => size));
  expect(sizes.filter(([, size]) => size === largest).map(([text]) => text)).toEqual(['localhost']);
  await page.getByText('Ask questions and run queries as you.').waitFor();
  await page.getByText('Stay connected until you end it').waitFor();
  await page.getByText('cleo', { exact: true }).waitFor();
  await button(page, 'Allow').click();
  expect(await answerAt(page)).toEqual({
    ...{ code: expect.stringMatching(/^oac-/), state: 'S 1', iss: console.origin },
  });
});

it('an application that a document describes is shown with the host of the document', async () => {
  const { oauthClients } = console.service.metadata;
  const { clientId } = await oauthClients.saveDocument(
    'https://app.example.com/client.json',
    {
      ...{ name: 'Described', authMethod: 'none', redirectUris: [theirs.address] },
      ...{ grantTypes: ['authorization_code'], defaultScopes: ['mcp-agent-access'] },
    },
    usualNow + 3_000_000,
  );
  await using guarded = await console.admin(leaving());
  const page = await guarded.newPage();
  await page.goto(application.address({ client_id: clientId }));
  await page.getByText('“Described”').waitFor();
  await page.getByText('app.example.com', { exact: true }).waitFor();
  expect(await page.locator('.host').allTextContents()).toEqual(['app.example.com', 'localhost']);
  await page.getByText('Not verified by your administrator.').waitFor();
  await button(page, 'Allow').click();
  expect(await answerAt(page)).toMatchObject({ code: expect.stringMatching(/^oac-/) });
});

it('asks again where another name has taken the place of the one that was read', async () => {
  const { oauthClients } = console.service.metadata;
  const describeAs = (name: string) =>
    oauthClients.saveDocument(
      'https://app.example.com/renamed.json',
      {
        ...{ name, authMethod: 'none', redirectUris: [theirs.address] },
        ...{ grantTypes: ['authorization_code'], defaultScopes: ['mcp-agent-access'] },
      },
      usualNow + 3_000_000,
    );
  const { clientId } = await describeAs('Nice');
  await using guarded = await console.admin({ expected: new RegExp(`^asked ${theirs.address}|409`) });
  const page = await guarded.newPage();
  await page.goto(application.address({ client_id: clientId }));
  await page.getByText('“Nice”').waitFor();
  await describeAs('Other');
  await button(page, 'Allow').click();
  await page.getByText('“Other”').waitFor();
  await page.getByText('The application has changed since it asked.').waitFor();
  await button(page, 'Allow').click();
  expect(await answerAt(page)).toMatchObject({ code: expect.stringMatching(/^oac-/) });
});

it('is denied by keyboard alone, with a button that is as large as the other', async () => {
  await using guarded = await console.admin(leaving());
  const page = await guarded.newPage();
  await page.goto(application.address());
  await button(page, 'Deny').waitFor();
  expect(await walk(page)).toEqual(['Not you? Sign in as another', 'Deny', 'Allow']);
  const [one, other] = [await button(page, 'Deny').boundingBox(), await button(page, 'Allow').boundingBox()];
  expect([one?.width, one?.height, one?.y]).toEqual([other?.width, other?.height, other?.y]);
  // The walk has left the page at its end, and the focus comes back to it.
  await button(page, 'Deny').focus();
  await expect.poll(() => button(page, 'Deny').getAttribute('aria-disabled')).toBe('false');
  await page.keyboard.press('Enter');
  expect(await answerAt(page)).toMatchObject({ error: 'access_denied', state: 'S 1' });
});

it('takes no click before its reader could have read it', async () => {
  await using guarded = await console.admin({ ...leaving(), changesClock: true });
  const page = await guarded.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.install({ time: 1_000 });
  await page.clock.pauseAt(2_000);
  await page.goto(application.address());
  await button(page, 'Allow').waitFor();
  for (const pass of ['first', 'again']) {
    await page.clock.runFor(400);
    // The click itself may bring the page to the front.
    await button(page, 'Allow').click({ force: true });
    expect([pass, await button(page, 'Allow').getAttribute('aria-disabled')]).toEqual([pass, 'true']);
    await page.clock.runFor(600);
    await expect.poll(() => button(page, 'Allow').getAttribute('aria-disabled')).toBe('false');
    if (pass === 'first') {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect.poll(() => button(page, 'Allow').getAttribute('aria-disabled')).toBe('true');
    }
  }
  expect(asked).not.toContain('/api/v1/oauth/approvals');
});

it('opens an application of the machine by its scheme, under the policy of the page', async () => {
  const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback';
  const program = await Connecting.open(console, 'Cursor', cursor);
  await using guarded = await console.admin({ expected: /cursor:/ });
  const page = await guarded.newPage();
  const session = await guarded.context.newCDPSession(page);
  await session.send('Page.enable');
  const opened = new Promise<string>((resolve) => {
    session.on('Page.frameRequestedNavigation', ({ url }) => resolve(url));
  });
  await page.goto(program.address());
  await page.getByText('cursor:', { exact: true }).waitFor();
  await page.getByText('This is a program on your own computer.').waitFor();
  await button(page, 'Allow').click();
  expect(await opened).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=oac-/);
  await page.getByText('You can close this window.').waitFor();
});

it('is shown in no frame, not even in one of this server', async () => {
  const address = `${console.origin}${application.address({}, '/connect')}`;
  await using host = await servePage(`<iframe id="connect" src="${address.replaceAll('&', '&amp;')}"></iframe>`);
  await using guarded = await console.admin({
    expected: /^asked http:\/\/localhost|frame-ancestors|ERR_BLOCKED_BY_RESPONSE/,
  });
  const page = await guarded.newPage();
  const answered = page.waitForResponse(
    (response) => response.url().includes('/connect?') || response.url().includes('/sign-in'),
  );
  await page.goto(host.address);
  await answered;
  expect(await page.frameLocator('#connect').getByRole('button').count()).toBe(0);
  await page.goto('/sign-in');
  const isShown = await page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src });
        frame.addEventListener('load', () => resolve(Boolean(frame.contentDocument?.querySelector('#orrery'))));
        document.body.append(frame);
      }),
    address,
  );
  expect(isShown).toBe(false);
});

it('tells what is wrong with the request of strangers, and leads back only by a button', async () => {
  const strangers = 'https://strangers.example/back';
  const wrong = await Connecting.open(console, 'Strangers', strangers);
  await using guarded = await console.admin({ statuses: [400], expected: /strangers\.example/ });
  const page = await guarded.newPage();
  await page.route(`${strangers}**`, (route) => route.fulfill({ body: 'back' }));
  await page.goto(wrong.address({ code_challenge_method: 'plain' }));
  await page.getByRole('alert').getByText('PKCE').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Return to strangers.example' }).click();
  await page.waitForURL(/^https:\/\/strangers\.example\/back\?error=invalid_request/);
  await page.goto('/connect?client_id=oc-unknown');
  await page.getByRole('alert').getByText('not known to this server').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
});

it('somebody else signs in, and is asked the same', async () => {
  await using guarded = await console.admin(leaving());
  const page = await guarded.newPage();
  await page.goto(application.address());
  await page.getByRole('button', { name: 'Not you?' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  const { signIn } = console.service.metadata;
  await signIn.redeem(await console.invite('dora'), password, { address: '192.0.2.1' });
  await page.getByLabel('Username or email').fill('dora');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('dora', { exact: true }).waitFor();
  await button(page, 'Deny').click();
  expect(await answerAt(page)).toMatchObject({ error: 'access_denied', state: 'S 1' });
});

describe('an application that was allowed before', () => {
  const allow = async (
    name: string,
    deployments: 'all' | readonly number[],
    userId: number = console.service.adminId,
  ) => {
    const { changes, oauthGrants, oauthClients, accountId } = console.service.metadata;
    const one = await Connecting.open(console, name, theirs.address);
    const client = await oauthClients.find(one.clientId);
    if (!client) throw new Error('the application is not registered');
    const scopes = ['mcp-agent-access', 'offline_access'] as const;
    const given = { client, userId, kind: 'code', scopes, deployments } as const;
    await changes.make({ accountId, by: { via: 'command' } }, (change) =>
      oauthGrants.begin(change, { ...given, resource: undefined, redirectUri: theirs.address }),
    );
    return one;
  };

  it('passes without a question', async () => {
    const known = await allow('Known', 'all');
    await using guarded = await console.admin(leaving());
    const page = await guarded.newPage();
    await page.goto(known.address());
    expect(await answerAt(page)).toMatchObject({ code: expect.stringMatching(/^oac-/), state: 'S 1' });
  });

  it('is listed in the preferences with what it may do, until the person ends it there', async () => {
    await allow('Ended soon', [1]);
    await using guarded = await console.admin();
    const page = await guarded.newPage();
    await page.goto('/preferences');
    const row = page.getByRole('listitem').filter({ hasText: 'Ended soon' }).first();
    await row.getByText('Never used').waitFor();
    await row.getByText('Only deployment 1').waitFor();
    await row.getByText('Ask questions and run queries as you.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'End Ended soon' }).press('Enter');
    await page.getByText('Ended soon can do nothing here any more').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'End Ended soon' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    const { oauthGrants, accountId } = console.service.metadata;
    const left = await oauthGrants.list(accountId, { userId: console.service.adminId });
    expect(left.map(({ client }) => client.name)).not.toContain('Ended soon');
  });

  it('outlasts a change of the password, unless the person ends it with that', async () => {
    await using guarded = await console.person('elsa', 'explorer');
    const { oauthGrants, users, accountId } = console.service.metadata;
    const { id: userId } = await users.find(accountId, 'elsa');
    await allow('Ended with the password', 'all', userId);
    const page = await guarded.newPage();
    await page.goto('/preferences');
    const row = page.getByRole('listitem').filter({ hasText: 'Ended with the password' });
    await row.waitFor();
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      const answer = page.waitForResponse((response) => response.url().endsWith('/users/me/password'));
      await page.getByRole('button', { name: 'Change password' }).click();
      expect((await answer).status()).toBe(204);
    };
    const left = async () => (await oauthGrants.list(accountId, { userId })).length;
    await change(password, 'another long password');
    expect(await left()).toBe(1);
    await page.getByLabel('End connected applications too').check();
    expect(await violationsOf(page)).toEqual([]);
    await change('another long password', password);
    await row.waitFor({ state: 'detached' });
    expect(await left()).toBe(0);
  });
});

it('deployments are picked where there are several', async () => {
  const { changes, deployments, accountId } = console.service.metadata;
  const author = { accountId, by: { via: 'command' } } as const;
  await changes.changeRights(author, (change) => deployments.create(change, 'Second'));
  await using guarded = await console.admin({ ...leaving(), viewport: { width: 360, height: 740 } });
  const page = await guarded.newPage();
  await page.goto(application.address());
  await page.getByLabel('Only these').check();
  await expect.poll(() => button(page, 'Deny').getAttribute('aria-disabled')).toBe('false');
  expect(await button(page, 'Allow').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Second').check();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const sent = page.waitForRequest((request) => request.url().endsWith('/oauth/approvals'));
  await button(page, 'Allow').click();
  expect((await sent).postDataJSON()).toMatchObject({ isAllowed: true, deploymentIds: [expect.any(Number)] });
  expect(await answerAt(page)).toMatchObject({ code: expect.stringMatching(/^oac-/) });
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('axe finds nothing', async () => {
    await using guarded = await console.admin({ colorScheme });
    const page = await guarded.newPage();
    await page.goto(application.address({ scope: 'platform offline_access' }));
    await expect.poll(() => button(page, 'Allow').getAttribute('aria-disabled')).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
  });
});
