import { deploymentOperations, scopesTaken } from '@orrery/contract';
import type { BearerAuthenticator, TokenUse } from '@orrery/people';
import type { OwnAddresses } from '@orrery/oauth';
import type { Person } from '@orrery/kernel';

/** The kinds of passwords by their form: a Data API token, or the credential of a user. */
export function isDataToken(password: string): boolean {
  return password.split('.').length === 3;
}

export interface PersonCredentials {
  readonly bearers: Pick<BearerAuthenticator, 'personOf'>;
  readonly addresses: Pick<OwnAddresses, 'audiencesAt'>;
}

/** Scopes of access tokens that could make a token of the Data API, which is as good as a connection. */
const scopes = scopesTaken(deploymentOperations.token);

/**
 * Resolves an API key or an access token to its user.
 *
 * @throws Unauthorized, InsufficientScope, StoreUnavailable
 */
export function personWith(password: string, { bearers, addresses }: PersonCredentials): Promise<Person> {
  const use: TokenUse = { anyOf: scopes, audiences: addresses.audiencesAt('/api/v1') };
  // No space: it would be read as a scheme and a text.
  const text = /^\S{1,4096}$/.test(password) ? password : '-';
  return bearers.personOf({ authorization: `Bearer ${text}` }, { use });
}
