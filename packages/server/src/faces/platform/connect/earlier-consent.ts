import type { OAuthGrant } from '@orrery/people';
import type { Authorization, matchesRedirect } from '@orrery/oauth';

/**
 * Finds what a person has allowed a client before, if it covers what the client asks for now, so that no question is needed:
 * the same scopes or fewer, the same resource or a part of it, a redirect address of the same form, a description of the client
 * that has not changed. `prompt` asks all the same.
 *
 * @param grants those of the person and the client that have not ended
 */
export function earlierConsent(
  asked: Authorization,
  grants: readonly OAuthGrant[],
  matches: typeof matchesRedirect,
): OAuthGrant | undefined {
  if (asked.prompt.has('consent') || asked.prompt.has('login')) return undefined;
  return grants.findLast(
    ({ kind, scopes, resource, redirectUri, documentHash }) =>
      kind === 'code' &&
      asked.scopes.every((scope) => scopes.includes(scope)) &&
      (resource === undefined || resource === asked.resource) &&
      redirectUri !== undefined &&
      matches(redirectUri, asked.redirectUri, { isPublic: asked.client.authMethod === 'none' }) &&
      documentHash === asked.client.documentHash,
  );
}
