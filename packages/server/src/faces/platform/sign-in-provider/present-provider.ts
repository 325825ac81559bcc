import type { AnswerOf, signInProviderOperations, WireSignInProvider } from '@orrery/contract';
import { environmentKey, type LinkedIdentities, type SignInPolicy, type SignInProvider } from '@orrery/people';
import { presentInstant } from '../present-instant.ts';

export function presentMethods(
  providers: readonly SignInProvider[],
  { requiresProvider }: { readonly requiresProvider: boolean },
): AnswerOf<typeof signInProviderOperations.methods> {
  const shown = providers.filter(({ isOn }) => isOn);
  return {
    password: !requiresProvider,
    providers: shown.map(({ key, name, preset }) => ({ key, name, kind: 'oidc', preset: preset ?? null })),
  };
}

export function presentPolicy({
  requiresProvider,
  exceptions,
}: Awaited<ReturnType<SignInPolicy['get']>>): AnswerOf<typeof signInProviderOperations.policy> {
  return { requiresProvider, exceptions: [...exceptions] };
}

export function presentIdentity({
  createdAt,
  lastUsedAt,
  ...identity
}: Awaited<ReturnType<LinkedIdentities['list']>>[number]): AnswerOf<
  typeof signInProviderOperations.identities
>['items'][number] {
  return { ...identity, createdAt: presentInstant(createdAt), lastUsedAt: presentInstant(lastUsedAt) };
}

/** Address that ends the session at the provider too; null where signing out stays here. */
export function presentSignOut({ key, settings }: SignInProvider, own: string | undefined): string | null {
  return settings.logsOutAtProvider && own !== undefined ? `${own}/sso/${key}/sign-out` : null;
}

/** @param own public address of this server */
export function presentProvider(provider: SignInProvider, own: string | undefined): WireSignInProvider {
  const { id, key, name, preset, isOn, settings, hasSecret } = provider;
  const addressOf = (page: string) => (own === undefined ? null : `${own}/sso/${key}/${page}`);
  return {
    id,
    key,
    kind: 'oidc',
    name,
    preset: preset ?? null,
    isOn,
    settings: {
      ...settings,
      linkBy: [...settings.linkBy],
      emailDomains: [...settings.emailDomains],
      hostedDomains: [...settings.hostedDomains],
      externalId: settings.externalId ?? null,
    },
    hasSecret,
    managedBy: key === environmentKey ? 'environment' : null,
    redirectUri: addressOf('callback'),
    initiateUri: addressOf('initiate'),
    backChannelUri: addressOf('back-channel-logout'),
    warnings: [...warningsOf(provider, own)],
    createdAt: presentInstant(provider.createdAt),
    updatedAt: presentInstant(provider.updatedAt),
  };
}

function* warningsOf({ preset, settings }: SignInProvider, own: string | undefined): Iterable<string> {
  if (own === undefined)
    yield 'Nobody can sign in by it while the public address of this server is not set: ORRERY_PUBLIC_URL.';
  const { mayLink, linkBy, claims } = settings;
  if (mayLink && linkBy.includes('userName') && (preset === undefined || preset === 'google'))
    yield 'Where people choose their names at the provider themselves, linking by userName lets them take over users here.';
  if (claims.email !== 'email' || (mayLink && linkBy.includes('userName') && claims.userName === 'email'))
    yield 'Addresses of this claim are not verified.';
  if (settings.mayLinkAdmins && settings.mayLink)
    yield 'People who control names or addresses at this provider can become an admin here.';
}
