import { isIP } from 'node:net';
import { isOpenAddress, type NetworkRule } from '@orrery/engines';
import {
  type DataSourceSettings,
  defaultSslMode,
  isHost,
  isSslMode,
  sslMeanings,
  type SslMode,
  sslModes,
} from '@orrery/config';
import type { InputProblem } from '@orrery/kernel';

export const storedTypes = ['postgres', 'mysql'] as const;
export type StoredType = (typeof storedTypes)[number];

/** Stored settings of a database server, without its password. */
export interface ServerFacts {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Schemas in which plain table names are looked up; empty for the role's default. */
  readonly schema: readonly string[];
  readonly ssl: { readonly mode: SslMode; readonly ca?: string };
}

/** Public data of a deployment's data source. */
export interface StoredDataSource extends ServerFacts {
  readonly id: number;
  readonly name: string;
  readonly type: StoredType;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Input for a server; missing values keep their state or take the default. */
export interface ServerInput {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly schema?: readonly string[] | undefined;
  readonly ssl?: { readonly mode?: string | undefined; readonly ca?: string | null | undefined } | undefined;
}

export interface NewDataSource extends ServerInput {
  readonly name: string;
  readonly type: string;
}

const defaultPorts: Readonly<Record<StoredType, number>> = { postgres: 5432, mysql: 3306 };
const connectTimeoutMs = 10_000;

export function isStoredType(text: string): text is StoredType {
  return storedTypes.some((type) => type === text);
}

/** Settings in the form the engine takes. */
export function engineFacts(type: StoredType, facts: ServerFacts, password: string): DataSourceSettings {
  const { schema, ssl, ...place } = facts;
  const tls = { mode: sslMeanings[ssl.mode], ...(ssl.ca === undefined ? {} : { authorities: ssl.ca }) };
  const server = { ...place, password, tls, applicationName: 'orrery', connectTimeoutMs };
  return type === 'postgres' ? { type, ...server, searchPath: schema } : { type, ...server };
}

/** Applies an input to the stored settings. The result is valid only if `serverFaults` finds nothing. */
export function mergeFacts(type: StoredType, input: ServerInput, before?: ServerFacts): ServerFacts {
  const host = input.host ?? before?.host ?? '';
  const mode = input.ssl?.mode ?? before?.ssl.mode ?? defaultSslMode(host);
  const ca = input.ssl?.ca === undefined ? before?.ssl.ca : (input.ssl.ca ?? undefined);
  return {
    host,
    port: input.port ?? before?.port ?? defaultPorts[type],
    database: input.database ?? before?.database ?? '',
    user: input.user ?? before?.user ?? '',
    schema: input.schema ?? before?.schema ?? [],
    ssl: { mode: isSslMode(mode) ? mode : 'verify-full', ...(ca === undefined ? {} : { ca }) },
  };
}

/** Whether a password given for one server would be sent to another, or in another way. */
export function leadsElsewhere(before: ServerFacts, after: ServerFacts): boolean {
  const wayOf = ({ host, port, ssl }: ServerFacts) => JSON.stringify([host, port, ssl.mode, ssl.ca]);
  return wayOf(before) !== wayOf(after);
}

/** Lists every problem with a server's settings. */
export function serverFaults(
  type: StoredType,
  input: ServerInput,
  facts: ServerFacts,
  network: NetworkRule,
): readonly InputProblem[] {
  const { host, port, database, user, schema, ssl } = facts;
  const faults: (InputProblem | false)[] = [
    !isHost(host) && { path: 'host', message: 'must be the name or the address of a server' },
    isIP(host) !== 0 && !isOpenAddress(host, network) && { path: 'host', message: closedAddress },
    !(Number.isInteger(port) && port >= 1 && port <= 65_535) && { path: 'port', message: 'must be from 1 to 65535' },
    !isPlain(database, 128) && { path: 'database', message: 'must be 1 to 128 characters' },
    !isPlain(user, 128) && { path: 'user', message: 'must be 1 to 128 characters' },
    !schema.every((one) => isPlain(one, 63)) && { path: 'schema', message: 'must be names of at most 63 characters' },
    schema.length > 0 && type !== 'postgres' && { path: 'schema', message: 'is for postgres only' },
    ...sslFaults(input, ssl),
    type === 'mysql' &&
      ssl.mode === 'verify-full' &&
      isIP(host) !== 0 && {
        path: 'host',
        message: 'must be a name for the certificate to be checked for it, or let verify-ca be enough',
      },
    input.password !== undefined && /\0/.test(input.password) && { path: 'password', message: 'holds a NUL' },
  ];
  return faults.filter((fault) => fault !== false);
}

const closedAddress =
  'is not an address of the internet, and the operator of the server allows no other (ORRERY_SOURCE_NETWORKS)';

function sslFaults(input: ServerInput, { mode, ca }: ServerFacts['ssl']): readonly (InputProblem | false)[] {
  const given = input.ssl?.mode;
  return [
    given !== undefined && !isSslMode(given) && { path: 'ssl.mode', message: `must be one of ${sslModes.join(', ')}` },
    ca !== undefined &&
      (mode === 'disable' || mode === 'require') && {
        path: 'ssl.ca',
        message: `says whom to trust, but with the mode ${mode} the server is not verified`,
      },
    ca !== undefined &&
      (!ca.includes('-----BEGIN CERTIFICATE-----') || ca.includes('PRIVATE KEY')) && {
        path: 'ssl.ca',
        message: 'must be certificates (PEM), and no private key',
      },
  ];
}

function isPlain(text: string, most: number): boolean {
  return text.length > 0 && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text);
}
