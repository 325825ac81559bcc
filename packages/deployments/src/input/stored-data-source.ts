import { type DataSourceSettings, defaultSslMode, isSslMode, sslMeanings, type SslMode } from '@orrery/config';

export const storedTypes = ['postgres', 'mysql', 'trino', 'clickhouse'] as const;
export type StoredType = (typeof storedTypes)[number];

/** Kind of the stored secret. */
type LoginKind = 'none' | 'password' | 'token';

interface StoredServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Schemas in which plain table names are looked up; empty for the default of the user. Trino has one at most. */
  readonly schema: readonly string[];
  readonly ssl: { readonly mode: SslMode; readonly ca?: string };
}

interface DatabaseFacts extends StoredServer {
  readonly type: Exclude<StoredType, 'trino'>;
  readonly database: string;
}

interface TrinoFacts extends StoredServer {
  readonly type: 'trino';
  readonly catalog: string;
  readonly login: LoginKind;
}

/** Stored settings of a database server, without its secret. */
export type ServerFacts = DatabaseFacts | TrinoFacts;

/** Public data of a deployment's data source. */
export type StoredDataSource = ServerFacts & {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

/** Input for a server; missing values keep their state or take the default. */
export interface ServerInput {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly catalog?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** A JSON web token of the user, instead of a password. */
  readonly token?: string | undefined;
  readonly schema?: readonly string[] | undefined;
  readonly ssl?: { readonly mode?: string | undefined; readonly ca?: string | null | undefined } | undefined;
}

export interface NewDataSource extends ServerInput {
  readonly name: string;
  readonly type: string;
}

const defaultPorts: Readonly<Record<StoredType, number>> = {
  postgres: 5432,
  mysql: 3306,
  trino: 443,
  clickhouse: 8443,
};
/** User of ClickHouse for requests without one. */
const clickhouseUser = 'default';
const connectTimeoutMs = 10_000;

export function isStoredType(text: string): text is StoredType {
  return storedTypes.some((type) => type === text);
}

/** Settings in the form the engine takes. @param secret the password or the token, empty for none */
export function engineFacts(facts: ServerFacts, secret: string): DataSourceSettings {
  const { host, port, user, schema, ssl } = facts;
  const tls = { mode: sslMeanings[ssl.mode], ...(ssl.ca === undefined ? {} : { authorities: ssl.ca }) };
  const server = { host, port, user, tls, applicationName: 'orrery', connectTimeoutMs };
  switch (facts.type) {
    case 'postgres':
      return { type: facts.type, ...server, database: facts.database, password: secret, searchPath: schema };
    case 'mysql':
    case 'clickhouse':
      return { type: facts.type, ...server, database: facts.database, password: secret };
    case 'trino': {
      const [name] = schema;
      return {
        type: facts.type,
        ...server,
        catalog: facts.catalog,
        ...(name === undefined ? {} : { schema: name }),
        login: loginBy(facts.login, secret),
        roles: [],
        clientTags: [],
      };
    }
  }
}

function loginBy(kind: LoginKind, secret: string) {
  switch (kind) {
    case 'none':
      return { kind };
    case 'password':
      return { kind, password: secret };
    case 'token':
      return { kind, token: secret };
  }
}

/** Applies an input to the stored settings. The result is valid only if `serverFaults` finds nothing. */
export function mergeFacts(type: StoredType, input: ServerInput, before?: ServerFacts): ServerFacts {
  const host = input.host ?? before?.host ?? '';
  const mode = input.ssl?.mode ?? before?.ssl.mode ?? defaultSslMode(host);
  const ca = input.ssl?.ca === undefined ? before?.ssl.ca : (input.ssl.ca ?? undefined);
  const place = {
    host,
    port: input.port ?? before?.port ?? defaultPorts[type],
    user: input.user ?? before?.user ?? (type === 'clickhouse' ? clickhouseUser : ''),
    schema: input.schema ?? before?.schema ?? [],
    ssl: { mode: isSslMode(mode) ? mode : 'verify-full', ...(ca === undefined ? {} : { ca }) },
  };
  if (type === 'trino') {
    const known = before?.type === type ? before : undefined;
    const catalog = input.catalog ?? known?.catalog ?? '';
    return { type, ...place, catalog, login: loginOf(input) ?? known?.login ?? 'none' };
  }
  const known = before?.type === type ? before : undefined;
  return { type, ...place, database: input.database ?? known?.database ?? '' };
}

function loginOf({ password, token }: ServerInput): LoginKind | undefined {
  if (token !== undefined) return 'token';
  if (password === undefined) return undefined;
  return password === '' ? 'none' : 'password';
}

/** The secret that an input gives; `undefined` where it gives none. */
export function secretOf(type: StoredType, { password, token }: ServerInput): string | undefined {
  return type === 'trino' ? (token ?? password) : password;
}

/** Whether a secret given for one server would be sent to another, or in another way. */
export function leadsElsewhere(before: ServerFacts, after: ServerFacts): boolean {
  if (before.type === 'trino' && before.login === 'none') return false;
  const wayOf = ({ host, port, ssl }: ServerFacts) => JSON.stringify([host, port, ssl.mode, ssl.ca]);
  return wayOf(before) !== wayOf(after);
}
