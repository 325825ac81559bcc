import type { Person } from '@orrery/kernel';
import type { ClientService, GrantService, Introspection, OAuthCodes, OAuthDevices } from '@orrery/people';
import type { FastifyRequest } from 'fastify';
import type { OwnAddresses } from './address/index.ts';

export interface OAuthDependencies {
  readonly addresses: OwnAddresses;
  readonly oauthClients: Pick<ClientService, 'find' | 'isSecretOf' | 'register'>;
  readonly oauthGrants: Pick<GrantService, 'issueToClient' | 'refresh' | 'revoke'>;
  readonly introspection: Pick<Introspection, 'introspect'>;
  readonly oauthCodes: Pick<OAuthCodes, 'take'>;
  readonly oauthDevices: Pick<OAuthDevices, 'begin' | 'poll'>;
  readonly clock: { now(): number };
  /** The person whose session the browser has; `undefined` for a stranger. */
  personOf(request: FastifyRequest): Promise<Pick<Person, 'accountId' | 'userId'> | undefined>;
  /** HTML of a page with one sentence. */
  notice(title: string, text: string): string;
}
