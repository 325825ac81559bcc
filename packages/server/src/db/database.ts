import type { Kysely } from 'kysely';

/** Tables of the metadata store. Instants are epoch milliseconds, booleans 0 or 1. */
export interface Tables {
  readonly account: AccountTable;
  readonly deployment: DeploymentTable;
}

export interface AccountTable {
  readonly id: number;
  /** Stands in addresses: lower case letters, digits and `-`. */
  readonly name: string;
  readonly created_at: number;
}

export interface DeploymentTable {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
  /** Sealed by the master key; see `seal.ts`. */
  readonly api_secret: string;
}

export type Database = Kysely<Tables>;
