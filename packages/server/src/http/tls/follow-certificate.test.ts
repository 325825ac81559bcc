import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createServer, serveWith } from '../server/create-server.ts';
import { certificateFiles } from './certificate-files.ts';
import type { CertificateSource, TlsMaterial } from './certificate-source.ts';
import { followCertificate } from './follow-certificate.ts';
import { selfSigned } from './self-signed.ts';
import { eventually } from '../../../../../tests/eventually.ts';

async function made(name: string): Promise<TlsMaterial> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  return { cert, key };
}

const [first, second, third] = [await made('first'), await made('second'), await made('third')];

let directory: string;
const place = (name: string) => join(directory, name);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'orrery-certificate-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** Serves from a source that is read every few milliseconds. */
async function serve(source: CertificateSource) {
  const lines: Line[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const serving = await source.read();
  const server = createServer((_request, response) => void response.end('up'), serving);
  const end = followCertificate({
    source: { ...source, everyMs: 2 },
    settleMs: 2,
    serving,
    use: (material) => serveWith(server, material),
    log,
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    end();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { port, errors: () => lines.filter(({ level }) => level >= 50).length };
}

/** The name in the certificate that a new connection gets. */
async function nameAt(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

const untilServed = (port: number, name: string) => eventually(async () => expect(await nameAt(port)).toBe(name));

/** Writes next to the file and renames, as careful programs do. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function files(): CertificateSource {
  writeFileSync(place('cert.pem'), first.cert);
  writeFileSync(place('key.pem'), first.key);
  return certificateFiles(place('cert.pem'), place('key.pem'));
}

describe('a replaced certificate file serves new connections', () => {
  it.each<[string, (file: string, text: string) => void]>([
    ['by rename', replace],
    ['in place', writeFileSync],
  ])('%s, with certificate or key first', async (_, put) => {
    const server = await serve(files());
    expect(await nameAt(server.port)).toBe('first');
    put(place('cert.pem'), second.cert);
    put(place('key.pem'), second.key);
    await untilServed(server.port, 'second');
    put(place('key.pem'), third.key);
    put(place('cert.pem'), third.cert);
    await untilServed(server.port, 'third');
  });

  it('behind symbolic links, as certbot uses them', async () => {
    for (const [index, { cert, key }] of [first, second].entries()) {
      mkdirSync(place('archive'), { recursive: true });
      writeFileSync(place(`archive/cert${index}.pem`), cert);
      writeFileSync(place(`archive/key${index}.pem`), key);
    }
    mkdirSync(place('live'));
    const link = (name: string, index: number) => {
      rmSync(place(`live/${name}.pem`), { force: true });
      symlinkSync(`../archive/${name}${index}.pem`, place(`live/${name}.pem`));
    };
    link('cert', 0);
    link('key', 0);
    const server = await serve(certificateFiles(place('live/cert.pem'), place('live/key.pem')));
    link('key', 1);
    link('cert', 1);
    await untilServed(server.port, 'second');
  });

  it('behind a link to their folder, as mounted secrets use it', async () => {
    for (const [name, { cert, key }] of Object.entries({ one: first, two: second })) {
      mkdirSync(place(name));
      writeFileSync(place(`${name}/tls.crt`), cert);
      writeFileSync(place(`${name}/tls.key`), key);
    }
    symlinkSync('one', place('data'));
    const server = await serve(certificateFiles(place('data/tls.crt'), place('data/tls.key')));
    symlinkSync('two', place('data.new'));
    renameSync(place('data.new'), place('data'));
    await untilServed(server.port, 'second');
  });
});

describe('the previous certificate stays, and one log line says so, when the new one', () => {
  it.each<[string, () => void]>([
    ['does not fit the key', () => replace(place('cert.pem'), second.cert)],
    ['is no certificate', () => replace(place('cert.pem'), 'nonsense')],
    ['is empty', () => replace(place('cert.pem'), '')],
    ['is cut off', () => replace(place('cert.pem'), second.cert.slice(0, 200))],
    ['is not there', () => rmSync(place('cert.pem'))],
    ['has an empty key', () => replace(place('key.pem'), '')],
    ['has no key', () => rmSync(place('key.pem'))],
  ])('%s', async (_, spoil) => {
    let looks = 0;
    const source = files();
    const server = await serve({ ...source, read: () => (looks++, source.read()) });
    spoil();
    await eventually(() => expect(server.errors()).toBe(1));
    const before = looks;
    await eventually(() => expect(looks).toBeGreaterThan(before + 10));
    expect([server.errors(), await nameAt(server.port)]).toEqual([1, 'first']);
    writeFileSync(place('cert.pem'), third.cert);
    writeFileSync(place('key.pem'), third.key);
    await untilServed(server.port, 'third');
  });
});

it('an open connection keeps its certificate', async () => {
  const server = await serve(files());
  const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  replace(place('cert.pem'), second.cert);
  replace(place('key.pem'), second.key);
  await untilServed(server.port, 'second');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  let answered = '';
  for await (const piece of socket) answered += String(piece);
  expect(answered).toMatch(/^HTTP\/1.1 200 [\s\S]*up/);
});

describe('a generated certificate', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  let now = Date.now();
  const source = () => selfSigned({ dataDirectory: directory, host: 'localhost', clock: { now: () => now } });

  it('is made again while it serves, a week before it expires', async () => {
    const { cert } = await source().read();
    now += 357 * dayMs;
    expect((await source().read()).cert).toBe(cert);
    now += 2 * dayMs;
    const renewed = await source().read();
    expect(renewed.cert).not.toBe(cert);
    expect(await source().read()).toEqual(renewed);
  });

  it('is made again when a crash left half of it', async () => {
    const { cert } = await source().read();
    const { key } = await made('localhost');
    for (const broken of [{ key }, { cert: cert.slice(0, 100) }, { key: '' }]) {
      const { cert: before } = await source().read();
      if (broken.key !== undefined) writeFileSync(place('self-signed.key'), broken.key);
      if (broken.cert !== undefined) writeFileSync(place('self-signed.crt'), broken.cert);
      expect((await source().read()).cert).not.toBe(before);
    }
  });
});
