import type { Generated } from 'kysely';

/** Tables of applications that act as people. Instants are epoch milliseconds, booleans 0 or 1. */
export interface OAuthTables {
  readonly oauth_client: OAuthClientTable;
  readonly oauth_client_deployment: OAuthClientDeploymentTable;
  readonly oauth_code: OAuthCodeTable;
  readonly oauth_code_deployment: OAuthCodeDeploymentTable;
  readonly oauth_device: OAuthDeviceTable;
  readonly oauth_device_deployment: OAuthDeviceDeploymentTable;
  readonly oauth_grant: OAuthGrantTable;
  readonly oauth_grant_deployment: OAuthGrantDeploymentTable;
  readonly oauth_secret: OAuthSecretTable;
  readonly oauth_token: OAuthTokenTable;
}

/** A program that asks for access tokens. Lists are JSON. */
export interface OAuthClientTable {
  readonly id: Generated<number>;
  /** NULL: of the installation, for people of every account. */
  readonly account_id: number | null;
  readonly client_id: string;
  /** `own`, `admin`, `registered` or `document`. */
  readonly kind: string;
  readonly name: string;
  /** `none`, `client_secret_basic` or `client_secret_post`. */
  readonly auth_method: string;
  /** SHA-256 of the secret, which is random and long. */
  readonly secret_hash: string | null;
  /** The last four characters, by which people recognise the secret. */
  readonly secret_tail: string | null;
  readonly redirect_uris: string;
  readonly grant_types: string;
  /** Scopes of a request that names none. */
  readonly scopes: string;
  readonly client_uri: string | null;
  /** The service user of a client that acts for no person. */
  readonly service_user_id: number | null;
  /** 1: its service user has every deployment, later ones too. 0: those of `oauth_client_deployment`. */
  readonly has_all_deployments: Generated<number>;
  readonly created_at: number;
  readonly created_by: number | null;
  /** When the last grant began. */
  readonly used_at: number | null;
  /** The network that a registration came from. */
  readonly registered_from: string | null;
  readonly fetched_at: number | null;
  readonly fresh_until: number | null;
  readonly document_hash: string | null;
}

/** A deployment that the service user of a client is limited to. */
interface OAuthClientDeploymentTable {
  readonly client_id: number;
  readonly deployment_id: number;
}

/** A consent of a person to a client, with the chain of its refresh tokens. Lists are JSON. */
export interface OAuthGrantTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  /** Row of the client. */
  readonly client_id: number;
  /** `code`, `device` or `client`. */
  readonly kind: string;
  /** Random; refresh tokens name their grant by it. */
  readonly handle: string;
  readonly scopes: string;
  /** The only address that its tokens are for; NULL: all that the scopes are for. */
  readonly resource: string | null;
  readonly redirect_uri: string | null;
  readonly document_hash: string | null;
  /** 1: every deployment, later ones too. 0: those of `oauth_grant_deployment`. */
  readonly has_all_deployments: number;
  readonly created_at: number;
  readonly refreshed_at: number;
  readonly expires_at: number;
  /** At most a minute behind while its tokens are in use. */
  readonly last_used_at: number | null;
  /** Generation of the current refresh token. */
  readonly generation: Generated<number>;
  /** Refresh tokens that were replaced minutes ago: `[[generation, replacedAt]]`. */
  readonly recent: string | null;
  readonly ended_at: number | null;
  readonly end_reason: string | null;
}

interface OAuthGrantDeploymentTable {
  readonly grant_id: number;
  readonly deployment_id: number;
}

/** The secret by which the refresh tokens of an account are made. */
interface OAuthSecretTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly sealed: string;
  readonly created_at: number;
}

/** An access token. */
export interface OAuthTokenTable {
  readonly id: Generated<number>;
  readonly grant_id: number;
  /** SHA-256 of the token, which is random and long. */
  readonly hash: string;
  /** JSON list; those of the grant, or fewer. */
  readonly scopes: string;
  readonly audience: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** An authorization code, which works once. */
export interface OAuthCodeTable {
  readonly id: Generated<number>;
  /** SHA-256 of the code, which is random and long. */
  readonly hash: string;
  readonly account_id: number;
  readonly user_id: number;
  /** Row of the client. */
  readonly client_id: number;
  readonly redirect_uri: string;
  /** Whether the request named the redirect address. */
  readonly redirect_was_given: number;
  /** Challenge of PKCE, by S256. */
  readonly challenge: string;
  /** JSON list. */
  readonly scopes: string;
  readonly resource: string | null;
  readonly document_hash: string | null;
  /** 1: every deployment, later ones too. 0: those of `oauth_code_deployment`. */
  readonly has_all_deployments: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  /** The grant that began with it. */
  readonly grant_id: number | null;
}

interface OAuthCodeDeploymentTable {
  readonly code_id: number;
  readonly deployment_id: number;
}

/** The request of a device, which a person approves or denies. */
export interface OAuthDeviceTable {
  readonly id: Generated<number>;
  /** SHA-256 of the code of the device, which is random and long. */
  readonly device_hash: string;
  /** Keyed hash of the code that people type, which is short. */
  readonly user_code_hash: string;
  /** Row of the client. */
  readonly client_id: number;
  /** JSON list. */
  readonly scopes: string;
  readonly resource: string | null;
  /** The network that the request came from. */
  readonly requested_from: string;
  /** `pending`, `approved`, `denied` or `used`. */
  readonly status: string;
  /** NULL until somebody decides. */
  readonly account_id: number | null;
  readonly user_id: number | null;
  /** 1: every deployment, later ones too. 0: those of `oauth_device_deployment`. */
  readonly has_all_deployments: number;
  /** Time that the device must wait between two questions; it grows with each that comes too soon. */
  readonly interval_ms: number;
  readonly polled_at: number | null;
  readonly created_at: number;
  readonly expires_at: number;
}

interface OAuthDeviceDeploymentTable {
  readonly device_id: number;
  readonly deployment_id: number;
}
