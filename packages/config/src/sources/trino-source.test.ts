import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { DataSourceSettings } from '../data-sources.ts';
import { readProject } from '../project.ts';
import { emptyProject, problemsOf, readSource } from './source-for-test.ts';

let directory: string;
beforeEach(() => {
  directory = emptyProject();
});

function read(url: string, lines = '', environment = {}): DataSourceSettings | undefined {
  return readSource(directory, `type: trino\nurl: \${LAKE_URL}\n${lines}`, { LAKE_URL: url, ...environment });
}

it('takes a cluster from the URL of a variable', () => {
  expect(read('trino://reader:p%40ss@trino.example:8443/lake?application_name=bi&connect_timeout=3')).toEqual({
    type: 'trino',
    host: 'trino.example',
    port: 8443,
    catalog: 'lake',
    user: 'reader',
    login: { kind: 'password', password: 'p@ss' },
    roles: [],
    clientTags: [],
    tls: { mode: 'verified' },
    applicationName: 'bi',
    connectTimeoutMs: 3000,
  });
});

it('takes names, roles and tags', () => {
  const lines =
    'schema: sales\nsession_user: analyst\nroles: { system: reader, lake: sales }\nclient_tags: [bi, small]';
  expect(read('trino://reader@localhost/lake', lines)).toMatchObject({
    port: 443,
    tls: { mode: 'off' },
    login: { kind: 'none' },
    schema: 'sales',
    sessionUser: 'analyst',
    roles: [
      { catalog: 'system', role: 'reader' },
      { catalog: 'lake', role: 'sales' },
    ],
    clientTags: ['bi', 'small'],
  });
});

it('takes a token, or a certificate with its key', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n';
  const key = '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n';
  writeFileSync(join(directory, 'client.pem'), pem);
  expect(read('trino://reader@trino/lake', 'token: ${TOKEN}', { TOKEN: 'a.b.c' })).toMatchObject({
    login: { kind: 'token', token: 'a.b.c' },
  });
  expect(read('trino://reader@trino/lake', 'certificate: client.pem\nkey: ${KEY}', { KEY: key })).toMatchObject({
    login: { kind: 'certificate', certificate: pem, key },
  });
});

it.each([
  ['mysql://reader:hunter2@trino/lake', '', 'The URL must be trino://user:password@host:port/catalog.'],
  ['trino://reader:hunter2@trino', '', 'The URL must be'],
  ['trino://reader:hunter2@trino/lake/sales', '', 'The URL must be'],
  ['trino://reader:hunter2@trino/lake?SSLVerification=NONE', '', "the option 'SSLVerification'; only application_name"],
  ['trino://reader:hunter2@trino/lake?sessionProperties=x', '', "the option 'sessionProperties'"],
  ['trino://reader:hunter2@localhost/lake', '', 'are only sent over TLS'],
  ['trino://reader:hunter2@trino/lake', 'ssl: { mode: disable }', 'are only sent over TLS'],
  ['trino://reader@localhost/lake', 'token: ${SECRET}', 'are only sent over TLS'],
  ['trino://reader:hunter2@trino/lake', 'token: ${SECRET}', 'and not several'],
  ['trino://reader@trino/lake', 'token: hunter2', "'token' may hold a secret and must come from a variable"],
  ['trino://reader@trino/lake', 'token: ${SPACED}', 'The token is not one of plain characters'],
  ['trino://reader@trino/lake', 'key: ${SECRET}', 'holds no private key'],
  ['trino://reader@trino/lake', 'certificate: none.pem', "'none.pem' cannot be read"],
  ['trino://reader@trino/lake', 'certificate: orrery.yml', 'holds no certificate'],
  ['trino://reader@trino/lake', 'key: ${SECRET}', 'belong together'],
  ['trino://reader@trino/l%C3%A4ke', '', 'The user and the catalog of the URL are plain characters'],
  ['trino://rea%0Ader@trino/lake', '', 'The user and the catalog of the URL are plain characters'],
  ['trino://rea%3Ader:hunter2@trino/lake', '', "A user with a password has no ':'"],
  ['trino://reader@trino/lake', 'schema: "a\\r\\nX-Trino-User: admin"', "'schema' is not a name of plain characters"],
  ['trino://reader@trino/lake', 'roles: { lake: "a},system=ROLE{admin" }', "'lake' is not a name of plain characters"],
  ['trino://reader@trino/lake', 'roles: { "a,system": admin }', "'a,system' is not the name of a catalog"],
  ['trino://reader@trino/lake', 'client_tags: ["a,b"]', 'plain characters without a comma'],
])('refuses %s %s', (url, lines, message) => {
  const said = problemsOf(() => read(url, lines, { SECRET: 'hunter2', SPACED: 'hunter2 hunter3' }));
  expect(said).toContain(message);
  expect(said).not.toMatch(/hunter\d/);
});

it('knows that Trino is not Presto', () => {
  writeFileSync(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: presto\n    url: ${LAKE_URL}\n');
  expect(problemsOf(() => readProject(directory, { LAKE_URL: 'trino://reader@trino/lake' }))).toContain('not Presto');
});

it('refuses a host that no URL of HTTP can have', () => {
  expect(problemsOf(() => read('trino://reader@1.2.3.4.5/lake'))).toContain('The URL needs the name or address');
});
