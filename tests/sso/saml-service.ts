import { inflateRawSync } from 'node:zlib';
import type { WireSignInProvider } from '@orrery/contract';
import { type SamlKey, samlMessage, type SamlParts, signSaml } from './saml-message.ts';
import { SsoBrowser } from './sso-browser.ts';
import { sentenceIn, type SsoService } from './sso-service.ts';

export type WireSamlProvider = Extract<WireSignInProvider, { readonly kind: 'saml' }>;

/** A provider that is nowhere: tests write its answers. */
export const samlIssuer = 'https://login.example.com/saml';
export const samlSso = 'https://login.example.com/saml/sso';

export async function addSaml(
  sso: SsoService,
  { cert }: SamlKey,
  settings: object = {},
  key?: string,
): Promise<WireSamlProvider> {
  const all = { entityId: samlIssuer, ssoUrl: samlSso, certificates: [cert], ...settings };
  const provider = await sso.addProvider({ kind: 'saml', name: 'Company', settings: all }, key);
  if (provider.kind !== 'saml') throw new Error('it is of another kind');
  return provider;
}

/** Parts that are right, for a provider and the request that it answers. */
export function rightParts(provider: WireSamlProvider, inResponseTo: string | undefined): SamlParts {
  const { redirectUri, entityId } = provider;
  if (redirectUri === null || entityId === null) throw new Error('the server does not know its address');
  return { issuer: samlIssuer, address: redirectUri, audience: entityId, inResponseTo };
}

/** Begins a sign-in. @returns the address at the provider that the browser was sent to, and the id of the request */
export async function askSaml(sso: SsoService, { key }: WireSamlProvider, browser: SsoBrowser, query = '') {
  const { way, text } = await browser.open(sso.start(key, query), { stopAt: samlSso });
  const url = new URL(way.at(-1) ?? '');
  const request = url.searchParams.get('SAMLRequest');
  if (request === null) throw new Error(`there is no request: ${sentenceIn(text)}`);
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  return { url, xml, id: / ID="([^"]*)"/.exec(xml)?.[1] ?? '' };
}

/**
 * Brings an answer as browsers do: the form of another site has none of their cookies, and the page after it has them.
 *
 * @param message as XML
 */
export async function bringSaml(
  sso: SsoService,
  { key }: Pick<WireSamlProvider, 'key'>,
  message: string,
  { browser = new SsoBrowser(), relayState }: { browser?: SsoBrowser; relayState?: string } = {},
) {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(message).toString('base64') });
  if (relayState !== undefined) form.set('RelayState', relayState);
  const posted = await fetch(`${sso.origin}/sso/${key}/callback`, { method: 'POST', body: form, redirect: 'manual' });
  const to = posted.headers.get('location');
  const ended = to === null ? undefined : await browser.open(to, { stopAt: samlSso });
  const text = ended?.text ?? (await posted.text());
  return {
    status: ended?.status ?? posted.status,
    sentence: sentenceIn(text),
    text,
    hasSession: sso.hasSession(browser),
    way: ended?.way ?? [],
  };
}

export type SignedOf = 'Response' | 'Assertion' | 'both';

export function signedSaml(parts: SamlParts, key: SamlKey, of: SignedOf = 'Assertion'): string {
  const message = samlMessage(parts);
  if (of !== 'both') return signSaml(message, of, key);
  return signSaml(signSaml(message, 'Assertion', key), 'Response', key);
}

/** Signs in from the button to the page that opens afterwards. */
export async function signInBySaml(
  sso: SsoService,
  provider: WireSamlProvider,
  key: SamlKey,
  given: Partial<SamlParts> = {},
  {
    of = 'Assertion',
    browser = new SsoBrowser(),
    query = '',
  }: { of?: SignedOf; browser?: SsoBrowser; query?: string } = {},
) {
  const { id } = await askSaml(sso, provider, browser, query);
  return bringSaml(sso, provider, signedSaml({ ...rightParts(provider, id), ...given }, key, of), { browser });
}
