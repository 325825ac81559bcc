import { isSslMode, type SslMode, sslModes } from './read-ssl.ts';

/** Parts of a database server's URL. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly sslMode?: SslMode;
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
}

/** How URLs of one kind of server are written. */
export interface UrlForm {
  /** Protocols with the colon; messages show the first one. */
  readonly protocols: readonly string[];
  readonly defaultPort: number;
  /** The kind of thing that the path names; absent: a database. */
  readonly place?: string;
  /** Whether the server speaks HTTP. */
  readonly isHttp?: boolean;
}

const options = ['application_name', 'connect_timeout', 'sslmode'];
const defaultConnectSeconds = 10;
const longestConnectSeconds = 300;
/** A host name or an address, but not the path of a socket or a list of hosts. */
const hostPattern = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])$/;

/**
 * Reads only the options listed above. A driver takes many more from a URL, among them files and sockets of this
 * machine.
 *
 * @param refuse receives every problem, without any part of the URL that may be secret
 */
export function readServerUrl(
  text: string,
  { protocols, defaultPort, place = 'database', isHttp = false }: UrlForm,
  refuse: (message: string) => void,
): ServerAddress | undefined {
  const form = `${protocols[0]}//user:password@host:port/${place}`;
  const url = parseUrl(text);
  if (url === undefined) {
    refuse(`The URL must be ${form}.`);
    return undefined;
  }
  const { protocol, username, hostname, pathname, hash } = url;
  const database = decoded(pathname.slice(1));
  const [user, password] = [decoded(username), decoded(url.password)];
  if (!protocols.includes(protocol) || !user || !database || pathname.includes('/', 1) || hash) {
    refuse(`The URL must be ${form}.`);
    return undefined;
  }
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!hostPattern.test(hostname) || (isHttp && !isHttpHost(host)) || password === undefined) {
    refuse(`The URL needs the name or address of a host: ${form}.`);
    return undefined;
  }
  const given = readOptions(url.searchParams, refuse);
  if (given === undefined) return undefined;
  return {
    host,
    port: url.port === '' ? defaultPort : Number(url.port),
    database,
    user,
    password,
    ...given,
  };
}

function readOptions(
  given: URLSearchParams,
  refuse: (message: string) => void,
): Pick<ServerAddress, 'sslMode' | 'applicationName' | 'connectTimeoutMs'> | undefined {
  let isRight = true;
  const fault = (message: string) => {
    isRight = false;
    refuse(message);
  };
  for (const name of new Set(given.keys())) {
    // Any other text may be a piece of a password that was not encoded.
    const named = /^[A-Za-z_]{1,40}$/.test(name) ? `the option '${name}'` : 'an option';
    if (!options.includes(name)) fault(`The URL has ${named}; only ${options.join(', ')} are read from it.`);
    else if (given.getAll(name).length > 1) fault(`The URL has ${named} twice.`);
  }
  const sslMode = given.get('sslmode') ?? undefined;
  if (sslMode !== undefined && !isSslMode(sslMode)) {
    fault(`The option 'sslmode' of the URL must be one of ${sslModes.join(', ')}.`);
  }
  const seconds = given.get('connect_timeout') ?? String(defaultConnectSeconds);
  const connectSeconds = /^\d{1,4}$/.test(seconds) ? Number(seconds) : 0;
  if (connectSeconds < 1 || connectSeconds > longestConnectSeconds) {
    fault(`The option 'connect_timeout' of the URL must be seconds, from 1 to ${longestConnectSeconds}.`);
  }
  const applicationName = given.get('application_name') ?? 'orrery';
  if (!/^[\x20-\x7e]{1,63}$/.test(applicationName)) {
    fault("The option 'application_name' of the URL must be 1 to 63 plain characters.");
  }
  if (!isRight) return undefined;
  return {
    ...(sslMode !== undefined && isSslMode(sslMode) ? { sslMode } : {}),
    applicationName,
    connectTimeoutMs: connectSeconds * 1000,
  };
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Decodes a part of a URL. Returns `undefined` when a percent sign has no two digits of an encoded character after it,
 * or a NUL is encoded.
 */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('\0') ? undefined : plain;
  } catch {
    return undefined;
  }
}

/** Whether a text is a host name or address, written as it is outside a URL. */
export function isHost(text: string): boolean {
  return text.length <= 253 && hostPattern.test(text.includes(':') ? `[${text}]` : text);
}

/** Whether a host may stand in a URL of HTTP, which takes no name that ends like an address without being one: `1.2.3.4.5`. */
export function isHttpHost(host: string): boolean {
  return URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}`);
}
