import { hash } from 'node:crypto';
import { postForm } from './api-of.ts';
import type { Browser } from './browser.ts';

interface Asked {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly resource?: string;
}

/** Signs a person in to a public client, as the client itself does. @returns the answer of the token endpoint */
export async function tokensOf(browser: Browser, origin: string, { clientId, redirectUri, scope, resource }: Asked) {
  const verifier = crypto.randomUUID() + crypto.randomUUID();
  const reach = resource === undefined ? {} : { resource };
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...reach,
  });
  const callback = await browser.open(`${origin}/oauth/authorize?${parameters}`);
  const { status, body } = await postForm(origin, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code: new URL(callback).searchParams.get('code') ?? '',
    code_verifier: verifier,
    ...reach,
  });
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
}
