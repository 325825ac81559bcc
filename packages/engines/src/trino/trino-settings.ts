import type { NetworkRule } from '../network/index.ts';
import type { ServerTls } from '../server-tls.ts';

/** The coordinator of a Trino cluster, and who speaks to it. */
export interface TrinoSettings {
  readonly host: string;
  readonly port: number;
  /** Catalog and schema in which plain table names are looked up. */
  readonly catalog: string;
  readonly schema?: string;
  /** The account that proves who it is. */
  readonly user: string;
  readonly login: TrinoLogin;
  /** The user that statements run as, where the account may act for others; absent: the account. */
  readonly sessionUser?: string;
  /** Roles by catalog; the catalog `system` has those of the whole cluster. */
  readonly roles: readonly { readonly catalog: string; readonly role: string }[];
  /** Tags by which the cluster's resource groups tell statements apart. */
  readonly clientTags: readonly string[];
  readonly tls: ServerTls;
  /** Rule for the server's address; absent: any address. */
  readonly network?: NetworkRule;
  /** Source of the statements in the cluster's own views. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Maximum number of statements that run at a time; further ones wait. */
  readonly maxRunning: number;
  /** Maximum time of one statement, including the reading of its rows. */
  readonly timeoutMs: number;
}

/** How the account proves who it is. Secrets are only sent over TLS. */
export type TrinoLogin =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly password: string }
  /** A JSON web token. */
  | { readonly kind: 'token'; readonly token: string }
  /** A certificate of the client and its key, PEM. */
  | { readonly kind: 'certificate'; readonly certificate: string; readonly key: string };
