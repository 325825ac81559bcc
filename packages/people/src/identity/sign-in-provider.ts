/** Ways to find the user that a person of a provider is, in the order in which they are tried. */
export const linkWays = ['externalId', 'userName', 'email'] as const;
export type LinkWay = (typeof linkWays)[number];

export const providerPresets = ['google', 'entra', 'okta', 'keycloak'] as const;
export type ProviderPreset = (typeof providerPresets)[number];

/** NamesOfBoth of the claims, or attributes, that a provider states these fields of a user in. */
interface ClaimNames {
  readonly userName: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly displayName: string;
}

/** Rules for the user that a person becomes at the first sign-in. Providers of any kind have them. */
interface LinkRules {
  /** Whether people without a user get one. */
  readonly mayMake: boolean;
  /** Whether people become a user that exists. */
  readonly mayLink: boolean;
  /** Whether that user may be an admin. */
  readonly mayLinkAdmins: boolean;
  readonly linkBy: readonly LinkWay[];
  /** Domains of verified addresses at the first sign-in; empty: any, and none is needed. */
  readonly emailDomains: readonly string[];
}

/** Settings of providers that state claims or attributes. */
export interface CommonSettings extends LinkRules {
  readonly claims: ClaimNames;
  /** The claim or attribute with the groups of the user. */
  readonly groups: string;
  /** Whether groups that are one text are several. */
  readonly splitAtCommas: boolean;
  /** The claim or attribute that equals the id by which SCIM knows the user. */
  readonly externalId?: string | undefined;
}

/** Settings of a provider of OpenID Connect. */
export interface OidcSettings extends CommonSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly authMethod: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly idTokenAlgorithm: string;
  /** The claim that identifies a user for ever. */
  readonly subject: 'sub' | 'oid';
  /** Values of the claim `hd`, one of which is demanded; empty: any. */
  readonly hostedDomains: readonly string[];
  /** Whether the claims of its user info endpoint are read too. */
  readonly usesUserInfo: boolean;
  /** Whether signing out here ends the session at the provider too. */
  readonly logsOutAtProvider: boolean;
}

/** Settings of a provider of SAML 2.0. A name of `claims` or `groups` that is the default stands for all known spellings. */
export interface SamlSettings extends CommonSettings {
  readonly entityId: string;
  /** Address that people are sent to (HTTP-Redirect). */
  readonly ssoUrl: string;
  /** Certificates in PEM; the provider signs by the key of one of them. */
  readonly certificates: readonly string[];
  /** Address that these three were read at, for the provider of the settings of the server; absent otherwise. */
  readonly metadataUrl?: string | undefined;
  /** The name of this service at the provider; absent: its own entity id, empty: not checked. */
  readonly audience?: string | undefined;
  /** Part of a statement that identifies a user for ever: a persistent NameID, any NameID that is not transient, or an attribute. */
  readonly subject: 'persistent' | 'nameId' | 'attribute';
  readonly subjectAttribute?: string | undefined;
  /** Whether the provider vouches for addresses. */
  readonly emailIsVerified: boolean;
  /** Whether a sign-in may begin at the provider. */
  readonly mayStartThere: boolean;
  readonly signsRequests: boolean;
  /** Whether assertions must be encrypted, by a key that is made for it; else none may be. */
  readonly wantsEncryptedAssertions: boolean;
  /** Certificate of the key that requests are signed by, in PEM; absent without one. */
  readonly ownCertificate?: string | undefined;
  /** Certificate of the key that assertions are encrypted for, likewise. */
  readonly encryptionCertificate?: string | undefined;
}

/** Settings of GitHub. It has no claims: its answers have one form. */
export interface GitHubSettings extends LinkRules {
  /** `https://github.com`, or the address of a server of its own, without a slash at the end. */
  readonly baseUrl: string;
  readonly clientId: string;
  /** Names of organizations, of one of which a person must be an active member at each sign-in; empty: of none. */
  readonly organizations: readonly string[];
}

/** Settings of each kind of provider. */
export type SettingsOfKind =
  | { readonly kind: 'oidc'; readonly settings: OidcSettings }
  | { readonly kind: 'saml'; readonly settings: SamlSettings }
  | { readonly kind: 'github'; readonly settings: GitHubSettings };

export type ProviderKind = SettingsOfKind['kind'];

/** Name in the addresses of the provider that the settings of the server name. Random names have no `o` and are shorter. */
export const environmentKey = 'environment';

/** A provider that people of an account sign in by, without its secret. Instants are epoch milliseconds. */
interface ProviderFields {
  readonly id: number;
  readonly accountId: number;
  /** Random name in addresses, or `environmentKey`. */
  readonly key: string;
  readonly preset: ProviderPreset | undefined;
  readonly name: string;
  readonly isOn: boolean;
  readonly hasSecret: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change. */
  readonly version: number;
}

export type SignInProvider = ProviderFields & SettingsOfKind;

type Some<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
type NamesOfBoth = 'claims' | 'externalId' | 'subject';

/** Fields of all kinds; those of another kind are refused. Missing fields keep their value, or get that of the preset. */
export type SettingsInput = Some<
  Omit<OidcSettings, NamesOfBoth> &
    Omit<
      SamlSettings,
      NamesOfBoth | 'audience' | 'metadataUrl' | 'subjectAttribute' | 'ownCertificate' | 'encryptionCertificate'
    > &
    GitHubSettings
> & {
  readonly claims?: Some<ClaimNames> | undefined;
  readonly subject?: OidcSettings['subject'] | SamlSettings['subject'] | undefined;
  /** `null` clears this one and those below. */
  readonly externalId?: string | null | undefined;
  readonly audience?: string | null | undefined;
  readonly subjectAttribute?: string | null | undefined;
  readonly metadataUrl?: string | null | undefined;
};

export interface NewProvider {
  /** OpenID Connect by default. */
  readonly kind?: ProviderKind | undefined;
  readonly name: string;
  readonly preset?: ProviderPreset | undefined;
  /** True by default. */
  readonly isOn?: boolean | undefined;
  readonly settings: SettingsInput;
  readonly clientSecret?: string | null | undefined;
}

/** Missing fields keep their value. */
export interface ProviderChange {
  readonly name?: string | undefined;
  readonly isOn?: boolean | undefined;
  readonly settings?: SettingsInput | undefined;
  /** `null` removes it. */
  readonly clientSecret?: string | null | undefined;
}
