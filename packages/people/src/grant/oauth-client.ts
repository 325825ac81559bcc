import type { OAuthScope } from '@orrery/kernel';

export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const;

export type GrantType = (typeof grantTypes)[number];

/** How a client proves who it is at the token endpoint (RFC 7591 section 2). */
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const;

export type ClientAuthMethod = (typeof clientAuthMethods)[number];

/** A program that asks for access tokens. */
export interface OAuthClient {
  readonly id: number;
  /** Absent: of the installation, for people of every account. */
  readonly accountId: number | undefined;
  /** The name by which the program calls itself in requests. */
  readonly clientId: string;
  /** `own` ones are part of the product; `registered` and `document` ones describe themselves, unchecked. */
  readonly kind: 'own' | 'admin' | 'registered' | 'document';
  readonly name: string;
  readonly authMethod: ClientAuthMethod;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  /** Scopes of a request that names none. */
  readonly defaultScopes: readonly OAuthScope[];
  /** The service user of a client that acts for no person. */
  readonly serviceUserId: number | undefined;
  /** The form of the document that described the client; a consent lasts while it is the same. */
  readonly documentHash: string | undefined;
  /** When the document has to be read again, in epoch milliseconds. */
  readonly freshUntil: number | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Metadata that a program sends to be registered (RFC 7591); the caller has checked it. */
export interface Registration {
  readonly name: string;
  readonly authMethod: ClientAuthMethod;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly defaultScopes: readonly OAuthScope[];
  readonly clientUri?: string | undefined;
}

export interface RegisteredClient {
  readonly client: OAuthClient;
  /** Shown once, never stored; absent for a client without a secret. */
  readonly secret: string | undefined;
}
