import * as client from 'openid-client';
import type { OidcProvider } from './oidc-provider.ts';
import { audienceFault, clientSentence, clockFault, otherIssuer, SsoFault, unsound } from '../fault/index.ts';

/** Causes inside of each other. */
const mostCauses = 6;

/** Refusals of the client itself, and of what its settings say. Starting again helps with none of them. */
const ofClient = ['invalid_client', 'unauthorized_client'];
const ofSettings = ['invalid_scope', 'invalid_request', 'unsupported_response_type', 'unsupported_grant_type'];

/** Returns what arrived of an answer that was refused. Nothing of it is proved. */
export function arrivedIn(error: unknown): Readonly<Record<string, unknown>> {
  const causes = causesOf(error);
  const claims = causes.find(isDetailed)?.claims;
  const refusal = causes.find((cause) => cause instanceof client.ResponseBodyError);
  const challenge = causes.find((cause) => cause instanceof client.WWWAuthenticateChallengeError);
  return {
    ...(refusal ? { error: refusal.error, error_description: refusal.error_description } : {}),
    ...(refusal || challenge ? { 'status of the token endpoint': (refusal ?? challenge)?.status } : {}),
    ...claims,
  };
}

/** Says in a sentence for people why the answer of a provider, or the lack of one, ends the sign-in. */
export function faultOf(error: unknown, provider: OidcProvider, clock: { now(): number }): Error {
  // The last is a fault of ours, such as an argument that the library does not take.
  if (error instanceof SsoFault || error instanceof TypeError) return error;
  const { name, settings } = provider;
  const stated = errorIn(error);
  if (stated !== undefined) {
    const code = /^[a-z_.-]{1,60}$/i.test(stated) ? stated : 'unknown error';
    const who = ofSettings.includes(code) ? 'Ask an administrator.' : 'Start again.';
    const refused = `${name} refused the sign-in (${code}). ${who}`;
    return new SsoFault('sso.provider-error', ofClient.includes(code) ? clientSentence(name, code) : refused, error);
  }
  const causes = causesOf(error);
  const about = causes.find(isDetailed);
  switch (codeIn(causes)) {
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return clockFault(numberIn(about?.claims?.['iat']), clock, error);
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      if (typeof about?.body?.['issuer'] === 'string') return otherIssuer(about.body['issuer'], settings.issuer);
      break;
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      if (about?.claim === 'aud')
        return audienceFault(about.claims?.['aud'], { kind: 'client id', name: settings.clientId }, error);
      break;
    case undefined:
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return new SsoFault('sso.not-now', `${name} could not be reached. Try again later.`, error);
  }
  return unsound(provider, error);
}

/** The code of a refusal. Some answer a wrong secret by a challenge alone, whose body the library leaves unread. */
function errorIn(error: unknown): string | undefined {
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)
    return error.error;
  if (!(error instanceof client.WWWAuthenticateChallengeError)) return undefined;
  const codes = error.cause.flatMap(({ parameters }) => parameters.error ?? []);
  return codes[0] ?? 'invalid_client';
}

interface Detail {
  readonly claim?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

function isDetailed(cause: unknown): cause is Detail {
  return (
    typeof cause === 'object' && cause !== null && !(cause instanceof Error) && ('claims' in cause || 'body' in cause)
  );
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined && causes.length < mostCauses; ) {
    causes.push(cause);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return causes;
}

/** The library's own code; its errors without one come from the request. */
function codeIn(causes: readonly unknown[]): string | undefined {
  const codes = causes.flatMap((cause) => (cause instanceof Error && 'code' in cause ? [String(cause.code)] : []));
  return codes.find((code) => code.startsWith('OAUTH_'));
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
