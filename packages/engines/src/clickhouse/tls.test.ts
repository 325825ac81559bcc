import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest, settingsOn } from './clickhouse-for-test.ts';
import type { ClickhouseSettings } from './clickhouse-settings.ts';
import { rowBytes, scriptedServer } from './scripted-server-for-test.ts';

let folder: string;
/** Its certificate is for `localhost`, and its own authority. */
let server: { readonly key: string; readonly certificate: string };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-tls-'));
  const { key, certificate } = makeCertificate(folder, 'localhost');
  server = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
});

afterAll(() => rmSync(folder, { recursive: true }));

const one = rowBytes('UInt8', [[1]]);

/** Sends a statement to a server with TLS. @returns the credentials that it got */
async function sentTo(changed: Partial<ClickhouseSettings>): Promise<string | undefined> {
  const { port, asked } = await scriptedServer(
    (response) => response.end(one),
    createServer({ key: server.key, cert: server.certificate }),
  );
  const engine = await openForTest({ ...settingsOn(port), host: 'localhost', password: 'p:ä', ...changed });
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  return asked[0]?.headers.authorization;
}

const refused = { errorClass: 'connection' };

it.each(['encrypted', 'trusted', 'verified'] as const)('sends credentials over TLS, %s', async (mode) => {
  const authorities = mode === 'encrypted' ? {} : { authorities: server.certificate };
  const basic = `Basic ${Buffer.from('default:p:ä').toString('base64')}`;
  expect(await sentTo({ tls: { mode, ...authorities } })).toBe(basic);
});

it('refuses a server without a trusted certificate, or with one of another host', async () => {
  for (const mode of ['trusted', 'verified'] as const)
    await expect(sentTo({ tls: { mode } })).rejects.toMatchObject(refused);
  const tls = { mode: 'verified', authorities: server.certificate } as const;
  await expect(sentTo({ host: '127.0.0.1', tls })).rejects.toMatchObject(refused);
  await expect(sentTo({ host: '127.0.0.1', tls: { ...tls, mode: 'trusted' } })).resolves.toBeDefined();
});

it('speaks no plain text to a server with TLS, and no TLS to one without', async () => {
  await expect(sentTo({ tls: { mode: 'off' } })).rejects.toMatchObject(refused);
  const plain = await scriptedServer((response) => response.end(one));
  const engine = await openForTest({ ...settingsOn(plain.port), tls: { mode: 'encrypted' } });
  await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject(refused);
  expect(plain.asked).toEqual([]);
});

it('connects to no address that the rule does not allow', async () => {
  const plain = await scriptedServer((response) => response.end(one));
  for (const host of ['127.0.0.1', 'localhost']) {
    const engine = await openForTest({ ...settingsOn(plain.port), host, network: { allowed: [] } });
    await expect(rowsOf(engine, 'SELECT 1')).rejects.toMatchObject({
      ...refused,
      cause: { cause: { name: 'AddressRefused' } },
    });
  }
  expect(plain.asked).toEqual([]);
});
