import { nameFault } from '@orrery/kernel';
import { type FieldFaults, isSafeAddress, linkFault } from './provider-faults.ts';
import type { OidcSettings, ProviderPreset } from './sign-in-provider.ts';

/** Algorithms by public keys: one that both sides know would make every client a signer. */
const idTokenAlgorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const standard: OidcSettings = {
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
const presets: Readonly<Record<ProviderPreset, Partial<OidcSettings>>> = {
  google: { issuer: 'https://accounts.google.com', linkBy: ['email'] },
  entra: { subject: 'oid', linkBy: ['userName'] },
  okta: {},
  keycloak: {},
};

export function oidcDefaults(preset: ProviderPreset | undefined): OidcSettings {
  return preset === undefined ? standard : { ...standard, ...presets[preset] };
}

/**
 * Names what the subjects of people are made for: a server, a claim, and at Entra a client, since its claim `sub` is made for
 * each client (the id token claims reference of Microsoft).
 */
export function oidcSubjects({ issuer, subject, clientId }: OidcSettings): readonly unknown[] {
  const isOfClient = subject === 'sub' && isAtEntra(URL.parse(issuer));
  return [issuer, subject, isOfClient ? clientId : undefined];
}

interface CheckedWith {
  readonly preset: ProviderPreset | undefined;
  readonly hasSecret: boolean;
}

export function oidcFaults(settings: OidcSettings, { preset, hasSecret }: CheckedWith): FieldFaults {
  return [
    ['settings.issuer', issuerFault(settings.issuer) ?? tenantFault(settings.issuer)],
    ['settings.clientId', nameFault(settings.clientId)],
    ['settings.scopes', scopesFault(settings.scopes)],
    ['settings.idTokenAlgorithm', algorithmFault(settings.idTokenAlgorithm)],
    ['settings.subject', ['sub', 'oid'].includes(settings.subject) ? undefined : "must be 'sub' or 'oid'"],
    ['settings.linkBy', linkFault(settings)],
    ['settings.hostedDomains', hostedFault(settings, preset)],
    ['clientSecret', secretFault(settings, hasSecret)],
  ];
}

function issuerFault(issuer: string): string | undefined {
  const url = URL.parse(issuer);
  const isBare = url !== null && url.search === '' && url.hash === '' && !url.pathname.includes('/.well-known/');
  if (isSafeAddress(url) && isBare) return undefined;
  return 'must be an address such as https://login.example.com, without a query and without /.well-known/';
}

const entraHosts = [
  ...['login.microsoftonline.com', 'login.microsoftonline.us', 'login.partner.microsoftonline.cn'],
  ...['sts.windows.net', '.ciamlogin.com', '.b2clogin.com'],
];

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

/** Without it, everybody with an account at Google could sign in. */
function hostedFault(
  { issuer, hostedDomains, mayMake }: OidcSettings,
  preset: ProviderPreset | undefined,
): string | undefined {
  const isOfAll = preset === 'google' || URL.parse(issuer)?.hostname === 'accounts.google.com';
  return isOfAll && hostedDomains.length === 0 && mayMake ? 'must name the domains of your organization' : undefined;
}

function secretFault({ authMethod }: OidcSettings, hasSecret: boolean): string | undefined {
  if (authMethod === 'none' || hasSecret) return undefined;
  return `is needed for the method '${authMethod}'`;
}
