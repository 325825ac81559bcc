import { BlockList, isIP } from 'node:net';
import { isAddressRange } from './address-ranges.ts';
import type { SettingReader } from './setting-reader.ts';

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Has no slash at the end. When absent, it is derived from host and port once the server listens. */
  readonly publicUrl?: string;
  /** The path of the public URL, without a slash at the end; empty when it has none. */
  readonly publicPath: string;
  readonly basePath: string;
  readonly transport: Transport;
  /** Address ranges of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** `*`, or the origins that may read answers in a browser. */
  readonly corsOrigins: Origins;
  /** `*`, or the origins whose pages may show ours in frames. */
  readonly frameOrigins: Origins;
  readonly maxRequestBytes: number;
  readonly webSockets: WebSocketSettings;
}

interface WebSocketSettings {
  readonly isOn: boolean;
  /** Time between two runs of a subscription. */
  readonly subscriptionIntervalMs: number;
}

type Origins = '*' | readonly string[];

export type Transport =
  | { readonly kind: 'plain' }
  | { readonly kind: 'files'; readonly certificateFile: string; readonly keyFile: string }
  | { readonly kind: 'self-signed' };

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

export function readHttpSettings(reader: SettingReader, isDevelopment: boolean): HttpSettings {
  const host = reader.text('host')?.text ?? '127.0.0.1';
  const basePath = readBasePath(reader);
  const publicUrl = readPublicUrl(reader, basePath);
  const publicPath = publicUrl ? withoutSlash(publicUrl.pathname) : '';
  const trustedProxies = readTrustedProxies(reader);
  if (isDevelopment) refuseExposure();
  return {
    host,
    port: reader.integer('port', 0, 65_535) ?? 4000,
    ...(publicUrl ? { publicUrl: `${publicUrl.origin}${publicPath}` } : {}),
    publicPath,
    basePath,
    transport: readTransport(reader),
    trustedProxies,
    corsOrigins: readOrigins(reader, 'corsOrigins'),
    frameOrigins: readOrigins(reader, 'frameOrigins'),
    maxRequestBytes: readMaxRequestBytes(reader),
    webSockets: readWebSocketSettings(reader),
  };

  /** Refuses settings that open development mode to other machines. */
  function refuseExposure(): void {
    if (!isLoopback(host))
      reader.refuse({ origin: '--dev' }, `listens on this machine only, and '${host}' is not a loopback address`);
    if (trustedProxies.length > 0) reader.refuse({ origin: '--dev' }, 'cannot be used together with --trust-proxy');
    if (publicUrl && !isLoopback(publicUrl.hostname)) {
      reader.refuse(
        { origin: '--dev' },
        `cannot be used with a public URL that is not this machine: ${publicUrl.origin}`,
      );
    }
  }
}

/** Where people reach the server, without a slash at the end. @param port that it listens on */
export function addressOf(
  { publicUrl, host, port, transport }: Pick<HttpSettings, 'publicUrl' | 'host' | 'port' | 'transport'>,
  actualPort = port,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const reachable = reachableHost(host);
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `${transport.kind === 'plain' ? 'http' : 'https'}://${name}:${actualPort}`;
}

/** A host at which this machine reaches a server: one that listens on all addresses has none of its own. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** First parts of the addresses that the server has itself: those of programs, and those of pages. */
const taken = [
  ...['api', 'd', 'embed', 'livez', 'readyz', 'metrics'],
  ...[
    'admin',
    'applications',
    'assets',
    'auth',
    'authentication',
    'chat',
    'connect',
    'dashboards',
    'deployments',
    'dev',
    'device',
    'explore',
    'forgot-password',
    'model',
    'oauth',
    'preferences',
  ],
  ...['set-password', 'sign-in', 'sso', 'start', 'workspace'],
];

/**
 * A proxy may pass the path of the public URL on or remove it. A path that begins like an address of ours would be
 * removed twice.
 */
function readPublicUrl(reader: SettingReader, basePath: string): URL | undefined {
  const setting = reader.text('publicUrl');
  if (!setting) return undefined;
  const url = URL.parse(setting.text);
  const own = [...taken, 'dev-mode', basePath.split('/')[0]];
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url && !url.search && !url.hash && !url.username && !url.password;
  const isPath = url && /^(?:\/[A-Za-z0-9_-]+)*\/?$/.test(url.pathname) && !own.includes(url.pathname.split('/')[1]);
  if (isWeb && isBare && isPath) return url;
  const like = 'must be an address like https://data.example.com or https://example.com/data';
  reader.refuse(setting, `${like}, whose path begins with none of ${own.join(', ')}, not '${setting.text}'`);
  return undefined;
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);

function readTrustedProxies(reader: SettingReader): readonly string[] {
  const ranges = reader.list('trustProxy') ?? [];
  return ranges.filter((range) => {
    const isRange = isAddressRange(range);
    if (!isRange) reader.refuse({ origin: '--trust-proxy' }, `takes address ranges like 10.0.0.0/8, not '${range}'`);
    else if (/\/0+$/.test(range))
      reader.refuse({ origin: '--trust-proxy' }, `would trust every client with '${range}'`);
    return isRange;
  });
}

function readTransport(reader: SettingReader): Transport {
  const certificate = reader.text('tlsCert');
  const key = reader.text('tlsKey');
  const isSelfSigned = reader.isOn('tlsSelfSigned');
  if (isSelfSigned && (certificate || key)) {
    reader.refuse({ origin: '--tls-self-signed' }, 'cannot be used together with --tls-cert and --tls-key');
  }
  if (certificate && !key) reader.refuse(certificate, 'needs --tls-key too');
  if (key && !certificate) reader.refuse(key, 'needs --tls-cert too');
  if (certificate && key) return { kind: 'files', certificateFile: certificate.text, keyFile: key.text };
  return isSelfSigned ? { kind: 'self-signed' } : { kind: 'plain' };
}

function readBasePath(reader: SettingReader): string {
  const setting = reader.text('basePath');
  const path = setting?.text.replace(/^\/+|\/+$/g, '') ?? 'cubejs-api';
  const isFree = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(path) && !taken.includes(path.split('/')[0] ?? '');
  if (setting && !isFree) {
    reader.refuse(
      setting,
      `must be a path of letters, digits, - and _ that does not begin with one of ${taken.join(', ')}`,
    );
  }
  return path;
}

/** The origins become parts of headers, so nothing else than an origin in its usual form is accepted. */
function readOrigins(reader: SettingReader, key: 'corsOrigins' | 'frameOrigins'): Origins {
  const setting = reader.text(key);
  const origins = reader.list(key);
  if (!setting || !origins || (origins.length === 1 && origins[0] === '*')) return '*';
  if (origins.length === 0) reader.refuse(setting, 'names no origin');
  return origins.filter((origin) => {
    const isOrigin = isWebOrigin(origin);
    if (!isOrigin) reader.refuse(setting, `takes * or origins like https://app.example.com, not '${origin}'`);
    return isOrigin;
  });
}

function isWebOrigin(text: string): boolean {
  return /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d+)?$/.test(text) && URL.parse(text)?.origin === text;
}

/** The default is the interval of the reference. */
function readWebSocketSettings(reader: SettingReader): WebSocketSettings {
  return {
    isOn: reader.text('webSockets') === undefined || reader.isOn('webSockets'),
    subscriptionIntervalMs: reader.integer('subscriptionInterval', 100, 3_600_000) ?? 5_000,
  };
}

function readMaxRequestBytes(reader: SettingReader): number {
  const setting = reader.text('maxRequestSize');
  if (!setting) return 50 * megabyte;
  const match = /^(\d{1,9})(kb|mb)$/i.exec(setting.text);
  const size = match ? Number(match[1]) * (match[2]?.toLowerCase() === 'mb' ? megabyte : kilobyte) : Number.NaN;
  if (size >= 100 * kilobyte && size <= 64 * megabyte) return size;
  reader.refuse(setting, 'is not a size like 50mb. Must be between 100kb and 64mb');
  return 50 * megabyte;
}
