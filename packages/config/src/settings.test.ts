import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../kernel/src/failure/config-problem.ts';
import { addressOf } from './http-settings.ts';
import { defaultDataDirectory, readSettings, type Settings } from './settings.ts';
import type { EnvironmentVariables, Flags } from './setting-reader.ts';

const demo = resolve(import.meta.dirname, '../../../examples/shop');
const strong = 'a-secret-of-at-least-thirty-two-characters';

function read(environment: EnvironmentVariables, flags: Flags = {}): Settings {
  return readSettings({ flags, environment, directory: '/work' });
}

function problemsOf(environment: EnvironmentVariables, flags: Flags = {}): readonly string[] {
  try {
    read(environment, flags);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.problems.map((problem) => [problem.message, problem.hint].filter(Boolean).join(' '));
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('use the current folder as the project when it is one', () => {
    const directory = mkdtempSync(join(tmpdir(), 'orrery-settings-'));
    try {
      writeFileSync(join(directory, 'orrery.yml'), '');
      const own = readSettings({ flags: {}, environment: {}, directory });
      expect([own.projectDirectory, own.isDemo]).toEqual([directory, false]);
      expect(own.dataDirectory).toBe(join(directory, '.orrery'));
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('keep the data of a project in its own folder, unless another one is named', () => {
    expect(read({}, { project: '../mine' }).dataDirectory).toBe('/mine/.orrery');
    expect(read({ ORRERY_PROJECT: 'one' }, { data: 'elsewhere' }).dataDirectory).toBe('/work/elsewhere');
    const installed = '/work/node_modules/@orrery/cli/examples/shop';
    expect(defaultDataDirectory(installed, '/work')).toBe('/work/.orrery');
    expect(defaultDataDirectory('/work/my_node_modules/shop', '/work')).toBe('/work/my_node_modules/shop/.orrery');
  });

  it('report a data folder of an earlier version in the current folder, which no project uses', () => {
    const directory = mkdtempSync(join(tmpdir(), 'orrery-settings-'));
    try {
      const left = (flags: Flags) => readSettings({ flags, environment: {}, directory }).formerDataDirectory;
      mkdirSync(join(directory, '.orrery'));
      expect(left({})).toBeUndefined();
      writeFileSync(join(directory, '.orrery', 'orrery.db'), '');
      expect([left({}), left({ project: 'mine' })]).toEqual(Array(2).fill(join(directory, '.orrery')));
      expect([left({ data: 'elsewhere' }), left({ data: '.orrery' })]).toEqual([undefined, undefined]);
      writeFileSync(join(directory, 'orrery.yml'), '');
      expect([left({}), left({ project: '../mine' })]).toEqual([undefined, undefined]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('have defaults', () => {
    const { http, tokens, stop, isDemo, isDevelopment, dataDirectory, account } = read({});
    expect({ isDemo, isDevelopment, dataDirectory, account }).toEqual({
      isDemo: true,
      isDevelopment: false,
      dataDirectory: join(demo, '.orrery'),
      account: 'default',
    });
    expect(http).toEqual({
      host: '127.0.0.1',
      port: 4000,
      basePath: 'cubejs-api',
      transport: { kind: 'plain' },
      trustedProxies: [],
      corsOrigins: '*',
      frameOrigins: '*',
      publicPath: '',
      maxRequestBytes: 50 * 1024 * 1024,
      webSockets: { isOn: true, subscriptionIntervalMs: 5_000 },
    });
    expect(stop).toEqual({ delayMs: 0, finishWithinMs: 8000 });
    expect(tokens).toEqual({ algorithms: ['HS256'], scopes: ['graphql', 'meta', 'data', 'sql'] });
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:4000'],
    ['::', 'http://[::1]:4000'],
    ['192.0.2.7', 'http://192.0.2.7:4000'],
  ])('name an address at which a server on %s is reached', (host, address) => {
    expect(addressOf(read({}, { host }).http)).toBe(address);
  });

  it("come from the flag, then our variable, then the reference's variable", () => {
    expect(read({ ORRERY_PORT: '5000' }, { port: '6000' }).http.port).toBe(6000);
    expect(read({ ORRERY_JWT_AUDIENCE: 'ours', CUBEJS_JWT_AUDIENCE: 'theirs' }).tokens.audience).toBe('ours');
    const borrowed = read({ CUBEJS_JWT_AUDIENCE: 'theirs', CUBEJS_TELEMETRY: 'false' });
    expect(borrowed.tokens.audience).toBe('theirs');
    expect(borrowed.borrowed).toEqual({ used: ['CUBEJS_JWT_AUDIENCE'], unread: ['CUBEJS_TELEMETRY'] });
  });

  it('read a list of secrets, trimmed and without duplicates', () => {
    const secrets = read({ CUBEJS_API_SECRETS: `${strong}1, ${strong}2 ,${strong}1` }).tokens.secrets;
    expect(secrets).toEqual([`${strong}1`, `${strong}2`]);
  });

  it('refuse what is not built by name', () => {
    expect(problemsOf({ CUBEJS_ROLLUP_ONLY: 'true' })).toEqual([
      'CUBEJS_ROLLUP_ONLY is set, but this version of Orrery does not have answering from rollups only yet; unset it.',
    ]);
  });

  it("read the port of PostgreSQL's protocol, which is off by default", () => {
    expect(read({}).sql).toEqual({ mostSessions: 1024 });
    expect(read({ ORRERY_SQL_PORT: '5432', CUBEJS_PG_SQL_PORT: '1' }).sql.port).toBe(5432);
    expect(read({ CUBEJS_PG_SQL_PORT: '15432', CUBEJS_MAX_SESSIONS: '10' }).sql).toEqual({
      port: 15432,
      mostSessions: 10,
    });
    expect(read({ CUBEJS_PG_SQL_PORT: 'false' }).sql.port).toBe('off');
    expect(problemsOf({ ORRERY_SQL_PORT: 'x' })).toEqual([
      "ORRERY_SQL_PORT must be a whole number from 0 to 65535, not 'x'.",
    ]);
  });

  it('read an account of that port, and the one that may ask as any user', () => {
    const { account, superUser } = read({
      CUBEJS_SQL_USER: 'bi',
      CUBEJS_SQL_PASSWORD: 'x',
      CUBEJS_SQL_SUPER_USER: 'bi',
    }).sql;
    expect([account, superUser]).toEqual([{ name: 'bi', password: 'x' }, 'bi']);
    expect(read({ CUBEJS_SQL_PASSWORD: 'x' }).sql.account).toEqual({ name: 'cube', password: 'x' });
    expect(problemsOf({ CUBEJS_SQL_USER: 'bi' })).toEqual([
      'CUBEJS_SQL_USER needs CUBEJS_SQL_PASSWORD too. Unset it where users sign in with API keys and tokens',
    ]);
    expect(problemsOf({ CUBEJS_SQL_USER: 'b\ni', CUBEJS_SQL_PASSWORD: 'x' })).toEqual([
      'CUBEJS_SQL_USER cannot be the name of an account: at most 63 bytes, no controls.',
    ]);
  });

  it.each([
    ['https://data.example.com', 'https://data.example.com', ''],
    ['https://data.example.com/', 'https://data.example.com', ''],
    ['https://example.com/tools/data/', 'https://example.com/tools/data', '/tools/data'],
  ])('read the address that clients use: %s', (given, publicUrl, publicPath) => {
    expect(read({ ORRERY_PUBLIC_URL: given }).http).toMatchObject({ publicUrl, publicPath });
  });

  it.each([
    'example.com',
    'https://example.com/api',
    'https://example.com/d/1',
    'https://example.com/cubejs-api',
    'https://example.com/a/../b%2f',
    'https://example.com/a//b',
    'https://example.com/?a=b',
    'https://u:p@example.com',
    'ftp://example.com',
  ])('refuse %s as the address that clients use', (given) => {
    expect(problemsOf({ ORRERY_PUBLIC_URL: given })).toEqual([expect.stringContaining('must be an address like')]);
  });

  it('read the origins of host pages', () => {
    const origins = (text: string) => read({ ORRERY_FRAME_ORIGINS: text }).http.frameOrigins;
    expect(origins('*')).toBe('*');
    expect(origins('https://app.example.com, http://127.0.0.1:8080,http://[::1]:9')).toEqual([
      'https://app.example.com',
      'http://127.0.0.1:8080',
      'http://[::1]:9',
    ]);
  });

  it.each([
    'https://app.example.com/',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    "'self'",
    "https://a.example;script-src 'unsafe-inline'",
    'https://a.example;default-src',
    'ftp://app.example.com',
    'null',
    'data:text/html',
    'app.example.com',
  ])('refuse %s as the origin of a host page', (origin) => {
    const problem = `ORRERY_FRAME_ORIGINS takes * or origins like https://app.example.com, not '${origin}'.`;
    expect(problemsOf({ ORRERY_FRAME_ORIGINS: `https://ok.example,${origin}` })).toEqual([problem]);
  });

  it('report every host page that is none, a star beside others, and a list of nothing', () => {
    expect(problemsOf({ ORRERY_FRAME_ORIGINS: 'a,b,*' })).toHaveLength(3);
    expect(problemsOf({ ORRERY_FRAME_ORIGINS: ',' })).toEqual(['ORRERY_FRAME_ORIGINS names no origin.']);
  });

  it('refuse a variable of ours that does not exist, with the nearest one', () => {
    expect(problemsOf({ ORRERY_PROT: '1' })).toEqual(['ORRERY_PROT is not a setting. Did you mean ORRERY_PORT?']);
  });

  it('report every problem at once', () => {
    const problems = problemsOf({
      ORRERY_PORT: '99999',
      ORRERY_MAX_REQUEST_SIZE: '90kb',
      ORRERY_LOG_LEVEL: 'loud',
      ORRERY_PUBLIC_URL: 'example.com',
      ORRERY_TRUST_PROXY: '10.0.0.0/33',
      ORRERY_API_SCOPES: 'data,everything',
      ORRERY_CORS_ORIGINS: 'https://app.example.com/path',
      ORRERY_BASE_PATH: 'api',
      ORRERY_ACCOUNT: 'Acme Inc',
      ORRERY_DEV: 'yes',
    });
    expect(problems).toHaveLength(10);
    expect(problems.join(' ')).toContain('Must be between 100kb and 64mb.');
  });

  it.each([
    ['an empty secret', { ORRERY_API_SECRET: '' }, {}, 'ORRERY_API_SECRET is empty.'],
    ['an empty secret of the reference', { CUBEJS_API_SECRET: '' }, {}, 'CUBEJS_API_SECRET is empty.'],
    ['an empty secret in development', { CUBEJS_API_SECRET: '' }, { dev: true }, 'CUBEJS_API_SECRET is empty.'],
    [
      'a short secret',
      { CUBEJS_API_SECRET: 'secret' },
      {},
      'CUBEJS_API_SECRET is too short to sign tokens: at least 32 characters outside --dev.',
    ],
    [
      'one short secret of two',
      { CUBEJS_API_SECRETS: `${strong},b` },
      {},
      'CUBEJS_API_SECRETS is too short to sign tokens: at least 32 characters outside --dev.',
    ],
    [
      'a short key',
      { ORRERY_JWT_KEY: 'k' },
      {},
      'ORRERY_JWT_KEY is too short to sign tokens: at least 32 characters outside --dev.',
    ],
    [
      'a short master key',
      { ORRERY_SECRET_KEY: 'k' },
      { dev: true },
      'ORRERY_SECRET_KEY is too short: at least 32 characters.',
    ],
  ])('refuse %s', (_, environment, flags, message) => {
    expect(problemsOf(environment, flags)).toEqual([message]);
  });

  it('accept a short secret in development', () => {
    expect(read({ CUBEJS_API_SECRET: 'secret' }, { dev: true }).tokens.secrets).toEqual(['secret']);
  });

  it.each([
    ['--trust-proxy', { dev: true, 'trust-proxy': '10.0.0.0/8' }],
    ['a host that others reach', { dev: true, host: '0.0.0.0' }],
    ['a public URL that is not this machine', { dev: true, 'public-url': 'https://data.example.com' }],
  ])('refuse development mode together with %s', (_, flags) => {
    expect(problemsOf({}, flags)).toEqual([expect.stringMatching(/^--dev /)]);
  });

  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('allow development mode on %s', (host) => {
    expect(read({}, { dev: true, host }).isDevelopment).toBe(true);
  });

  it.each([
    ['10.0.0.0/33', "takes address ranges like 10.0.0.0/8, not '10.0.0.0/33'"],
    ['proxy.example.com', "takes address ranges like 10.0.0.0/8, not 'proxy.example.com'"],
    ['fe80::1%eth0', "takes address ranges like 10.0.0.0/8, not 'fe80::1%eth0'"],
    ['10.0.0.0/8/8', "takes address ranges like 10.0.0.0/8, not '10.0.0.0/8/8'"],
    ['0.0.0.0/0', "would trust every client with '0.0.0.0/0'"],
    ['::/0', "would trust every client with '::/0'"],
  ])('refuse to trust proxies in %s', (range, why) => {
    expect(problemsOf({}, { 'trust-proxy': `10.0.0.0/8,${range}` })).toEqual([`--trust-proxy ${why}.`]);
  });

  it('refuse a public key beside shared-secret algorithms, and the reverse', () => {
    const { publicKey: made } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const publicKey = made.export({ type: 'spki', format: 'pem' }).toString();
    expect(problemsOf({ ORRERY_JWT_KEY: publicKey, ORRERY_JWT_ALGS: 'HS256' })).toEqual([
      expect.stringContaining('does not fit a public key'),
    ]);
    expect(problemsOf({ ORRERY_JWT_KEY: publicKey })).toEqual([expect.stringContaining('must name its algorithm')]);
    expect(problemsOf({ ORRERY_JWT_KEY: strong, ORRERY_JWT_ALGS: 'RS256' })).toEqual([
      expect.stringContaining('does not fit a shared secret'),
    ]);
    expect(problemsOf({ ORRERY_JWT_ALGS: 'none' })).toEqual([expect.stringContaining("names 'none'")]);
  });

  it('accept the URL of the metadata store, encrypted unless it is on this machine', () => {
    const addressOf = (url: string) => read({ ORRERY_DATABASE_URL: url, ORRERY_SECRET_KEY: strong }).databaseAddress;
    expect(addressOf('postgres://orrery:p%40ss@db.example.com:6432/meta?connect_timeout=3')).toEqual({
      host: 'db.example.com',
      port: 6432,
      user: 'orrery',
      password: 'p@ss',
      database: 'meta',
      applicationName: 'orrery',
      connectTimeoutMs: 3_000,
      tls: 'verified',
    });
    expect(addressOf('postgresql://orrery@[::1]/meta')).toMatchObject({ host: '::1', port: 5432, tls: 'off' });
    expect(addressOf('postgres://orrery@db/meta?sslmode=disable')?.tls).toBe('off');
    expect(addressOf('postgres://orrery@db/meta?sslmode=require')?.tls).toBe('encrypted');
  });

  it.each([
    'canary',
    'mysql://canary:canary@host/canary',
    'postgres://canary',
    'postgres://canary@host',
    'postgres://user:can/ary@host/meta',
    'postgres://user:can#ary@host/meta',
    'postgres://user:can?ary@host/meta',
    'postgres://user:1/canary@host/meta',
    'postgres://user:canary%@host/meta',
    'postgres://user:canary@host/meta?password=canary',
    'postgres://user:canary@host/meta?sslmode=prefer',
    'postgres://user:canary@host/meta?sslrootcert=/canary',
    'postgres://user:canary@host/meta?host=/canary',
  ])('refuse the URL %s of a metadata store without showing any of it', (url) => {
    const problems = problemsOf({ ORRERY_DATABASE_URL: url, ORRERY_SECRET_KEY: strong });
    expect(problems).toEqual([expect.stringMatching(/^ORRERY_DATABASE_URL: /)]);
    expect(problems.join()).not.toMatch(/canary|can\W|\Wary/);
  });

  it('require the master key for a metadata store shared by processes', () => {
    expect(problemsOf({ ORRERY_DATABASE_URL: 'postgres://orrery@host/meta' })).toEqual([
      'ORRERY_DATABASE_URL needs ORRERY_SECRET_KEY too, the same for every process that shares the store.',
    ]);
  });

  it('refuse algorithms that the public key cannot check, and a key too weak for any', () => {
    const pem = (bits: number) =>
      generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(problemsOf({ ORRERY_JWT_KEY: pem(2048), ORRERY_JWT_ALGS: 'ES256,EdDSA' })).toEqual([
      'ORRERY_JWT_ALGS names none of RS256, RS384, RS512, PS256, PS384, PS512, which fit the key.',
    ]);
    expect(problemsOf({ ORRERY_JWT_KEY: pem(1024), ORRERY_JWT_ALGS: 'RS256' })).toEqual([
      'ORRERY_JWT_KEY is too weak for any algorithm.',
    ]);
    expect(problemsOf({ ORRERY_JWT_KEY: pem(2048), ORRERY_JWT_ALGS: 'ES256,PS256' })).toEqual([]);
  });

  it.each([
    [{ ORRERY_JWK_URL: 'http://issuer.example.com/keys' }, 'must be https'],
    [{ ORRERY_JWK_URL: 'file:///etc/passwd' }, 'must be an address like https://'],
    [{ ORRERY_JWK_URL: 'https://user:secret@issuer.example.com/keys' }, 'must be an address like https://'],
    [{ ORRERY_JWK_URL: 'https://issuer.example.com/', ORRERY_JWT_KEY: strong }, 'together with ORRERY_JWT_KEY'],
    [{ ORRERY_JWK_URL: 'https://issuer.example.com/', ORRERY_JWT_ALGS: 'HS256' }, 'does not fit a public key'],
  ])('refuse a key set URL that could be intercepted: %j', (environment, message) => {
    expect(problemsOf(environment)).toEqual([expect.stringContaining(message)]);
  });

  it('accept a key set over HTTPS, over HTTP from this machine, and RS256 by default', () => {
    const url = 'https://issuer.example.com/keys';
    expect(read({ CUBEJS_JWK_URL: url }).tokens).toMatchObject({ jwkUrl: url, algorithms: ['RS256'] });
    expect(read({ ORRERY_JWK_URL: url, ORRERY_JWT_ALGS: 'ES256,EdDSA' }).tokens.algorithms).toEqual(['ES256', 'EdDSA']);
    expect(read({ ORRERY_JWK_URL: 'http://127.0.0.1:1/keys' }).tokens.jwkUrl).toBe('http://127.0.0.1:1/keys');
  });

  it.each([
    [{ 'tls-cert': 'a.pem' }, '--tls-cert needs --tls-key too.'],
    [{ 'tls-key': 'a.pem' }, '--tls-key needs --tls-cert too.'],
    [
      { 'tls-cert': 'a', 'tls-key': 'b', 'tls-self-signed': true },
      '--tls-self-signed cannot be used together with --tls-cert and --tls-key.',
    ],
  ])('refuse an incomplete certificate pair: %j', (flags, message) => {
    expect(problemsOf({}, flags)).toEqual([message]);
  });
});
