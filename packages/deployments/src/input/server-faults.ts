import { isIP } from 'node:net';
import {
  clickhouseNativePorts,
  isHost,
  isHttpHost,
  isSslMode,
  isTrinoName,
  isTrinoToken,
  sslModes,
} from '@orrery/config';
import { isOpenAddress, type NetworkRule } from '@orrery/engines';
import type { InputProblem } from '@orrery/kernel';
import { leadsElsewhere, secretOf, type ServerFacts, type ServerInput, type StoredType } from './stored-data-source.ts';

/** The types that have a setting, where not all of them do. */
const typesWith: Readonly<Record<'database' | 'catalog' | 'schema' | 'token', readonly StoredType[]>> = {
  database: ['postgres', 'mysql', 'clickhouse'],
  catalog: ['trino'],
  schema: ['postgres', 'trino'],
  token: ['trino'],
};

type Fault = InputProblem | false;

interface CheckedServer {
  readonly input: ServerInput;
  /** The stored settings with the input. */
  readonly facts: ServerFacts;
  /** Absent for a new data source. */
  readonly before?: ServerFacts;
}

/** Lists every problem with a server's settings. */
export function serverFaults(server: CheckedServer, network: NetworkRule): readonly InputProblem[] {
  const { input, facts } = server;
  const faults: Fault[] = [
    ...placeFaults(facts, network),
    ...foreignFaults(facts.type, input),
    ...nameFaults(facts),
    ...sslFaults(input, facts),
    ...secretFaults(server),
  ];
  return faults.filter((fault) => fault !== false);
}

const closedAddress =
  'is not an address of the internet, and the operator of the server allows no other (ORRERY_SOURCE_NETWORKS)';

function placeFaults({ type, host, port, ssl }: ServerFacts, network: NetworkRule): readonly Fault[] {
  const isHttp = type === 'trino' || type === 'clickhouse';
  return [
    !(isHost(host) && (!isHttp || isHttpHost(host))) && {
      path: 'host',
      message: 'must be the name or the address of a server',
    },
    isIP(host) !== 0 && !isOpenAddress(host, network) && { path: 'host', message: closedAddress },
    !(Number.isInteger(port) && port >= 1 && port <= 65_535) && { path: 'port', message: 'must be from 1 to 65535' },
    type === 'clickhouse' &&
      clickhouseNativePorts.includes(port) && {
        path: 'port',
        message: 'must be one of HTTP, 8123, or 8443 with TLS: here ClickHouse speaks its native protocol',
      },
    type === 'mysql' &&
      ssl.mode === 'verify-full' &&
      isIP(host) !== 0 && {
        path: 'host',
        message: 'must be a name for the certificate to be checked for it, or let verify-ca be enough',
      },
  ];
}

/** An empty list is what answers show for a type without the setting. */
function foreignFaults(type: StoredType, input: ServerInput): readonly Fault[] {
  const given = { ...input, schema: input.schema?.length === 0 ? undefined : input.schema };
  return Object.entries(typesWith).map(
    ([path, types]) =>
      given[path as keyof typeof typesWith] !== undefined && // the keys of a literal
      !types.includes(type) && { path, message: `is for ${types.join(', ')} only` },
  );
}

function nameFaults(facts: ServerFacts): readonly Fault[] {
  const { type, user, schema } = facts;
  if (type === 'trino') {
    const message = 'must be 1 to 128 plain characters';
    return [
      !isTrinoName(facts.catalog) && { path: 'catalog', message },
      !isTrinoName(user) && { path: 'user', message },
      facts.login === 'password' && user.includes(':') && { path: 'user', message: colonInUser },
      schema.length > 1 && { path: 'schema', message: 'must be one name: Trino looks tables up in one schema' },
      !schema.every(isTrinoName) && { path: 'schema', message: 'must be names of 1 to 128 plain characters' },
    ];
  }
  return [
    !isPlain(facts.database, 128) && { path: 'database', message: 'must be 1 to 128 characters' },
    !isPlain(user, 128) && { path: 'user', message: 'must be 1 to 128 characters' },
    type === 'clickhouse' && user.includes(':') && { path: 'user', message: colonInUser },
    !schema.every((one) => isPlain(one, 63)) && { path: 'schema', message: 'must be names of at most 63 characters' },
  ];
}

const colonInUser = "must be without ':': the server would take what follows for the password";

function sslFaults(input: ServerInput, { ssl: { mode, ca } }: ServerFacts): readonly Fault[] {
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

function secretFaults({ input, facts, before }: CheckedServer): readonly Fault[] {
  const { password, token } = input;
  const isGiven = secretOf(facts.type, input) !== undefined;
  const isTrino = facts.type === 'trino';
  return [
    !before && !isGiven && !isTrino && { path: 'password', message: 'must be given, empty where the user has none' },
    before !== undefined &&
      !isGiven &&
      leadsElsewhere(before, facts) && {
        path: before.type === 'trino' && before.login === 'token' ? 'token' : 'password',
        message: 'must be given again when host, port or ssl change',
      },
    password !== undefined && /\0/.test(password) && { path: 'password', message: 'holds a NUL' },
    isTrino && token !== undefined && !isTrinoToken(token) && { path: 'token', message: 'must be plain characters' },
    isTrino && token !== undefined && !!password && { path: 'token', message: 'must be alone, without a password' },
    isTrino &&
      facts.login !== 'none' &&
      facts.ssl.mode === 'disable' && {
        path: 'ssl.mode',
        message: 'must be another than disable: passwords and tokens are only sent over TLS',
      },
  ];
}

function isPlain(text: string, most: number): boolean {
  return text.length > 0 && text.length <= most && !/[\p{Cc}\p{Cs}]/u.test(text);
}
