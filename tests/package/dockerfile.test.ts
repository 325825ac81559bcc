import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { knownVariables } from '../../packages/config/src/setting-names.ts';
import { instructionsOf, settingsAfter, type ImageSettings } from '../../scripts/package/image/read-dockerfile.ts';
import { ignoredBy } from '../../scripts/package/image/read-dockerignore.ts';
import { dockerignoreOf } from '../../scripts/package/make-archive.ts';
import { makeCertificate } from '../servers/make-certificate.ts';
import { instructionsOfImage, settingsOfImage } from './settings-of-image.ts';

const folder = resolve(import.meta.dirname, '../../scripts/package/archive');
const settings = settingsOfImage;
const lines = (name: string) => instructionsOfImage.filter((each) => each.name === name).map(({ text }) => text);

it('the image is made of a base with a version, and nothing that a registry or a network adds', () => {
  expect(lines('FROM')).toEqual([expect.stringMatching(/^debian:\d+\.\d+-slim$/)]);
  expect(lines('RUN').join('\n')).not.toMatch(/\b(?:apt|apt-get|curl|wget|npm|npx)\b/);
  expect(lines('ADD')).toEqual([]);
});

it('the image runs as a user without rights, whose data alone is a volume', () => {
  expect(settings.user).toMatch(/^[1-9]\d{4}:[1-9]\d{4}$/);
  expect(settings.volumes).toEqual([settings.environment['ORRERY_DATA']]);
  expect(lines('RUN').join('\n')).toContain(`-o orrery -g orrery ${settings.environment['ORRERY_DATA']}`);
  const written = ['ORRERY_DATA', 'XDG_CACHE_HOME'].map((name) => settings.environment[name]);
  for (const place of written) expect(place).toMatch(/^\/var\/lib\/orrery(?:\/|$)/);
});

it('the image has settings that exist, and passes signals on to the server', () => {
  const named = Object.keys(settings.environment).filter((name) => name.startsWith('ORRERY_'));
  expect(named.filter((name) => !knownVariables.includes(name))).toEqual([]);
  expect([settings.entrypoint, settings.command, settings.stopSignal]).toEqual([['orrery'], ['start'], 'SIGTERM']);
  expect(readFileSync(join(folder, 'orrery'), 'utf8')).toMatch(/\nexec [^\n]*"\$@"\n$/);
});

it('nothing that people keep beside the files of the archive comes into an image', () => {
  const programs = [
    'bin/node',
    'lib/node_modules/orrery/bin/orrery.js',
    'lib/node_modules/orrery/examples/shop/orrery.yml',
  ];
  const examples = [
    'examples/compose/.env.example',
    'examples/compose/one-node.yml',
    'examples/compose/trino/project/orrery.yml',
  ];
  const brought = [...programs, ...examples, 'docs/install.md', 'Dockerfile', 'LICENSE'];
  const isIgnored = ignoredBy(dockerignoreOf(brought));
  const folders = ['bin', 'lib', 'docs', 'examples', 'examples/compose', 'examples/compose/trino/project'];
  const copied = [...brought, ...folders, '.dockerignore', 'SHA256SUMS', 'bin/orrery'];
  expect(copied.filter((path) => isIgnored(path))).toEqual([]);
  const ofPeople = [
    ...[
      '.env',
      '.orrery/master.key',
      'backup',
      '.git/config',
      'project/orrery.yml',
      'bin/.env',
      'lib/node_modules/orrery/.orrery',
    ],
    ...['.env', 'project', 'project/orrery.yml', 'data/orrery.db', 'trino/project/.env'].map(
      (each) => `examples/compose/${each}`,
    ),
    ...['examples/compose/trino/project/.orrery/master.key', 'lib/node_modules/orrery/examples/shop/data/shop.duckdb'],
  ];
  expect(ofPeople.filter((path) => !isIgnored(path))).toEqual([]);
});

it('the health check runs what is in the image', () => {
  const [program, script = ''] = settings.healthCheck;
  expect(program).toBe('node');
  expect(existsSync(script.replace('/opt/orrery', folder))).toBe(true);
});

async function portOf(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port); // it listens on TCP
}

/** Runs the health check with the settings of an image. */
async function exitCodeOf(port: string, ...args: readonly string[]): Promise<number> {
  const environment = { ...settings.environment, ORRERY_PORT: port };
  const [, script = ''] = settings.healthCheck;
  const child = spawn(process.execPath, [script.replace('/opt/orrery', folder), ...args], { env: environment });
  const [code] = (await once(child, 'close')) as [number];
  return code;
}

it('the health check is well where the server is ready, by HTTP and HTTPS', async () => {
  let ready = 200;
  const answer: Parameters<typeof createServer>[1] = ({ url }, response) =>
    void response.writeHead(url === '/readyz' ? ready : 200).end();
  const plain = await portOf(createServer(answer));
  const own = mkdtempSync(join(tmpdir(), 'orrery-health-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const { key, certificate } = makeCertificate(own, 'localhost');
  const files = { key: readFileSync(key), cert: readFileSync(certificate) };
  const secure = await portOf(createSecureServer(files, answer));
  expect([await exitCodeOf(plain), await exitCodeOf(secure)]).toEqual([0, 0]);
  ready = 500;
  expect([await exitCodeOf(plain), await exitCodeOf(secure)]).toEqual([1, 1]);
  expect([await exitCodeOf(plain, 'livez'), await exitCodeOf(secure, 'livez')]).toEqual([0, 0]);
});

it('the health check fails where nothing listens', async () => {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((done) => server.close(done));
  expect(await exitCodeOf(port)).toBe(1);
});

it.each(['ADD a b', 'ENV A="b c"', 'CMD sh start', 'FROM b'])(
  'the reader refuses %s, which it does not know',
  (text) => {
    const read = instructionsOf(`FROM debian:12.12-slim\n${text}`);
    expect(() => read.reduce<ImageSettings | undefined>(settingsAfter, undefined)).toThrow();
  },
);
