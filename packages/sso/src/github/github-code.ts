import { clientSentence, otherIssuer, SsoFault, unsound } from '../fault/index.ts';
import { addressesOf } from './github-addresses.ts';
import type { GitHubProvider } from './github-provider.ts';
import { askGitHub } from './github-requests.ts';

interface GivenCode {
  readonly code: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Reads the code of an answer whose state is known. @throws SsoFault for a refusal, and for the answer of another server */
export function codeIn(provider: GitHubProvider, parameters: URLSearchParams): string {
  const { issuer } = addressesOf(provider.settings.baseUrl);
  const stated = parameters.get('iss');
  // Servers of an older version do not name themselves.
  if (stated !== null && stated !== issuer) throw otherIssuer(stated, issuer);
  const error = parameters.get('error');
  if (error !== null) throw refusal(provider, error, parameters.get('error_description'));
  const code = parameters.get('code');
  if (code === null || code === '') throw unsound(provider, 'there is no code in the answer');
  return code;
}

/** Exchanges a code for a token. Errors of GitHub have the status 200. @throws SsoFault */
export async function tokenFor(
  provider: GitHubProvider,
  { code, redirectUri, verifier }: GivenCode,
  fetch: typeof globalThis.fetch,
): Promise<string> {
  const { name, settings, clientSecret = '' } = provider;
  const form = new URLSearchParams({
    client_id: settings.clientId,
    client_secret: clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body: form.toString() };
  const { status, body } = await askGitHub({ fetch, name }, addressesOf(settings.baseUrl).token, init);
  const { error, error_description, access_token, token_type } = membersOf(body);
  if (typeof error === 'string') throw refusal(provider, error, error_description);
  const isBearer = typeof token_type === 'string' && token_type.toLowerCase() === 'bearer';
  const isSound = status === 200 && typeof access_token === 'string' && /^[\x21-\x7e]{1,2000}$/.test(access_token);
  if (isBearer && isSound) return access_token;
  throw unsound(provider, `there is no token in the answer (status ${status})`);
}

function membersOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Says what a person does next. Texts of GitHub are for the log. */
function refusal({ name }: GitHubProvider, stated: string, description: unknown): SsoFault {
  const code = /^[a-z_.-]{1,60}$/i.test(stated) ? stated : 'unknown error';
  return new SsoFault(
    'sso.provider-error',
    sentenceOf(code, name),
    `${code}: ${String(description ?? '').slice(0, 300)}`,
  );
}

function sentenceOf(code: string, name: string): string {
  switch (code) {
    case 'access_denied':
      return `The sign-in was not allowed at ${name} (access_denied). Start again.`;
    case 'bad_verification_code':
      return `${name} refused the sign-in (bad_verification_code). Start again.`;
    case 'unverified_user_email':
      return `Verify your main address at ${name}, and start again (unverified_user_email).`;
    case 'incorrect_client_credentials':
      return clientSentence(name, code);
    case 'redirect_uri_mismatch':
      return `Another redirect address is registered at ${name} (redirect_uri_mismatch). Ask an administrator.`;
    default:
      return `${name} refused the sign-in (${code}). Ask an administrator.`;
  }
}
