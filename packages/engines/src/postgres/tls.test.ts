import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../../../tests/servers/make-certificate.ts';
import { ownPostgres } from '../../../../tests/servers/postgres.ts';
import { EngineCancelled } from '../engine.ts';
import { openEngine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { settingsOf, useDatabase } from './postgres-for-test.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { eventually } from '../../../../tests/eventually.ts';

const plain = useDatabase();
let folder: string;
let settings: PostgresSettings;
/** PEM of the server's own certificate, which is for `localhost`. */
let authorities: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-tls-'));
  const files = makeCertificate(folder, 'localhost');
  authorities = readFileSync(files.certificate, 'utf8');
  settings = { ...settingsOf((await ownPostgres([], files)).url), host: 'localhost' };
});

afterAll(() => rmSync(folder, { recursive: true }));

async function isEncrypted(changed: Partial<PostgresSettings>): Promise<unknown> {
  const engine = await openEngine('postgres', { ...settings, ...changed });
  try {
    const [row] = await rowsOf(engine, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return row?.[0];
  } finally {
    await engine.close();
  }
}

it('connects without TLS only when configured', async () => {
  expect(await isEncrypted({ tls: { mode: 'off' } })).toBe(false);
  expect(await isEncrypted({ tls: { mode: 'encrypted' } })).toBe(true);
});

it.each(['trusted', 'verified'] as const)('accepts a server with a trusted certificate, %s', async (mode) => {
  expect(await isEncrypted({ tls: { mode, authorities } })).toBe(true);
});

it.each(['trusted', 'verified'] as const)('refuses a server without a trusted certificate, %s', async (mode) => {
  const other = readFileSync(makeCertificate(folder, 'elsewhere').certificate, 'utf8');
  for (const tls of [{ mode }, { mode, authorities: other }]) {
    await expect(isEncrypted({ tls })).rejects.toMatchObject({ errorClass: 'connection' });
  }
});

it('refuses a certificate of another host, unless the authority alone is sufficient', async () => {
  const host = '127.0.0.1';
  expect(await isEncrypted({ host, tls: { mode: 'trusted', authorities } })).toBe(true);
  await expect(isEncrypted({ host, tls: { mode: 'verified', authorities } })).rejects.toMatchObject({
    errorClass: 'connection',
  });
});

it('does not fall back to plain text when the server has no TLS', async () => {
  const { port, password, database } = plain.settings;
  const asked = isEncrypted({ port, password, database, tls: { mode: 'encrypted' } });
  await expect(asked).rejects.toMatchObject({ errorClass: 'connection' });
});

it('cancels over TLS', async () => {
  const engine = await openEngine('postgres', { ...settings, tls: { mode: 'verified', authorities } });
  try {
    const caller = new AbortController();
    const running = engine.run({ text: 'SELECT pg_sleep(600)', params: [] }, caller.signal);
    const count = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)' AND pid <> pg_backend_pid()";
    await eventually(async () => expect(await rowsOf(engine, `${count} AND state = 'active'`)).toEqual([['1']]));
    caller.abort();
    await expect(running).rejects.toBeInstanceOf(EngineCancelled);
    expect(await rowsOf(engine, `${count} AND state = 'active'`)).toEqual([['0']]);
  } finally {
    await engine.close();
  }
});
