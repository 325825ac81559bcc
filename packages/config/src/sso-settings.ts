import { resolve } from 'node:path';
import { isLoopback } from './http-settings.ts';
import { type SettingKey, settingNames } from './setting-names.ts';
import type { SettingReader } from './setting-reader.ts';

/** The provider that people of the account sign in by, as the settings of the server name it. Absent fields have defaults. */
export interface SsoSettings {
  readonly kind: SsoKind;
  readonly name: string;
  readonly preset?: (typeof presets)[number] | undefined;
  /** Fields of this kind alone. */
  readonly settings: {
    readonly issuer?: string | undefined;
    readonly clientId?: string | undefined;
    readonly scopes?: string | undefined;
    readonly authMethod?: (typeof authMethods)[number] | undefined;
    readonly idTokenAlgorithm?: string | undefined;
    readonly subject?: (typeof subjects)['oidc' | 'saml'][number] | undefined;
    readonly claims?: Readonly<Partial<Record<(typeof claims)[number], string | undefined>>> | undefined;
    readonly groups?: string | undefined;
    readonly splitAtCommas?: boolean | undefined;
    readonly externalId?: string | undefined;
    readonly usesUserInfo?: boolean | undefined;
    readonly logsOutAtProvider?: boolean | undefined;
    readonly audience?: string | undefined;
    readonly subjectAttribute?: string | undefined;
    readonly emailIsVerified?: boolean | undefined;
    readonly mayStartThere?: boolean | undefined;
    readonly signsRequests?: boolean | undefined;
    readonly wantsEncryptedAssertions?: boolean | undefined;
    readonly baseUrl?: string | undefined;
    readonly organizations?: readonly string[] | undefined;
    readonly mayMake?: boolean | undefined;
    readonly mayLink?: boolean | undefined;
    readonly mayLinkAdmins?: boolean | undefined;
    readonly linkBy?: readonly (typeof linkWays)[number][] | undefined;
    readonly emailDomains?: readonly string[] | undefined;
    readonly hostedDomains?: readonly string[] | undefined;
  };
  readonly clientSecret?: string | undefined;
  /** Where the rest of the settings of a provider of SAML is. */
  readonly metadata?: SsoMetadata | undefined;
}

/** Place of the metadata of a provider of SAML: an address, or the path of a file. */
export type SsoMetadata = { readonly url: string } | { readonly file: string };

const kinds = ['oidc', 'saml', 'github'] as const;
type SsoKind = (typeof kinds)[number];
const presets = ['google', 'entra', 'okta', 'keycloak'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
const subjects = { oidc: ['sub', 'oid'], saml: ['persistent', 'nameId', 'attribute'] } as const;
const linkWays = ['externalId', 'userName', 'email'] as const;
const claims = ['userName', 'email', 'givenName', 'familyName', 'displayName'] as const;

const titles: Readonly<Record<SsoKind, string>> = { oidc: 'OpenID Connect', saml: 'SAML', github: 'GitHub' };

const names: Readonly<Record<(typeof presets)[number], string>> = {
  google: 'Google',
  entra: 'Microsoft',
  okta: 'Okta',
  keycloak: 'Keycloak',
};

/** The settings of the provider, each with its place in it, and the kinds that have it; absent: all of them. */
const places = {
  ssoKind: ['kind'],
  ssoName: ['name'],
  ssoPreset: ['preset', 'oidc', 'saml'],
  ssoIssuer: ['settings.issuer', 'oidc'],
  ssoClientId: ['settings.clientId', 'oidc', 'github'],
  ssoClientSecret: ['clientSecret', 'oidc', 'github'],
  ssoMetadataUrl: ['metadata.url', 'saml'],
  ssoMetadataFile: ['metadata.file', 'saml'],
  ssoAudience: ['settings.audience', 'saml'],
  ssoBaseUrl: ['settings.baseUrl', 'github'],
  ssoOrganizations: ['settings.organizations', 'github'],
  ssoScopes: ['settings.scopes', 'oidc'],
  ssoAuthMethod: ['settings.authMethod', 'oidc'],
  ssoIdTokenAlgorithm: ['settings.idTokenAlgorithm', 'oidc'],
  ssoSubject: ['settings.subject', 'oidc', 'saml'],
  ssoSubjectAttribute: ['settings.subjectAttribute', 'saml'],
  ssoUserNameClaim: ['settings.claims.userName', 'oidc', 'saml'],
  ssoEmailClaim: ['settings.claims.email', 'oidc', 'saml'],
  ssoGivenNameClaim: ['settings.claims.givenName', 'oidc', 'saml'],
  ssoFamilyNameClaim: ['settings.claims.familyName', 'oidc', 'saml'],
  ssoDisplayNameClaim: ['settings.claims.displayName', 'oidc', 'saml'],
  ssoGroupsClaim: ['settings.groups', 'oidc', 'saml'],
  ssoSplitGroups: ['settings.splitAtCommas', 'oidc', 'saml'],
  ssoExternalIdClaim: ['settings.externalId', 'oidc', 'saml'],
  ssoUserInfo: ['settings.usesUserInfo', 'oidc'],
  ssoLogout: ['settings.logsOutAtProvider', 'oidc'],
  ssoVerifiedEmails: ['settings.emailIsVerified', 'saml'],
  ssoMayStartThere: ['settings.mayStartThere', 'saml'],
  ssoSignRequests: ['settings.signsRequests', 'saml'],
  ssoEncryptedAssertions: ['settings.wantsEncryptedAssertions', 'saml'],
  ssoMayMake: ['settings.mayMake'],
  ssoMayLink: ['settings.mayLink'],
  ssoMayLinkAdmins: ['settings.mayLinkAdmins'],
  ssoLinkBy: ['settings.linkBy'],
  ssoEmailDomains: ['settings.emailDomains'],
  ssoHostedDomains: ['settings.hostedDomains', 'oidc'],
} as const satisfies Partial<Record<SettingKey, readonly [place: string, ...kinds: SsoKind[]]>>;

type SsoKey = keyof typeof places;

const ssoKeys = Object.keys(places) as readonly SsoKey[]; // the names of the literal above

/** Parts of the metadata of a provider of SAML, by the fields that are read of them. */
const partsOfMetadata: ReadonlyMap<string, string> = new Map([
  ['settings.entityId', 'entityID'],
  ['settings.ssoUrl', 'SingleSignOnService'],
  ['settings.certificates', 'list of certificates'],
]);

const longestName = 60;
const longestText = 255;
const longestAddress = 500;
const longestAttribute = 1_024;
const longestScopes = 1_000;
const longestSecret = 4_000;
const mostDomains = 100;
const mostOrganizations = 20;

interface SsoSurroundings {
  readonly publicUrl?: string | undefined;
  readonly host: string;
  /** Folder that paths begin at. */
  readonly directory: string;
}

/** @returns `undefined` where no setting names a provider */
export function readSsoSettings(
  reader: SettingReader,
  { publicUrl, host, directory }: SsoSurroundings,
): SsoSettings | undefined {
  const [first] = ssoKeys.flatMap((key) => reader.text(key) ?? []);
  if (!first) return undefined;
  if (publicUrl === undefined && !isLoopback(host))
    reader.refuse(first, 'needs ORRERY_PUBLIC_URL too: the address to which the provider sends people back');
  const { problems } = reader;
  const known = problems.length;
  const kind = reader.oneOf('ssoKind', kinds) ?? 'oidc';
  // Nothing is known about the others where the kind is not.
  if (problems.length === known) refuseForeign(reader, kind);
  const preset = reader.oneOf('ssoPreset', presets);
  return {
    kind,
    name: textOf(reader, 'ssoName', longestName) ?? nameOf(kind, preset),
    preset,
    settings: {
      ...(kind === 'github' ? {} : readClaims(reader, kind)),
      ...ofKind[kind](reader),
      mayMake: switchOf(reader, 'ssoMayMake'),
      mayLink: switchOf(reader, 'ssoMayLink'),
      mayLinkAdmins: switchOf(reader, 'ssoMayLinkAdmins'),
      linkBy: linkWaysOf(reader),
      emailDomains: domainsOf(reader, 'ssoEmailDomains'),
    },
    clientSecret: textOf(reader, 'ssoClientSecret', longestSecret),
    ...(kind === 'saml' ? { metadata: metadataOf(reader, directory) } : {}),
  };
}

function nameOf(kind: SsoKind, preset: (typeof presets)[number] | undefined): string {
  if (kind === 'github') return titles.github;
  return preset ? names[preset] : 'Single sign-on';
}

/** Refuses what providers of other kinds have. */
function refuseForeign(reader: SettingReader, kind: SsoKind): void {
  for (const key of ssoKeys) {
    const [, ...ofKinds]: readonly [string, ...SsoKind[]] = places[key];
    const setting = reader.text(key);
    if (!setting || ofKinds.length === 0 || ofKinds.includes(kind)) continue;
    reader.refuse(setting, `is no setting of a provider of ${titles[kind]}, which ORRERY_SSO_KIND=${kind} names`);
  }
}

type OwnSettings = SsoSettings['settings'];

const ofKind: Readonly<Record<SsoKind, (reader: SettingReader) => OwnSettings>> = {
  oidc: (reader) => ({
    issuer: textOf(reader, 'ssoIssuer', longestAddress),
    clientId: textOf(reader, 'ssoClientId', longestText),
    scopes: textOf(reader, 'ssoScopes', longestScopes),
    authMethod: reader.oneOf('ssoAuthMethod', authMethods),
    idTokenAlgorithm: reader.text('ssoIdTokenAlgorithm')?.text,
    usesUserInfo: switchOf(reader, 'ssoUserInfo'),
    logsOutAtProvider: switchOf(reader, 'ssoLogout'),
    hostedDomains: domainsOf(reader, 'ssoHostedDomains'),
  }),
  saml: (reader) => ({
    audience: textOf(reader, 'ssoAudience', longestAttribute),
    subjectAttribute: textOf(reader, 'ssoSubjectAttribute', longestAttribute),
    emailIsVerified: switchOf(reader, 'ssoVerifiedEmails'),
    mayStartThere: switchOf(reader, 'ssoMayStartThere'),
    signsRequests: switchOf(reader, 'ssoSignRequests'),
    wantsEncryptedAssertions: switchOf(reader, 'ssoEncryptedAssertions'),
  }),
  github: (reader) => ({
    clientId: textOf(reader, 'ssoClientId', longestText),
    baseUrl: textOf(reader, 'ssoBaseUrl', longestAddress),
    organizations: organizationsOf(reader),
  }),
};

/** Reads what names claims or attributes. */
function readClaims(reader: SettingReader, kind: 'oidc' | 'saml'): OwnSettings {
  const claim = (key: SsoKey) => textOf(reader, key, kind === 'saml' ? longestAttribute : longestText);
  return {
    subject: reader.oneOf<(typeof subjects)['oidc' | 'saml'][number]>('ssoSubject', subjects[kind]),
    claims: {
      userName: claim('ssoUserNameClaim'),
      email: claim('ssoEmailClaim'),
      givenName: claim('ssoGivenNameClaim'),
      familyName: claim('ssoFamilyNameClaim'),
      displayName: claim('ssoDisplayNameClaim'),
    },
    groups: claim('ssoGroupsClaim'),
    splitAtCommas: switchOf(reader, 'ssoSplitGroups'),
    externalId: claim('ssoExternalIdClaim'),
  };
}

function metadataOf(reader: SettingReader, directory: string): SsoMetadata | undefined {
  const url = textOf(reader, 'ssoMetadataUrl', longestAttribute);
  const file = reader.text('ssoMetadataFile')?.text;
  if ((url === undefined) === (file === undefined)) {
    const needs = 'needs one of ORRERY_SSO_METADATA_URL and ORRERY_SSO_METADATA_FILE, for a provider of SAML';
    return void reader.refuse({ origin: settingNames.ssoKind.variables[0] ?? '' }, needs);
  }
  return url === undefined ? { file: resolve(directory, file ?? '') } : { url };
}

/** Whether a field of a provider of SAML is read from its metadata. */
export function isOfMetadata(path: string): boolean {
  return partsOfMetadata.has(path);
}

/** Words a problem of a provider by the variables that its fields come from. @param path such as `settings.issuer` */
export function ssoProblem({ path, message }: { readonly path: string; readonly message: string }): string {
  const part = partsOfMetadata.get(path);
  if (part !== undefined) return `The ${part} in the metadata of ORRERY_SSO_METADATA_* ${message}.`;
  return `${variableOf(path)} ${message.replaceAll(/settings\.[A-Za-z.]+/g, variableOf)}.`;
}

function variableOf(path: string): string {
  const key = ssoKeys.find((each) => places[each][0] === path);
  return (key && settingNames[key].variables[0]) ?? path;
}

/** The text is not repeated: it may be the secret. */
function textOf(reader: SettingReader, key: SsoKey, most: number): string | undefined {
  const setting = reader.text(key);
  const text = setting?.text.trim();
  if (!setting || !text) return undefined;
  if (text.length > most) reader.refuse(setting, `has more than ${most} characters`);
  return text;
}

/** @returns `undefined` where it is not set, since it may be on by default */
function switchOf(reader: SettingReader, key: SsoKey): boolean | undefined {
  return reader.text(key) === undefined ? undefined : reader.isOn(key);
}

function linkWaysOf(reader: SettingReader): OwnSettings['linkBy'] {
  const origin = reader.text('ssoLinkBy');
  const given = reader.list('ssoLinkBy');
  if (!origin || !given) return undefined;
  if (given.length === 0) reader.refuse(origin, `names no way: it takes ${linkWays.join(', ')}`);
  const unknown = given.filter((name) => !linkWays.some((way) => way === name));
  for (const name of unknown) reader.refuse(origin, `takes ${linkWays.join(', ')}, not '${name}'`);
  return linkWays.filter((way) => given.includes(way));
}

function organizationsOf(reader: SettingReader): readonly string[] | undefined {
  const origin = reader.text('ssoOrganizations');
  const given = reader.list('ssoOrganizations');
  if (!origin || !given) return undefined;
  if (given.length === 0) reader.refuse(origin, 'names no organization: leave it out for none');
  if (given.length > mostOrganizations) reader.refuse(origin, `names more than ${mostOrganizations} organizations`);
  return given;
}

function domainsOf(reader: SettingReader, key: SsoKey): readonly string[] | undefined {
  const origin = reader.text(key);
  const given = reader.list(key);
  if (!origin || !given) return undefined;
  if (given.length === 0) reader.refuse(origin, 'names no domain: leave it out for any');
  if (given.length > mostDomains) reader.refuse(origin, `names more than ${mostDomains} domains`);
  for (const domain of given) {
    const isDomain = domain.length <= longestText && /^[A-Za-z0-9.-]+$/.test(domain);
    if (!isDomain) reader.refuse(origin, `takes domains like example.com, not '${domain.slice(0, longestText)}'`);
  }
  return given;
}
