import { expect, it } from 'vitest';
import type { DataSourceSettings } from '../data-sources.ts';
import { emptyProject, problemsOf, readSource } from './source-for-test.ts';

function read(url: string, lines = ''): DataSourceSettings | undefined {
  return readSource(emptyProject(), `type: clickhouse\nurl: \${EVENTS_URL}\n${lines}`, { EVENTS_URL: url });
}

it('takes a server from the URL of a variable', () => {
  expect(read('clickhouse://reader:p%40ss@ch.example/events?application_name=bi')).toEqual({
    type: 'clickhouse',
    host: 'ch.example',
    port: 8443,
    database: 'events',
    user: 'reader',
    password: 'p@ss',
    tls: { mode: 'verified' },
    applicationName: 'bi',
    connectTimeoutMs: 10_000,
  });
});

it('encrypts as configured', () => {
  expect(read('clickhouse://default@localhost:8123/default')).toMatchObject({ port: 8123, tls: { mode: 'off' } });
  expect(read('clickhouse://default@ch:8123/default', 'ssl: { mode: disable }')).toMatchObject({
    tls: { mode: 'off' },
  });
});

it.each([
  [9000, 'clickhouse://default@ch:9000/default'],
  [9440, 'clickhouse://default@ch:9440/default'],
])('names the ports of HTTP instead of that of the native protocol, %i', (port, url) => {
  expect(problemsOf(() => read(url))).toContain(
    `On port ${port} ClickHouse speaks its native protocol: name the port of HTTP, 8123, or 8443 with TLS.`,
  );
});

it('refuses a host that no URL of HTTP can have', () => {
  expect(problemsOf(() => read('clickhouse://default@1.2.3.4.5/default'))).toContain(
    'The URL needs the name or address',
  );
});

it('refuses a user that the server would read otherwise', () => {
  expect(problemsOf(() => read('clickhouse://a%3Ab:c@ch/default'))).toContain("The user has no ':'");
});

it.each(['clickhouse://ch/default', 'http://default@ch/default', 'clickhouse://default@ch'])('refuses %s', (url) => {
  expect(problemsOf(() => read(url))).toContain('The URL must be clickhouse://user:password@host:port/database.');
});
