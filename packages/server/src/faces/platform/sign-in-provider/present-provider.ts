import type { AnswerOf, signInProviderOperations, WireSignInProvider } from '@orrery/contract';
import {
  certificateFacts,
  environmentKey,
  type LinkedIdentities,
  ownEntityId,
  type SignInPolicy,
  type SignInProvider,
} from '@orrery/people';
import type { SamlProposal } from '@orrery/sso';
import { presentInstant } from '../present-instant.ts';

export function presentMethods(
  providers: readonly SignInProvider[],
  { requiresProvider }: { readonly requiresProvider: boolean },
): AnswerOf<typeof signInProviderOperations.methods> {
  const shown = providers.filter(({ isOn }) => isOn);
  return {
    password: !requiresProvider,
    providers: shown.map(({ key, name, kind, preset }) => ({ key, name, kind, preset: preset ?? null })),
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
export function presentSignOut(provider: SignInProvider, own: string | undefined): string | null {
  const isLeft = provider.kind === 'oidc' && provider.settings.logsOutAtProvider;
  return isLeft && own !== undefined ? `${own}/sso/${provider.key}/sign-out` : null;
}

/** The parts of an answer that differ by the kind of the provider. */
type Kinds = { readonly [Kind in SignInProvider['kind']]: Extract<SignInProvider, { kind: Kind }> };

interface Seen {
  /** Public address of this server. */
  readonly own: string | undefined;
  readonly now: number;
}

export function presentProvider(provider: SignInProvider, seen: Seen): WireSignInProvider {
  const { own } = seen;
  const { id, key, name, preset, isOn, hasSecret } = provider;
  const addressOf = (page: string) => (own === undefined ? null : `${own}/sso/${key}/${page}`);
  const fields = {
    id,
    key,
    name,
    preset: preset ?? null,
    isOn,
    hasSecret,
    managedBy: key === environmentKey ? ('environment' as const) : null,
    redirectUri: addressOf('callback'),
    warnings: [...warningsOf(provider, seen)],
    createdAt: presentInstant(provider.createdAt),
    updatedAt: presentInstant(provider.updatedAt),
  };
  switch (provider.kind) {
    case 'oidc':
      return {
        ...fields,
        kind: 'oidc',
        settings: presentOidc(provider.settings),
        initiateUri: addressOf('initiate'),
        backChannelUri: addressOf('back-channel-logout'),
      };
    case 'saml':
      return {
        ...fields,
        kind: 'saml',
        settings: presentSaml(provider.settings),
        entityId: own === undefined ? null : ownEntityId(provider, own),
        metadataUri: addressOf('metadata'),
        startUri: addressOf('start'),
        certificates: presentCertificates(provider.settings.certificates, seen.now),
        ownCertificate: provider.settings.ownCertificate ?? null,
        encryptionCertificate: provider.settings.encryptionCertificate ?? null,
      };
    case 'github':
      return { ...fields, kind: 'github', settings: presentGitHub(provider.settings) };
  }
}

function presentOidc(settings: Kinds['oidc']['settings']) {
  return { ...settings, ...presentCommon(settings), hostedDomains: [...settings.hostedDomains] };
}

function presentSaml({
  ownCertificate: _,
  encryptionCertificate: __,
  metadataUrl: ___,
  ...settings
}: Kinds['saml']['settings']) {
  const { certificates, audience, subjectAttribute } = settings;
  return {
    ...settings,
    ...presentCommon(settings),
    certificates: [...certificates],
    audience: audience ?? null,
    subjectAttribute: subjectAttribute ?? null,
  };
}

function presentGitHub(settings: Kinds['github']['settings']) {
  return { ...settings, ...presentRules(settings), organizations: [...settings.organizations] };
}

function presentCommon(settings: Kinds['oidc' | 'saml']['settings']) {
  return { ...presentRules(settings), externalId: settings.externalId ?? null };
}

function presentRules({ linkBy, emailDomains }: SignInProvider['settings']) {
  return { linkBy: [...linkBy], emailDomains: [...emailDomains] };
}

function presentCertificates(certificates: readonly string[], now: number) {
  return certificates.map(certificateFacts).map(({ notAfter, ...facts }) => ({
    ...facts,
    notAfter: presentInstant(notAfter),
    isExpired: notAfter <= now,
  }));
}

export function presentMetadata(
  { certificates, ...settings }: SamlProposal,
  now: number,
): AnswerOf<typeof signInProviderOperations.readMetadata> {
  return {
    settings: { ...settings, certificates: [...certificates] },
    certificates: presentCertificates(certificates, now),
    warnings: [...warningsOfCertificates(certificates, now)],
  };
}

function* warningsOf(provider: SignInProvider, { own, now }: Seen): Iterable<string> {
  if (own === undefined)
    yield 'Nobody can sign in by it while the public address of this server is not set: ORRERY_PUBLIC_URL.';
  const { preset, settings } = provider;
  const { mayLink, linkBy } = settings;
  if (mayLink && linkBy.includes('userName') && (preset === undefined || preset === 'google'))
    yield 'Where people choose their names at the provider themselves, linking by userName lets them take over users here.';
  switch (provider.kind) {
    case 'oidc':
      yield* warningsOfOidc(provider.settings);
      break;
    case 'saml':
      yield* warningsOfSaml(provider, now);
      break;
    case 'github':
      yield* warningsOfGitHub(provider.settings);
      break;
  }
  if (settings.mayLinkAdmins && mayLink)
    yield 'People who control names or addresses at this provider can become an admin here.';
}

function* warningsOfOidc({ mayLink, linkBy, claims }: Kinds['oidc']['settings']): Iterable<string> {
  if (claims.email !== 'email' || (mayLink && linkBy.includes('userName') && claims.userName === 'email'))
    yield 'Addresses of this claim are not verified.';
}

function* warningsOfGitHub({ mayMake, baseUrl, organizations }: Kinds['github']['settings']): Iterable<string> {
  if (mayMake && organizations.length === 0)
    yield `Everybody with an account at ${baseUrl} gets a user here: name organizations, unless that is meant.`;
}

function* warningsOfSaml({ preset, settings }: Kinds['saml'], now: number): Iterable<string> {
  const { audience, subject, emailIsVerified, certificates, mayLink, linkBy, emailDomains } = settings;
  if (audience === '')
    yield 'Audiences are not checked: what the provider states for another service signs people in here.';
  if (subject === 'nameId')
    yield 'A NameID that is not persistent may change, or be given to somebody else later, who is then the same user here.';
  if (mayLink && linkBy.includes('userName') && subject !== 'persistent')
    yield 'A NameID that people can read links by userName where no attribute does: the provider must give it only to the person whose name it is.';
  if (emailDomains.length > 0 && !emailIsVerified)
    yield 'No address counts as verified, so the domains let nobody in at a first sign-in: set emailIsVerified.';
  if (emailIsVerified && preset !== 'google')
    yield 'Addresses link and make users here, so the provider must give an address only to the person whose it is.';
  yield* warningsOfCertificates(certificates, now);
}

const soonMs = 30 * 24 * 60 * 60 * 1_000;

function* warningsOfCertificates(certificates: readonly string[], now: number): Iterable<string> {
  for (const { subject, notAfter, isWeak } of certificates.map(certificateFacts)) {
    const name = `The certificate '${subject.slice(0, 200)}'`;
    if (notAfter <= now) yield `${name} has expired: what is signed by its key is refused.`;
    else if (notAfter - now < soonMs) yield `${name} expires on ${presentInstant(notAfter).slice(0, 10)}.`;
    if (isWeak) yield `${name} has a key of less than 2048 bits.`;
  }
}
