/** Ways to find the user that a person of a provider is, in the order in which they are tried. */
export const linkWays = ['externalId', 'userName', 'email'] as const;
export type LinkWay = (typeof linkWays)[number];

export const providerPresets = ['google', 'entra', 'okta', 'keycloak'] as const;
export type ProviderPreset = (typeof providerPresets)[number];

/** Names of the claims that a provider states these fields of a user in. */
interface ClaimNames {
  readonly userName: string;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly displayName: string;
}

/** Rules for the user that a person becomes at the first sign-in. */
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

export interface ProviderSettings extends LinkRules {
  readonly issuer: string;
  readonly clientId: string;
  readonly scopes: string;
  readonly authMethod: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly idTokenAlgorithm: string;
  /** The claim that identifies a user for ever. */
  readonly subject: 'sub' | 'oid';
  readonly claims: ClaimNames;
  /** The claim with the groups of the user. */
  readonly groups: string;
  /** Whether a group claim that is one text holds several groups. */
  readonly splitAtCommas: boolean;
  /** The claim that equals the id by which SCIM knows the user. */
  readonly externalId?: string | undefined;
  /** Values of the claim `hd`, one of which is demanded; empty: any. */
  readonly hostedDomains: readonly string[];
  /** Whether the claims of its user info endpoint are read too. */
  readonly usesUserInfo: boolean;
  /** Whether signing out here ends the session at the provider too. */
  readonly logsOutAtProvider: boolean;
}

/** Name in the addresses of the provider that the settings of the server name. Random names have no `o` and are shorter. */
export const environmentKey = 'environment';

/** A provider that people of an account sign in by, without its secret. Instants are epoch milliseconds. */
export interface SignInProvider {
  readonly id: number;
  readonly accountId: number;
  /** Random name in addresses, or `environmentKey`. */
  readonly key: string;
  readonly preset: ProviderPreset | undefined;
  readonly name: string;
  readonly isOn: boolean;
  readonly settings: ProviderSettings;
  readonly hasSecret: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change. */
  readonly version: number;
}

type Some<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Missing fields keep their value, or get that of the preset. */
export type SettingsInput = Some<Omit<ProviderSettings, 'claims' | 'externalId'>> & {
  readonly claims?: Some<ClaimNames> | undefined;
  /** `null` clears. */
  readonly externalId?: string | null | undefined;
};

export interface NewProvider {
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
