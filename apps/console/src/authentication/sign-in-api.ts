import type { AnswerOf, BodyOf, signInProviderOperations as operations } from '@orrery/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askAsAdmin as ask } from '../api/ask-as-admin.ts';
import { inPages } from '../api/content-queries.ts';
import { addressOf } from '../page/addresses.ts';

export type ShownSignInProvider = AnswerOf<typeof operations.get>;
export type ShownLinkWay = ShownSignInProvider['settings']['linkBy'][number];
/** A provider of OpenID Connect. */
export type ShownOidcProvider = Extract<ShownSignInProvider, { readonly kind: 'oidc' }>;
/** A provider of SAML 2.0. */
export type ShownSamlProvider = Extract<ShownSignInProvider, { readonly kind: 'saml' }>;
/** GitHub, or a GitHub Enterprise Server. */
export type ShownGitHubProvider = Extract<ShownSignInProvider, { readonly kind: 'github' }>;
export type SamlMetadataRead = AnswerOf<typeof operations.readMetadata>;
export type SignInPolicyShown = AnswerOf<typeof operations.policy>;
type ShownIdentities = AnswerOf<typeof operations.identities>;
export type ShownIdentity = ShownIdentities['items'][number];
type SentProvider = SentBody<BodyOf<typeof operations.create>>;
type SentProviderChange = SentBody<BodyOf<typeof operations.update>>;
type SentMetadata = SentBody<BodyOf<typeof operations.readMetadata>>;
type SentPolicyChange = SentBody<BodyOf<typeof operations.updatePolicy>>;

/** A body as it is sent: the server fills in what is left out. */
type SentBody<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Name in keyof T]?: SentBody<T[Name]> | undefined }
    : T;

export const providersQuery = queryOptions({
  queryKey: ['sign-in providers'],
  queryFn: async () => ((await ask('GET', '/sign-in-providers?first=1000')) as AnswerOf<typeof operations.list>).items,
});

export const policyQuery = queryOptions({
  queryKey: ['sign-in policy'],
  queryFn: async () => (await ask('GET', '/sign-in-policy')) as SignInPolicyShown,
});

const identitiesKey = ['sign-in identities'];
const mostIdentities = 50;

/** Identities at providers, page by page; with `userId` those of one user. */
export const identitiesQuery = (userId?: number) =>
  infiniteQueryOptions({
    ...inPages,
    queryKey: [...identitiesKey, userId ?? null],
    queryFn: async ({ pageParam: after }) => {
      const query = new URLSearchParams({ first: `${mostIdentities}` });
      if (userId !== undefined) query.set('userId', `${userId}`);
      if (after !== null) query.set('after', after);
      return (await ask('GET', `/sign-in-identities?${query}`)) as ShownIdentities;
    },
    staleTime: 0,
  });

export const everyIdentity = { queryKey: identitiesKey };

/** Sets a provider up that is off, so that it is not on the sign-in page before it was tested. */
export const createProvider = (body: SentProvider) => ask('POST', '/sign-in-providers', { ...body, isOn: false });
export const changeProvider = (id: number, body: SentProviderChange) => ask('PUT', `/sign-in-providers/${id}`, body);
export const deleteProvider = (id: number) => ask('DELETE', `/sign-in-providers/${id}`);
/** Reads the metadata document of a provider of SAML; nothing is stored. */
export const readMetadata = async (body: SentMetadata) =>
  (await ask('POST', '/saml-metadata', body)) as SamlMetadataRead;
export const unlink = (id: number) => ask('DELETE', `/sign-in-identities/${id}`);
export const changePolicy = async (body: SentPolicyChange) =>
  (await ask('PUT', '/sign-in-policy', body)) as SignInPolicyShown;

/** Address of a test, which shows the answer of the provider. */
export const testAddress = (key: string) => addressOf(`/sso/${key}/start?test=1`);
