import { beforeEach, expect, it } from 'vitest';
import type { DataSourceSettings } from '../data-sources.ts';
import { emptyProject, problemsOf, readSource } from './source-for-test.ts';

let directory: string;
beforeEach(() => {
  directory = emptyProject();
});

function read(url: string, lines = ''): DataSourceSettings | undefined {
  return readLines(`type: mysql\nurl: \${SHOP_URL}\n${lines}`, { SHOP_URL: url });
}

function readLines(text: string, environment = {}): DataSourceSettings | undefined {
  return readSource(directory, text, environment);
}

it.each(['mysql', 'mariadb'])('takes a server from the %s URL of a variable', (scheme) => {
  expect(read(`${scheme}://reader:p%40ss%2Fword@db.example:6306/my%20shop?application_name=bi`)).toEqual({
    type: 'mysql',
    host: 'db.example',
    port: 6306,
    database: 'my shop',
    user: 'reader',
    password: 'p@ss/word',
    tls: { mode: 'verified' },
    applicationName: 'bi',
    connectTimeoutMs: 10_000,
  });
});

it.each([
  ['mysql://reader@localhost/shop', '', { port: 3306, tls: { mode: 'off' } }],
  ['mysql://reader@127.0.0.1/shop', '', { tls: { mode: 'off' } }],
  ['mysql://reader@10.0.0.1/shop?sslmode=verify-ca', '', { tls: { mode: 'trusted' } }],
  ['mysql://reader@10.0.0.1/shop', 'ssl: { mode: require }', { tls: { mode: 'encrypted' } }],
  ['mysql://reader@db/shop?connect_timeout=3', '', { connectTimeoutMs: 3000 }],
])('encrypts as configured, and trusts only configured authorities: %s %s', (url, lines, settings) => {
  expect(read(url, lines)).toMatchObject(settings);
});

it('verifies the host name even when the URL has an IP address', () => {
  const said = problemsOf(() => read('mysql://reader:hunter2@10.0.0.1/shop'));
  expect(said).toContain('write the name, or let verify-ca be enough');
  expect(said).not.toContain('hunter2');
});

it('says which type a server is of', () => {
  expect(problemsOf(() => readLines('type: mariadb\nurl: ${SHOP_URL}'))).toContain('MariaDB is of the type mysql.');
});

/**
 * Options that drivers read from a URL, and texts that break out of one. No attempt may connect, and no message may
 * repeat the text.
 */
it.each([
  ['postgres://reader:hunter2@db/shop', 'The URL must be mysql://user:password@host:port/database.'],
  ['mysql://reader:hunter2@db', 'The URL must be'],
  ['mysql://reader:hunter2@%2Ftmp%2Fmysql.sock/shop', 'needs the name or address of a host'],
  ['mysql://reader:hunter2@a,b/shop', 'needs the name or address of a host'],
  ['mysql://reader:hunter2@db/shop?socketPath=/tmp/mysql.sock', "the option 'socketPath'; only application_name"],
  ['mysql://reader:hunter2@db/shop?allowLoadLocalInfile=true', "the option 'allowLoadLocalInfile'"],
  ['mysql://reader:hunter2@db/shop?flags=LOCAL_FILES', "the option 'flags'"],
  ['mysql://reader:hunter2@db/shop?multipleStatements=true', "the option 'multipleStatements'"],
  ['mysql://reader:hunter2@db/shop?infileStreamFactory=x', "the option 'infileStreamFactory'"],
  ['mysql://reader:hunter2@db/shop?enableCleartextPlugin=true', "the option 'enableCleartextPlugin'"],
  ['mysql://reader:hunter2@db/shop?authPlugins=x', "the option 'authPlugins'"],
  ['mysql://reader:hunter2@db/shop?ssl={"rejectUnauthorized":false}', "the option 'ssl'"],
  ['mysql://reader:hunter2@db/shop?debug=true', "the option 'debug'"],
  ['mysql://reader:hunter2@db/shop?typeCast=false', "the option 'typeCast'"],
  ['mysql://reader:hunter2@db/shop?sslmode=PREFERRED', "'sslmode' of the URL must be one of disable, require"],
])('refuses the URL %s', (url, message) => {
  const said = problemsOf(() => read(url));
  expect(said).toContain(message);
  expect(said).not.toMatch(/hunt|tmp|rejectUnauthorized/);
});

it('refuses a secret in the file', () => {
  const said = problemsOf(() => readLines('type: mysql\nurl: mysql://reader:hunter2@db/shop'));
  expect(said).toContain("'url' may hold a secret and must come from a variable: url: ${NAME}.");
  expect(said).not.toContain('hunter2');
});
