import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { DataSourceSettings } from '../data-sources.ts';
import { emptyProject, problemsOf, readSource } from './source-for-test.ts';

let directory: string;
beforeEach(() => {
  directory = emptyProject();
});

function read(url: string, lines = ''): DataSourceSettings | undefined {
  return readLines(`url: \${WAREHOUSE_URL}\n${lines}`, { WAREHOUSE_URL: url });
}

function readLines(text: string, environment = {}): DataSourceSettings | undefined {
  return readSource(directory, `type: postgres\n${text}`, environment);
}

it('takes a server from the URL of a variable', () => {
  expect(read('postgresql://reader:p%40ss%2Fword@db.example:6432/my%20shop')).toEqual({
    type: 'postgres',
    host: 'db.example',
    port: 6432,
    database: 'my shop',
    user: 'reader',
    password: 'p@ss/word',
    tls: { mode: 'verified' },
    applicationName: 'orrery',
    connectTimeoutMs: 10_000,
    searchPath: [],
  });
});

it('takes the options of the URL that are on the list, and the schemas', () => {
  expect(
    read('postgres://reader@[::1]/shop?sslmode=require&application_name=bi&connect_timeout=3', 'schema: sales'),
  ).toMatchObject({
    host: '::1',
    port: 5432,
    password: '',
    tls: { mode: 'encrypted' },
    applicationName: 'bi',
    connectTimeoutMs: 3000,
    searchPath: ['sales'],
  });
  expect(read('postgres://reader@db/shop', 'schema: [sales, public]')).toMatchObject({
    searchPath: ['sales', 'public'],
  });
});

it.each([
  ['postgres://reader@localhost/shop', '', 'off'],
  ['postgres://reader@127.0.0.1/shop', '', 'off'],
  ['postgres://reader@10.0.0.1/shop', '', 'verified'],
  ['postgres://reader@localhost/shop', 'ssl: { mode: verify-full }', 'verified'],
  ['postgres://reader@db/shop', 'ssl: { mode: disable }', 'off'],
  ['postgres://reader@db/shop?sslmode=verify-ca', '', 'trusted'],
])('encrypts as configured, and trusts only configured authorities: %s %s', (url, lines, mode) => {
  expect(read(url, lines)).toMatchObject({ tls: { mode } });
});

it('reads the authorities to trust', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n';
  writeFileSync(join(directory, 'ca.pem'), pem);
  expect(read('postgres://reader@db/shop', 'ssl: { ca: ca.pem }')).toMatchObject({
    tls: { mode: 'verified', authorities: pem },
  });
});

it('refuses a secret in the file', () => {
  const said = problemsOf(() => readLines('url: postgres://reader:hunter2@db/shop'));
  expect(said).toContain("orrery.yml:4:10: 'url' may hold a secret and must come from a variable: url: ${NAME}.");
  expect(said).not.toContain('hunter2');
  expect(problemsOf(() => readLines('url: postgres://reader:${PASSWORD}@db/shop', { PASSWORD: 'hunter2' }))).toContain(
    'must come from a variable',
  );
});

it.each([
  ['schema: sales', {}, "'url' is missing in data source 'default'"],
  ['url: ${WAREHOUSE_URL}', {}, "The variable 'WAREHOUSE_URL' is not set."],
  ['url: ${WAREHOUSE_URL}', { WAREHOUSE_URL: '' }, "The variable 'WAREHOUSE_URL' is empty."],
  ['url: ${URL}\nuser: me', { URL: 'postgres://reader@db/shop' }, "Unknown key 'user' in data source 'default'"],
  ['url: ${URL}\nssl: { cert: x }', { URL: 'postgres://reader@db/shop' }, "Unknown key 'cert' in ssl of data source"],
  ['url: ${URL}\nssl: { mode: prefer }', { URL: 'postgres://reader@db/shop' }, "There is no ssl mode 'prefer'"],
  ['url: ${URL}\nssl: { ca: none.pem }', { URL: 'postgres://reader@db/shop' }, "'none.pem' cannot be read: ENOENT"],
  ['url: ${URL}\nssl: { ca: orrery.yml }', { URL: 'postgres://reader@db/shop' }, 'holds no certificate'],
  [
    'url: ${URL}\nssl: { ca: orrery.yml }',
    { URL: 'postgres://reader@db/shop?sslmode=require' },
    'with the mode require the server is not verified',
  ],
  ['url: ${URL}\nssl: { mode: require }', { URL: 'postgres://reader@db/shop?sslmode=require' }, 'remove one of them'],
])('refuses %j', (text, environment, message) => {
  expect(problemsOf(() => readLines(text, environment))).toContain(message);
});

/**
 * Options that drivers read from a URL, and texts that break out of one. No attempt may connect, and no message may
 * repeat the text.
 */
it.each([
  ['mysql://reader:hunter2@db/shop', 'The URL must be'],
  ['hunter2', 'The URL must be'],
  ['/var/run/postgresql shop', 'The URL must be'],
  ['postgres://db/shop', 'The URL must be'],
  ['postgres://reader:hunter2@db', 'The URL must be'],
  ['postgres://reader:hunter2@db/shop/more', 'The URL must be'],
  ['postgres://reader:hunter2@db/shop#more', 'The URL must be'],
  ['postgres://reader:hunter2@db/shop%00', 'The URL must be'],
  ['postgres://reader:hunter2%zz@db/shop', 'needs the name or address of a host'],
  ['postgres://reader:hunter2@/shop', 'The URL must be'],
  ['postgres://reader:hunter2@%2Ftmp/shop', 'needs the name or address of a host'],
  ['postgres://reader:hunter2@a,b/shop', 'needs the name or address of a host'],
  ['socket://reader:hunter2@tmp/shop', 'The URL must be'],
  ['postgres://reader:hunter2@db/shop?host=/tmp', "the option 'host'; only application_name, connect_timeout, sslmode"],
  ['postgres://reader:hunter2@db/shop?port=1', "the option 'port'"],
  ['postgres://reader:hunter2@db/shop?user=postgres', "the option 'user'"],
  ['postgres://reader:hunter2@db/shop?sslcert=/etc/passwd', "the option 'sslcert'"],
  ['postgres://reader:hunter2@db/shop?sslkey=/etc/passwd', "the option 'sslkey'"],
  ['postgres://reader:hunter2@db/shop?sslrootcert=/etc/passwd', "the option 'sslrootcert'"],
  ['postgres://reader:hunter2@db/shop?options=-c%20default_transaction_read_only=off', "the option 'options'"],
  ['postgres://reader:hunter2@db/shop?client_encoding=latin1', "the option 'client_encoding'"],
  ['postgres://reader:hunter2@db/shop?sslmode=prefer', "'sslmode' of the URL must be one of disable, require"],
  ['postgres://reader:hunter2@db/shop?sslmode=no-verify', "'sslmode' of the URL must be one of"],
  ['postgres://reader:hunter2@db/shop?sslmode=require&sslmode=disable', "the option 'sslmode' twice"],
  ['postgres://reader:hunter2@db/shop?connect_timeout=0', 'must be seconds'],
  ['postgres://reader:hunter2@db/shop?application_name=', 'must be 1 to 63 plain characters'],
  ['postgres://reader:hunt?er2@db/shop', 'The URL must be'],
  ['postgres://reader@db/shop?hunter2%40=1', 'an option;'],
])('refuses the URL %s', (url, message) => {
  const said = problemsOf(() => read(url));
  expect(said).toContain(message);
  expect(said).not.toMatch(/hunt|passwd|tmp/);
});
