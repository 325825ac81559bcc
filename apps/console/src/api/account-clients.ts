import type { PlatformSchemas } from '@orrery/client';
import { queryOptions } from '@tanstack/react-query';
import { askAsAdmin as ask } from './ask-as-admin.ts';
import { platform } from './platform.ts';

export type AdministeredClient = PlatformSchemas['OauthClient'];
export type MadeClient = PlatformSchemas['MadeOAuthClient'];
export type NewClient = PlatformSchemas['NewOAuthClient'];
export type ClientChange = PlatformSchemas['OauthClientUpdate'];
export type AccountGrant = PlatformSchemas['OauthGrant'];

const path = '/oauth-clients';

// The server answers what the description says of each operation.
export const accountClients = {
  create: (body: NewClient) => ask('POST', path, body) as Promise<MadeClient>,
  update: (id: number, body: ClientChange) => ask('PUT', `${path}/${id}`, body) as Promise<AdministeredClient>,
  rotateSecret: (id: number) => ask('POST', `${path}/${id}/secret`) as Promise<MadeClient>,
  delete: (id: number) => ask('DELETE', `${path}/${id}`),
};

/** Applications of the account, and those that act for somebody in it. */
export const listedClients = queryOptions({
  queryKey: ['applications'],
  queryFn: async () => ((await ask('GET', `${path}?first=1000`)) as PlatformSchemas['OauthClients']).items,
  staleTime: 0,
});

/** Grants of people of the account to applications. */
export const listedGrants = queryOptions({
  queryKey: ['grants of the account'],
  queryFn: async ({ signal }) => (await platform.getOAuthGrants({ query: { first: 1_000 } }, { signal })).items,
  staleTime: 0,
});

/** Deployments that a service account may be limited to. */
export const listedDeployments = queryOptions({
  queryKey: ['deployments of the account'],
  queryFn: async ({ signal }) => (await platform.getDeployments({ query: { first: 1_000 } }, { signal })).items,
  staleTime: 60_000,
});
