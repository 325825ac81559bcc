import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { atTheCommandLine } from '../../packages/kernel/src/caller/audit-actor.ts';
import { keepBuilt } from '../../scripts/pages/keep-built.ts';
import { type Browser, type Frame, openChromium, type Page } from '../browser/chromium.ts';
import { ViewerService } from './viewer-service.ts';

const password = 'correct horse battery';

let viewers: ViewerService;
let browser: Browser;
let host: Server;
let hostOrigin: string;
let origin: string;

beforeAll(async () => {
  await keepBuilt('frames');
  viewers = await ViewerService.open('sqlite');
  ({ origin } = viewers.service.served);
  await viewers.ask('POST', '/api/v1/user-attributes', { name: 'city', type: 'string' });
  const { changes, users, signIn, accountId } = viewers.service.metadata;
  const by = { accountId, by: atTheCommandLine };
  for (const [username, role] of [
    ['ann', 'explorer'],
    ['bob', 'viewer'],
  ] as const) {
    const user = await changes.make(by, (change) => users.create(change, { username, role, status: 'invited' }));
    const { text } = await changes.make(by, (change) => signIn.invite(change, user.id));
    await signIn.redeem(text, password, { address: '192.0.2.1' });
  }
  browser = await openChromium();
  host = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://host').searchParams.get('frame') ?? '';
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Product</title>
      <iframe src="${origin}${path}" style="width:900px;height:640px;border:0"></iframe>
      <script>window.said = []; addEventListener('message', ({ data }) => window.said.push(data));</script>`);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  hostOrigin = `http://localhost:${(host.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  host?.close();
  await viewers?.[Symbol.asyncDispose]();
});

async function sessionOf(externalId: string, given: object = {}): Promise<string> {
  const city = { ann: 'Oslo', rob: 'Rome' }[externalId];
  const userAttributes = city === undefined ? [] : [{ name: 'city', value: city }];
  const body = { deploymentId: 1, externalId, userAttributes, ...given };
  const answer = await viewers.ask('POST', '/api/v1/embed/generate-session', body);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body.sessionId;
}

/** Shows a page in a frame of another site. */
async function inFrame(path: string): Promise<{ readonly page: Page; readonly frame: Frame }> {
  const page = await browser.open(`${hostOrigin}/?frame=${encodeURIComponent(path)}`);
  onTestFinished(() => page.close());
  await expect.poll(() => page.frames[0]?.evaluate("document.querySelector('#orrery main') !== null")).toBe(true);
  const [frame] = page.frames;
  if (!frame) throw new Error('there is a frame');
  return { page, frame };
}

async function ask(frame: Frame, question: string): Promise<string> {
  const before = await frame.evaluate<number>("document.querySelectorAll('.turn').length");
  await frame.evaluate(`(() => {
    const field = document.querySelector('textarea');
    field.value = ${JSON.stringify(question)};
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.form.requestSubmit();
  })()`);
  const isAnswered = `document.querySelectorAll('.turn').length > ${before} && !document.querySelector('.composer .stop')`;
  await expect.poll(() => frame.evaluate(isAnswered)).toBe(true);
  return frame.evaluate("[...document.querySelectorAll('.turn')].at(-1).innerText");
}

const threadsIn = (frame: Frame) =>
  frame.evaluate("[...document.querySelectorAll('.thread')].map((each) => each.innerText).join('|')");
const fill = (frame: Frame, username: string) =>
  frame.evaluate(`{ const [name, word] = document.querySelectorAll('input'); name.value = ${JSON.stringify(username)};
    word.value = ${JSON.stringify(password)}; document.querySelector('form').requestSubmit(); }`);

it.each(['/embed/chat?sessionId=', '/embed/d/1/chat?session='])(
  'answers viewers at %s from their own rows, and shows them their own chats (case 29)',
  async (path) => {
    const { page, frame } = await inFrame(`${path}${await sessionOf('ann')}`);
    expect(await frame.evaluate('location.href')).not.toContain('ession');
    const answer = await ask(frame, 'amount per city');
    expect(answer).toContain('Oslo');
    expect(answer).not.toMatch(/Rome|Bern/);
    expect(await ask(frame, 'amount in Rome')).not.toMatch(/\b12\b/);
    const folder = process.env['ORRERY_PICTURES'];
    if (folder !== undefined) {
      const { data } = (await page.send('Page.captureScreenshot', {})) as { data: string };
      writeFileSync(join(folder, 'served.png'), Buffer.from(data, 'base64'));
    }
    await expect.poll(() => threadsIn(frame)).toContain('amount per city');
    expect(await page.evaluate('scrollX + scrollY')).toBe(0);
    const other = (await inFrame(`${path}${await sessionOf('rob')}`)).frame;
    expect(await threadsIn(other)).not.toContain('amount per city');
    expect(await ask(other, 'amount by city')).toMatch(/Rome[\s\S]*12/);
    const nobody = (await inFrame(`${path}${await sessionOf('eve')}`)).frame;
    expect(await ask(nobody, 'amount by city')).not.toMatch(/Oslo|Rome|Bern/);
    expect(page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith(hostOrigin))).toEqual([]);
  },
);

it('keeps the chat and the session when the frame is loaded again', async () => {
  const { page, frame } = await inFrame(`/embed/chat?session=${await sessionOf('ann')}`);
  await ask(frame, 'count by team');
  await frame.evaluate('location.reload()');
  await expect
    .poll(() => page.frames[0]?.evaluate("document.querySelector('.turn .answer')?.innerText ?? ''"))
    .toContain('red');
});

it('has the colours of its session and of no other (case 33)', async () => {
  const background = (frame: Frame) =>
    frame.evaluate("getComputedStyle(document.querySelector('#orrery')).backgroundColor");
  const embedTheme = { analyticsChat: { backgroundColor: '#fdf6e3' } };
  const themed = await inFrame(`/embed/chat?session=${await sessionOf('ann', { embedTheme })}`);
  expect(await background(themed.frame)).toBe('rgb(253, 246, 227)');
  const plain = await inFrame(`/embed/chat?session=${await sessionOf('ann')}&theme=light`);
  expect(await background(plain.frame)).not.toBe('rgb(253, 246, 227)');
  await plain.page.evaluate(
    "document.querySelector('iframe').contentWindow.postMessage({ type: 'SET_THEME', payload: 'dark' }, '*')",
  );
  await expect.poll(() => plain.frame.evaluate('document.documentElement.dataset.theme')).toBe('dark');
});

it('says that a session has ended, and goes on with a new one', async () => {
  const { page, frame } = await inFrame(`/embed/chat?session=${await sessionOf('ann')}`);
  await ask(frame, 'amount by city');
  const { items } = (await viewers.ask('GET', '/api/v1/embed-tenants/-/sessions')).body;
  for (const { id } of items) await viewers.ask('DELETE', `/api/v1/embed-tenants/-/sessions/${id}`);
  expect(await ask(frame, 'count by team')).toContain('Try again');
  expect(await page.evaluate("said.some(({ type }) => type === 'SESSION_EXPIRED')")).toBe(true);
  const sessionId = await sessionOf('ann');
  await page.evaluate(`document.querySelector('iframe').contentWindow.postMessage(
    { type: 'SET_SESSION', payload: { sessionId: ${JSON.stringify(sessionId)} } }, '*')`);
  await expect.poll(() => frame.evaluate("document.querySelector('.banner').hidden")).toBe(true);
  await frame.evaluate(
    "[...document.querySelectorAll('.reply button')].find((b) => b.innerText === 'Try again').click()",
  );
  await expect
    .poll(() => frame.evaluate("[...document.querySelectorAll('.turn .answer')].at(-1).innerText"))
    .toContain('red');
});

it('is not there for sessions of one dashboard, nor for agents that are unknown', async () => {
  const said = "document.querySelector('.message')?.innerText";
  const { id } = (await viewers.ask('POST', '/api/v1/deployments/1/workbooks', { name: 'Sales' })).body;
  const published = await viewers.ask('POST', `/api/v1/deployments/1/workbooks/${id}/publish`, {
    workbookId: id,
    config: { widgets: [] },
  });
  await viewers.ask('PUT', `/api/v1/deployments/1/workbooks/${id}/dashboard/embedding`, { allowEmbed: true });
  const { publicId: publicDashboardId } = published.body;
  const locked = await inFrame(`/embed/chat?session=${await sessionOf('ann', { publicDashboardId })}`);
  expect(await locked.frame.evaluate(said)).toBe('Chat is not available here.');
  const unknown = await inFrame(`/embed/chat?session=${await sessionOf('ann')}&agentId=999`);
  expect(await unknown.frame.evaluate(said)).toBe('There is no agent to talk to.');
});

it('lets users of the account sign in inside of the frame, and answers them by their rights', async () => {
  for (const path of ['/embed/chat', '/embed/d/1/chat']) {
    const { frame } = await inFrame(path);
    expect(await frame.evaluate("document.querySelector('h1').innerText")).toBe('Sign in');
    await fill(frame, 'ann');
    await expect.poll(() => frame.evaluate("document.querySelector('.composer') !== null")).toBe(true);
    expect(await ask(frame, 'What can I ask?')).toContain('You can ask about');
    await expect.poll(() => threadsIn(frame)).toContain('What can I ask?');
  }
});

it('opens for a session of the application without another sign-in', async () => {
  const page = await browser.open(`${origin}/livez`);
  onTestFinished(() => page.close());
  const given = JSON.stringify({ username: 'ann', password });
  const signedIn = await page.evaluate(`fetch('/api/v1/session', { method: 'POST', body: ${JSON.stringify(given)},
    headers: { 'content-type': 'application/json' } }).then(({ status }) => status)`);
  expect(signedIn).toBe(200);
  await page.send('Page.navigate', { url: `${origin}/embed/chat` });
  await expect.poll(() => page.evaluate("document.querySelector('.composer') !== null")).toBe(true);
  expect(await ask(page, 'What can I ask?')).toContain('You can ask about');
});
