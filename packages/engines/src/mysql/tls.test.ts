import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { ownMariadb } from '../../../../tests/servers/mariadb.ts';
import { openEngine } from '../index.ts';
import { serverSettings } from '../../../../tests/servers/server-settings.ts';
import type { MysqlSettings } from './mysql-settings.ts';

let folder: string;
let settings: MysqlSettings;
let authority: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-tls-'));
  chmodSync(folder, 0o755); // the server runs as a user of its own
  const { key, certificate } = makeCertificate(folder, 'localhost');
  authority = readFileSync(certificate, 'utf8');
  settings = serverSettings((await ownMariadb([`ssl-key=${key}`, `ssl-cert=${certificate}`])).url);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function cipher(changed: Partial<MysqlSettings>): Promise<unknown> {
  const engine = await openEngine('mysql', { ...settings, host: 'localhost', ...changed });
  try {
    const text = "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'SSL_CIPHER'";
    const { batches } = await engine.run({ text, params: [] }, new AbortController().signal);
    let value: unknown;
    for await (const { columns } of batches) value = columns[0]?.[0];
    return value;
  } finally {
    await engine.close();
  }
}

it('connects without TLS only when configured', async () => {
  expect(await cipher({ tls: { mode: 'off' } })).toBe('');
});

it.each(['encrypted', 'trusted', 'verified'] as const)('encrypts, %s', async (mode) => {
  const authorities = mode === 'encrypted' ? {} : { authorities: authority };
  expect(await cipher({ tls: { mode, ...authorities } })).toMatch(/^TLS_/);
});

it.each(['trusted', 'verified'] as const)('refuses a server without a trusted certificate, %s', async (mode) => {
  await expect(cipher({ tls: { mode } })).rejects.toMatchObject({ errorClass: 'connection' });
  const { certificate } = makeCertificate(folder, 'elsewhere');
  const authorities = readFileSync(certificate, 'utf8');
  await expect(cipher({ tls: { mode, authorities } })).rejects.toMatchObject({ errorClass: 'connection' });
});

it('distinguishes servers with certificates of the same authority by name', async () => {
  const named = { host: '127.0.0.1', tls: { mode: 'trusted', authorities: authority } } as const;
  expect(await cipher(named)).toMatch(/^TLS_/);
  const { key, certificate } = makeCertificate(folder, 'other');
  const authorities = readFileSync(certificate, 'utf8');
  const other = serverSettings((await ownMariadb([`ssl-key=${key}`, `ssl-cert=${certificate}`])).url);
  const there = { port: other.port, password: other.password };
  expect(await cipher({ ...there, tls: { mode: 'trusted', authorities } })).toMatch(/^TLS_/);
  const verified = cipher({ ...there, tls: { mode: 'verified', authorities } });
  await expect(verified).rejects.toMatchObject({ errorClass: 'connection' });
});

it('does not fall back to plain text when the server has no TLS', async () => {
  const plain = serverSettings((await ownMariadb(['skip-ssl'])).url);
  const reported = cipher({ port: plain.port, password: plain.password, tls: { mode: 'encrypted' } });
  await expect(reported).rejects.toMatchObject({ errorClass: 'connection' });
});
