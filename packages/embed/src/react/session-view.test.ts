import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { builtScript } from '../../../../tests/browser/built-script.ts';
import { openChromium } from '../../../../tests/browser/chromium.ts';

it('says that a part cannot be opened, and paints nothing over the session that follows', async () => {
  const script = await builtScript('packages/embed/src/react/session-view-fixture.ts');
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><script type="module">${script}</script>`);
  });
  const browser = await openChromium();
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect.poll(() => page.evaluate('typeof SessionView')).toBe('function');
  await page.evaluate(`{
    window.told = [];
    const viewOf = (looks, open) =>
      new SessionView(document.body, {
        session: { status: 'open', address: '', subscribe: () => () => undefined, looks },
        look: { isDark: false, locale: 'en' },
        open,
        textOf: ({ text }) => text,
        onError: ({ status }) => told.push(status),
      });
    const late = Promise.withResolvers();
    const first = viewOf(() => late.promise, () => new Promise(() => undefined));
    first.close();
    viewOf(() => Promise.resolve({}), () => Promise.reject(new Error('a module is missing')));
    setTimeout(() => {
      document.body.style.color = 'red';
      late.resolve({});
      setTimeout(() => Object.assign(window, { isOver: true }));
    });
  }`);
  await expect.poll(() => page.evaluate('window.isOver')).toBe(true);
  expect(await page.evaluate('document.body.style.color')).toBe('red');
  await expect.poll(() => page.evaluate('document.body.innerText')).toContain('Something went wrong here.');
  expect(await page.evaluate(`[told.join(), document.querySelector('button').textContent]`)).toEqual([
    '500',
    'Try again',
  ]);
});
