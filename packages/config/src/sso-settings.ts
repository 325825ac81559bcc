import { isLoopback } from './http-settings.ts';
import { type SettingKey, settingNames } from './setting-names.ts';
import type { SettingReader } from './setting-reader.ts';

/** The provider that people of the account sign in by, as the settings of the server name it. Absent fields have defaults. */
export interface SsoSettings {
  readonly name: string;
  readonly preset?: (typeof presets)[number] | undefined;
  readonly settings: {
    readonly issuer?: string | undefined;
    readonly clientId?: string | undefined;
    readonly scopes?: string | undefined;
    readonly authMethod?: (typeof authMethods)[number] | undefined;
    readonly idTokenAlgorithm?: string | undefined;
    readonly subject?: (typeof subjects)[number] | undefined;
    readonly claims: Readonly<Partial<Record<(typeof claims)[number], string | undefined>>>;
    readonly groups?: string | undefined;
    readonly splitAtCommas?: boolean | undefined;
    readonly externalId?: string | undefined;
    readonly usesUserInfo?: boolean | undefined;
    readonly logsOutAtProvider?: boolean | undefined;
    readonly mayMake?: boolean | undefined;
    readonly mayLink?: boolean | undefined;
    readonly mayLinkAdmins?: boolean | undefined;
    readonly linkBy?: readonly (typeof linkWays)[number][] | undefined;
    readonly emailDomains?: readonly string[] | undefined;
    readonly hostedDomains?: readonly string[] | undefined;
  };
  readonly clientSecret?: string | undefined;
}

const presets = ['google', 'entra', 'okta', 'keycloak'] as const;
const authMethods = ['client_secret_basic', 'client_secret_post', 'none'] as const;
const subjects = ['sub', 'oid'] as const;
const linkWays = ['externalId', 'userName', 'email'] as const;
const claims = ['userName', 'email', 'givenName', 'familyName', 'displayName'] as const;

const names: Readonly<Record<(typeof presets)[number], string>> = {
  google: 'Google',
  entra: 'Microsoft',
  okta: 'Okta',
  keycloak: 'Keycloak',
};

/** The settings of the provider, each with its place in it. */
const places = {
  ssoName: 'name',
  ssoPreset: 'preset',
  ssoIssuer: 'settings.issuer',
  ssoClientId: 'settings.clientId',
  ssoClientSecret: 'clientSecret',
  ssoScopes: 'settings.scopes',
  ssoAuthMethod: 'settings.authMethod',
  ssoIdTokenAlgorithm: 'settings.idTokenAlgorithm',
  ssoSubject: 'settings.subject',
  ssoUserNameClaim: 'settings.claims.userName',
  ssoEmailClaim: 'settings.claims.email',
  ssoGivenNameClaim: 'settings.claims.givenName',
  ssoFamilyNameClaim: 'settings.claims.familyName',
  ssoDisplayNameClaim: 'settings.claims.displayName',
  ssoGroupsClaim: 'settings.groups',
  ssoSplitGroups: 'settings.splitAtCommas',
  ssoExternalIdClaim: 'settings.externalId',
  ssoUserInfo: 'settings.usesUserInfo',
  ssoLogout: 'settings.logsOutAtProvider',
  ssoMayMake: 'settings.mayMake',
  ssoMayLink: 'settings.mayLink',
  ssoMayLinkAdmins: 'settings.mayLinkAdmins',
  ssoLinkBy: 'settings.linkBy',
  ssoEmailDomains: 'settings.emailDomains',
  ssoHostedDomains: 'settings.hostedDomains',
} as const satisfies Partial<Record<SettingKey, string>>;

type SsoKey = keyof typeof places;

const ssoKeys = Object.keys(places) as readonly SsoKey[]; // the names of the literal above

const longestName = 60;
const longestText = 255;
const longestIssuer = 500;
const longestScopes = 1_000;
const longestSecret = 4_000;
const mostDomains = 100;

/** @returns `undefined` where no setting names a provider */
export function readSsoSettings(
  reader: SettingReader,
  { publicUrl, host }: { readonly publicUrl?: string | undefined; readonly host: string },
): SsoSettings | undefined {
  const [first] = ssoKeys.flatMap((key) => reader.text(key) ?? []);
  if (!first) return undefined;
  if (publicUrl === undefined && !isLoopback(host))
    reader.refuse(first, 'needs ORRERY_PUBLIC_URL too: the address to which the provider sends people back');
  const preset = reader.oneOf('ssoPreset', presets);
  const claim = (key: SsoKey) => textOf(reader, key, longestText);
  return {
    name: textOf(reader, 'ssoName', longestName) ?? (preset ? names[preset] : 'Single sign-on'),
    preset,
    settings: {
      issuer: textOf(reader, 'ssoIssuer', longestIssuer),
      clientId: textOf(reader, 'ssoClientId', longestText),
      scopes: textOf(reader, 'ssoScopes', longestScopes),
      authMethod: reader.oneOf('ssoAuthMethod', authMethods),
      idTokenAlgorithm: reader.text('ssoIdTokenAlgorithm')?.text,
      subject: reader.oneOf('ssoSubject', subjects),
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
      usesUserInfo: switchOf(reader, 'ssoUserInfo'),
      logsOutAtProvider: switchOf(reader, 'ssoLogout'),
      mayMake: switchOf(reader, 'ssoMayMake'),
      mayLink: switchOf(reader, 'ssoMayLink'),
      mayLinkAdmins: switchOf(reader, 'ssoMayLinkAdmins'),
      linkBy: linkWaysOf(reader),
      emailDomains: domainsOf(reader, 'ssoEmailDomains'),
      hostedDomains: domainsOf(reader, 'ssoHostedDomains'),
    },
    clientSecret: textOf(reader, 'ssoClientSecret', longestSecret),
  };
}

/** Words a problem of a provider by the variables that its fields come from. @param path such as `settings.issuer` */
export function ssoProblem({ path, message }: { readonly path: string; readonly message: string }): string {
  return `${variableOf(path)} ${message.replaceAll(/settings\.[A-Za-z.]+/g, variableOf)}.`;
}

function variableOf(path: string): string {
  const key = ssoKeys.find((each) => places[each] === path);
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

function linkWaysOf(reader: SettingReader): SsoSettings['settings']['linkBy'] {
  const origin = reader.text('ssoLinkBy');
  const given = reader.list('ssoLinkBy');
  if (!origin || !given) return undefined;
  if (given.length === 0) reader.refuse(origin, `names no way: it takes ${linkWays.join(', ')}`);
  const unknown = given.filter((name) => !linkWays.some((way) => way === name));
  for (const name of unknown) reader.refuse(origin, `takes ${linkWays.join(', ')}, not '${name}'`);
  return linkWays.filter((way) => given.includes(way));
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
