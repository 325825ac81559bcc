import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { openEngine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { pageOf, pagePath, pageText, scriptedServer } from './scripted-server-for-test.ts';
import { settingsOn } from './trino-for-test.ts';
import type { TrinoSettings } from './trino-settings.ts';

let folder: string;
/** Its certificate is for `localhost`, and its own authority. */
let server: { readonly key: string; readonly certificate: string };
let client: { readonly key: string; readonly certificate: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-tls-'));
  const read = (host: string) => {
    const { key, certificate } = makeCertificate(folder, host);
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  };
  server = read('localhost');
  client = read('client');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Asks a server with TLS. @returns what it was told about the client by each request */
async function told(changed: Partial<TrinoSettings>): Promise<readonly unknown[]> {
  const seen: unknown[] = [];
  const { port } = await scriptedServer(
    (request, response) => {
      const socket = request.socket as TLSSocket; // of a server with TLS
      seen.push(request.headers.authorization ?? socket.getPeerCertificate().subject?.CN);
      const next = pageOf(request) === 0 ? `https://${request.headers.host}${pagePath(1)}` : undefined;
      response.end(pageText([1], next));
    },
    createServer({ key: server.key, cert: server.certificate, requestCert: true, rejectUnauthorized: false }),
  );
  const engine = await openEngine('trino', { ...settingsOn(port), host: 'localhost', ...changed });
  try {
    expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1'], ['1']]);
    return seen;
  } finally {
    await engine.close();
  }
}

it.each(['encrypted', 'trusted', 'verified'] as const)('sends credentials over TLS, %s', async (mode) => {
  const authorities = mode === 'encrypted' ? {} : { authorities: server.certificate };
  const tls = { mode, ...authorities };
  const basic = `Basic ${Buffer.from('reader:p:ä').toString('base64')}`;
  expect(await told({ tls, login: { kind: 'password', password: 'p:ä' } })).toEqual([basic, basic]);
  expect(await told({ tls, login: { kind: 'token', token: 'a.b.c' } })).toEqual(['Bearer a.b.c', 'Bearer a.b.c']);
  expect(await told({ tls, login: { kind: 'certificate', ...client } })).toEqual(['client', 'client']);
});

it('refuses a server without a trusted certificate, or with one of another host', async () => {
  const refused = { errorClass: 'connection' };
  for (const mode of ['trusted', 'verified'] as const) {
    await expect(told({ tls: { mode } })).rejects.toMatchObject(refused);
    await expect(told({ tls: { mode, authorities: client.certificate } })).rejects.toMatchObject(refused);
  }
  const tls = { mode: 'verified', authorities: server.certificate } as const;
  await expect(told({ host: '127.0.0.1', tls })).rejects.toMatchObject(refused);
  await expect(told({ host: '127.0.0.1', tls: { ...tls, mode: 'trusted' } })).resolves.toHaveLength(2);
});

it('speaks no plain text to a server with TLS, and no TLS to one without', async () => {
  await expect(told({ tls: { mode: 'off' } })).rejects.toMatchObject({ errorClass: 'connection' });
  const plain = await scriptedServer((_, response) => response.end(pageText([1])));
  const engine = await openEngine('trino', { ...settingsOn(plain.port), tls: { mode: 'encrypted' } });
  await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({ errorClass: 'connection' });
  expect(plain.asked).toEqual([]);
  await engine.close();
});

it('refuses credentials without TLS', async () => {
  const settings = { ...settingsOn(1), login: { kind: 'password', password: 'secret' } } as const;
  await expect(openEngine('trino', settings)).rejects.toThrow('only sent over TLS');
});

it('connects to no address that the rule does not allow', async () => {
  const plain = await scriptedServer((_, response) => response.end(pageText([1])));
  for (const host of ['127.0.0.1', 'localhost']) {
    const engine = await openEngine('trino', { ...settingsOn(plain.port), host, network: { allowed: [] } });
    await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({
      errorClass: 'connection',
      cause: { cause: { name: 'AddressRefused' } },
    });
    await engine.close();
  }
  expect(plain.asked).toEqual([]);
});
