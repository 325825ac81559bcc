import type { Generated, Kysely } from 'kysely';

/** Tables of the metadata store. Instants are epoch milliseconds, booleans 0 or 1. */
export interface Tables {
  readonly account: AccountTable;
  readonly account_user: UserTable;
  readonly api_key: ApiKeyTable;
  readonly api_key_deployment: ApiKeyDeploymentTable;
  readonly deployment: DeploymentTable;
  readonly deployment_secret: DeploymentSecretTable;
  readonly master_key: MasterKeyTable;
}

export interface AccountTable {
  readonly id: number;
  /** Stands in addresses: lower case letters, digits and `-`. */
  readonly name: string;
  readonly created_at: number;
  /** See `epochs.ts`. */
  readonly epoch: Generated<number>;
  /** When the first start printed its key; never again after that. */
  readonly first_key_at: number | null;
}

export interface UserTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  /** As it was given. */
  readonly username: string;
  /** As it is compared; unique in the account. */
  readonly username_key: string;
  readonly email: string | null;
  readonly role: string;
  readonly status: string;
  readonly created_at: number;
}

export interface ApiKeyTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly user_id: number;
  readonly name: string;
  /** SHA-256 of the key, which is random and long enough not to need more. */
  readonly hash: string;
  /** The last four characters, for people to recognise it. */
  readonly tail: string;
  /** 1: every deployment, later ones too. 0: those of `api_key_deployment`. */
  readonly has_all_deployments: number;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** At most a minute old while it is in use. */
  readonly last_used_at: number | null;
}

interface ApiKeyDeploymentTable {
  readonly api_key_id: number;
  readonly deployment_id: number;
}

export interface DeploymentTable {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
}

/** Secrets that sign Data API tokens of a deployment: the newest signs, all are accepted. */
export interface DeploymentSecretTable {
  /** Newer secrets have larger ones. */
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
  /** Sealed by the master key; see `seal.ts`. */
  readonly sealed: string;
}

/** One row: which master key everything sealed is sealed by. */
export interface MasterKeyTable {
  readonly id: number;
  readonly key_id: string;
  /** A known text, to try a key on. */
  readonly sealed: string;
  readonly sealed_at: number;
}

export type Database = Kysely<Tables>;
