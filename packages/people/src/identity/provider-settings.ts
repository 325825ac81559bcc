import { type InputProblem, nameFault } from '@orrery/kernel';
import type { ProviderPreset, ProviderSettings, SettingsInput } from './sign-in-provider.ts';

/** Algorithms by public keys: one that both sides know would make every client a signer. */
const idTokenAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const standard: ProviderSettings = {
  mayMake: true,
  mayLink: true,
  mayLinkAdmins: false,
  linkBy: ['userName', 'email'],
  emailDomains: [],
  issuer: '',
  clientId: '',
  scopes: 'openid email profile',
  authMethod: 'client_secret_basic',
  idTokenAlgorithm: 'RS256',
  subject: 'sub',
  claims: {
    userName: 'preferred_username',
    email: 'email',
    givenName: 'given_name',
    familyName: 'family_name',
    displayName: 'name',
  },
  groups: 'groups',
  splitAtCommas: false,
  hostedDomains: [],
  usesUserInfo: false,
  logsOutAtProvider: false,
};

/** Differences from the standard. Names that people choose themselves at a public provider prove nothing. */
const presets: Readonly<Record<ProviderPreset, Partial<ProviderSettings>>> = {
  google: { issuer: 'https://accounts.google.com', linkBy: ['email'] },
  entra: { subject: 'oid', linkBy: ['userName'] },
  okta: {},
  keycloak: {},
};

export function defaultsOf(preset: ProviderPreset | undefined): ProviderSettings {
  return preset === undefined ? standard : { ...standard, ...presets[preset] };
}

export function changedSettings(settings: ProviderSettings, input: SettingsInput): ProviderSettings {
  const { claims, externalId, ...rest } = input;
  const { externalId: before, ...others } = settings;
  const after = externalId === undefined ? before : (externalId ?? undefined);
  return {
    ...others,
    ...present(rest),
    ...(after === undefined ? {} : { externalId: after }),
    claims: { ...settings.claims, ...present(claims ?? {}) },
  };
}

/**
 * Whether the subjects of before may be of other people: those of another server, of another claim, and at Entra of another
 * client, since its claim `sub` is made for each client (the id token claims reference of Microsoft).
 */
export function hasOtherSubjects(before: ProviderSettings, after: ProviderSettings): boolean {
  if (after.issuer !== before.issuer || after.subject !== before.subject) return true;
  const isOfClient = after.subject === 'sub' && isAtEntra(URL.parse(after.issuer));
  return isOfClient && after.clientId !== before.clientId;
}

interface CheckedProvider {
  readonly name: string;
  readonly preset: ProviderPreset | undefined;
  readonly settings: ProviderSettings;
  readonly hasSecret: boolean;
}

export function providerFaults({ name, preset, settings, hasSecret }: CheckedProvider): readonly InputProblem[] {
  const faults: readonly (readonly [string, string | undefined])[] = [
    ['name', nameFault(name)],
    ['settings.issuer', issuerFault(settings.issuer) ?? tenantFault(settings.issuer)],
    ['settings.clientId', nameFault(settings.clientId)],
    ['settings.scopes', scopesFault(settings.scopes)],
    ['settings.idTokenAlgorithm', algorithmFault(settings.idTokenAlgorithm)],
    ['settings.linkBy', linkFault(settings)],
    ['settings.hostedDomains', hostedFault(settings, preset)],
    ['clientSecret', secretFault(settings, hasSecret)],
  ];
  return faults.flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** Whether an address belongs to this machine, where plain HTTP crosses no network. */
function isLoopbackName(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function issuerFault(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  const isBare = url && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isSafe && isBare && !url.pathname.includes('/.well-known/')) return undefined;
  return 'must be an address such as https://login.example.com, without a query and without /.well-known/';
}

const entraHosts = ['login.microsoftonline.com', 'login.microsoftonline.us', 'sts.windows.net'];

/** The last is the one that private accounts of Microsoft are in. */
const tenantsOfAll = ['', 'common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad'];

function isAtEntra(url: URL | null): url is URL {
  return url !== null && entraHosts.some((host) => url.hostname.endsWith(host));
}

/** Every tenant of Entra has accounts there; an issuer of all of them would let everybody in. */
function tenantFault(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  if (!isAtEntra(url)) return undefined;
  const tenant = (url.pathname.split('/')[1] ?? '').toLowerCase();
  const isOfAll = tenantsOfAll.includes(tenant) || /[{}]|%7b/.test(tenant);
  return isOfAll ? `must name your own tenant: https://${url.hostname}/<tenant id>/v2.0` : undefined;
}

function scopesFault(scopes: string): string | undefined {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scopes))
    return 'must be words with single spaces between them';
  return scopes.split(' ').includes('openid') ? undefined : "must contain 'openid'";
}

function algorithmFault(algorithm: string): string | undefined {
  return idTokenAlgorithms.includes(algorithm) ? undefined : `must be one of ${idTokenAlgorithms.join(', ')}`;
}

function linkFault({ linkBy, externalId }: ProviderSettings): string | undefined {
  const isUnnamed = linkBy.includes('externalId') && externalId === undefined;
  return isUnnamed ? "contains 'externalId', so settings.externalId must name a claim" : undefined;
}

/** Without it, everybody with an account at Google could sign in. */
function hostedFault(
  { issuer, hostedDomains, mayMake }: ProviderSettings,
  preset: ProviderPreset | undefined,
): string | undefined {
  const isOfAll = preset === 'google' || URL.parse(issuer)?.hostname === 'accounts.google.com';
  return isOfAll && hostedDomains.length === 0 && mayMake ? 'must name the domains of your organization' : undefined;
}

function secretFault({ authMethod }: ProviderSettings, hasSecret: boolean): string | undefined {
  if (authMethod === 'none' || hasSecret) return undefined;
  return `is needed for the method '${authMethod}'`;
}

function present<T extends object>(given: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const fields = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as { [Name in keyof T]: Exclude<T[Name], undefined> }; // what is left of it
}
