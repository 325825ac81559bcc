import { createServer, type Server } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, openChromium } from '../browser/chromium.ts';
import { makeSamlKey, samlAttributes, type SamlKey } from './saml-message.ts';
import { addSaml, rightParts, signedSaml, type WireSamlProvider } from './saml-service.ts';
import { SsoService } from './sso-service.ts';

let sso: SsoService;
let browser: Browser;
let server: Server;
let key: SamlKey;
let provider: WireSamlProvider;
/** The request that the provider answers; its own idea where nobody asked. */
let asked: string | undefined;

beforeAll(async () => {
  key = await makeSamlKey();
  server = createServer((request, response) => {
    const message = new URL(request.url ?? '', 'http://localhost').searchParams.get('SAMLRequest');
    const xml = message === null ? '' : inflateRawSync(Buffer.from(message, 'base64')).toString();
    asked = / ID="([^"]*)"/.exec(xml)?.[1];
    const attributes = samlAttributes({ uid: 'gina' });
    const answer = Buffer.from(signedSaml({ ...rightParts(provider, asked), attributes }, key)).toString('base64');
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Provider</title><body><form method="post" action="${provider.redirectUri}">
      <input type="hidden" name="SAMLResponse" value="${answer}"></form><script>document.forms[0].submit()</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sso = await SsoService.open({ now: () => Date.now() });
  provider = await addSaml(sso, key, { ssoUrl: address() });
  browser = await openChromium();
});

afterAll(async () => {
  await browser?.close();
  await sso?.[Symbol.asyncDispose]();
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Another site than the server's, which is at `127.0.0.1`. */
function address(): string {
  const at = server.address();
  return `http://localhost:${typeof at === 'object' && at ? at.port : 0}/`;
}

it.each([
  ['here', () => `${sso.origin}/sso/${provider.key}/start?next=/metrics`],
  ['at the provider', address],
])('Chromium signs in where the sign-in begins %s, by the form of another site', async (_, start) => {
  const page = await browser.open(start());
  const cookies = async () => {
    const answer = await page.send('Network.getCookies', { urls: [sso.origin] });
    return (answer as { readonly cookies: readonly { readonly name: string }[] }).cookies.map(({ name }) => name);
  };
  await expect.poll(cookies, { timeout: 60_000 }).toContain('orrery-session');
  expect(page.requests.map((url) => new URL(url).pathname)).toContain(`/sso/${provider.key}/finish`);
  expect(asked).toMatch(/^_[\w-]{43}$/);
  await page.close();
});
