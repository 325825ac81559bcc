import { once } from 'node:events';
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConsoleService } from './console-service.ts';
import { isKnock } from '../servers/is-knock.ts';

let console: ConsoleService;
/** What content of others would send data to. */
let elsewhere: Server;
let packets: Socket;
let port: number;
const received: string[] = [];

beforeAll(async () => {
  console = await ConsoleService.open();
  elsewhere = createServer((request, response) => {
    if (!isKnock(request)) received.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  ({ port } = elsewhere.address() as AddressInfo);
  packets = createSocket('udp4', (message) => void received.push(`packet of ${message.length} bytes`)).bind(
    port,
    '127.0.0.1',
  );
});

afterAll(async () => {
  elsewhere?.close();
  packets?.close();
  await console?.[Symbol.asyncDispose]();
});

/** Ways by which a document could send what it knows to another server. */
const waysOut = (to: string, place: string): Readonly<Record<string, string>> => ({
  fetch: `fetch('${to}/fetch')`,
  image: `new Image().src = '${to}/image'`,
  font: `document.fonts.add(new FontFace('x', 'url(${to}/font)')); document.fonts.load('16px x')`,
  sound: `new Audio('${to}/sound').play()`,
  socket: `new WebSocket('ws://${place}/socket')`,
  beacon: `navigator.sendBeacon('${to}/beacon', 'x')`,
  prefetch: `add('link', { rel: 'prefetch', href: '${to}/prefetch' })`,
  style: `add('link', { rel: 'stylesheet', href: '${to}/style' })`,
  script: `add('script', { src: '${to}/script' })`,
  frame: `add('iframe', { src: '${to}/frame' })`,
  form: `{ const form = add('form', { action: '${to}/form', method: 'post' }); form.submit() }`,
  popup: `window.open('${to}/popup')`,
  refresh: `add('meta', { httpEquiv: 'refresh', content: '0; url=${to}/refresh' })`,
  peer: `{
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${place}' }] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }`,
  inner: `add('iframe', { srcdoc: '<img src="${to}/inner">' })`,
  top: `top.location.href = '${to}/top'`,
  itself: `location.href = '${to}/itself'`,
});

/** Ways by which the frame itself would go. */
const leaving: ReadonlySet<string> = new Set(['form', 'refresh', 'itself']);

/** Shows content in a page of ours, as charts made of HTML do. */
async function show(page: Page, html: string, data: unknown = null): Promise<void> {
  await page.evaluate(
    ([address, content, rows]) => {
      const told: unknown[] = [];
      Object.assign(window, { told });
      const frame = document.createElement('iframe');
      addEventListener('message', ({ data: message, source, origin }) => {
        if (source !== frame.contentWindow) return;
        told.push({ ...message, origin });
        if (message.type !== 'READY') return;
        (source as Window).postMessage({ type: 'SHOW', template: content, result: rows }, '*'); // the frame below
      });
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.src = String(address);
      document.body.append(frame);
    },
    ['/embed/sandbox', html, data] as const,
  );
}

const told = (page: Page) =>
  page.evaluate(() => (window as unknown as { told: readonly Readonly<Record<string, unknown>>[] }).told);

it('content of others has no origin, no storage and no parent, and gets the rows it is given', async () => {
  await using guarded = await console.admin();
  const page = await guarded.newPage();
  await page.goto('/sign-in');
  const look = `<p id="sum"></p><script>
    const tries = (what) => { try { return String(what()) } catch (error) { return error.name } };
    document.getElementById('sum').textContent = orrery.result.rows.reduce((sum, [, amount]) => sum + amount, 0);
    parent.postMessage({
      type: 'FOUND',
      cookie: tries(() => document.cookie),
      storage: tries(() => localStorage.length),
      parent: tries(() => parent.document.body),
      text: document.getElementById('sum').textContent,
    }, '*');
  </script>`;
  await show(page, look, {
    rows: [
      ['a', 1],
      ['b', 2],
    ],
  });
  await expect
    .poll(async () => (await told(page)).find(({ type }) => type === 'FOUND'))
    .toEqual({
      type: 'FOUND',
      origin: 'null',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      parent: 'SecurityError',
      text: '3',
    });
  await expect
    .poll(async () => (await told(page)).some(({ type, height }) => type === 'HEIGHT' && Number(height) > 0))
    .toBe(true);
});

it('content of others sends nothing anywhere, whichever way it tries', async () => {
  await using guarded = await console.admin({ expected: /./ });
  const page = await guarded.newPage();
  await page.goto('/sign-in');
  const before = page.url();
  for (const [name, way] of Object.entries(waysOut(`http://127.0.0.1:${port}`, `127.0.0.1:${port}`))) {
    const html = `<body><script>
      const add = (name, given) => document.body.appendChild(Object.assign(document.createElement(name), given));
      try { ${way} } catch {}
      setTimeout(() => parent.postMessage({ type: 'TRIED', name: '${name}' }, '*'), 200);
    </script></body>`;
    await show(page, html);
    if (leaving.has(name)) continue; // what was refused stands in the place of the frame
    await expect.poll(async () => (await told(page)).map((each) => each['name'])).toContain(name);
  }
  await page.waitForTimeout(500);
  expect(received).toEqual([]);
  expect(page.url()).toBe(before);
  expect(guarded.context.pages()).toHaveLength(1);
});
