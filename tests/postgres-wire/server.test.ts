import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from 'pg';
import { readSettings } from '../../packages/config/src/settings.ts';
import { compose } from '../../packages/server/src/composition/compose.ts';
import { readProject } from '../../packages/config/src/project.ts';
import { createLog } from '../../packages/cli/src/log/create-log.ts';
import { mintToken } from '../../packages/deployments/src/token/mint-token.ts';
import { atTheCommandLine as by } from '../../packages/kernel/src/caller/audit-actor.ts';
import { writeProject } from '../guarded-service.ts';
import { passwordCost } from '../cheap-passwords.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';
import { RawClient } from './raw-client.ts';

const run = promisify(execFile);

describe('a server in development mode', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await openSampleServer();
    const { metadata } = server.shop.served.composition;
    await metadata.accounts.takeFirstKey(metadata.accountId); // makes the first admin
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  const forAdmin = async () => {
    const { metadata } = server.shop.served.composition;
    const { accountId } = metadata;
    const user = await metadata.users.find(accountId, 'admin');
    const made = await metadata.changes.make({ accountId, by }, (change) =>
      metadata.apiKeys.create(change, { userId: user!.id, name: 'wire', deployments: 'all' }),
    );
    const revoke = () =>
      metadata.changes.changeRights({ accountId, by }, (change) => metadata.apiKeys.revoke(change, made.key.id));
    return { key: made.text, revoke };
  };

  it('takes an API key as password, until it is revoked', async () => {
    const { key, revoke } = await forAdmin();
    const client = await server.connect({ password: key });
    expect((await client.query('SELECT COUNT(*)::int AS c FROM orders')).rows).toEqual([{ c: 7 }]);
    await revoke();
    await expect(client.query('SELECT COUNT(*)::int AS c FROM orders')).rejects.toMatchObject({ code: '57P01' });
    await expect(server.connect({ password: key })).rejects.toMatchObject({ code: '28P01' });
  });

  it('ends a session at a statement that its key was revoked before, also in a transaction', async () => {
    const { key, revoke } = await forAdmin();
    const client = await server.connect({ password: key });
    await client.query('BEGIN; DECLARE c CURSOR FOR SELECT status FROM orders; FETCH 1 FROM c');
    await revoke();
    await expect(client.query('FETCH 1 FROM c')).rejects.toMatchObject({ code: '57P01' });
  });

  it('lets an admin act as another user, and nobody else', async () => {
    const { metadata } = server.shop.served.composition;
    const { accountId } = metadata;
    await metadata.changes.make({ accountId, by }, (change) =>
      metadata.users.create(change, { username: 'bob', role: 'viewer' } as never),
    );
    const bob = await metadata.users.find(accountId, 'bob');
    await metadata.changes.changeRights({ accountId, by }, (change) =>
      metadata.users.update(change, bob.id, { status: 'active' }),
    );
    const admin = await server.connect({ password: (await forAdmin()).key });
    await admin.query("SET ROLE 'bob'");
    expect((await admin.query('SHOW role')).rows).toEqual([{ setting: 'bob' }]);
    expect((await admin.query('SELECT COUNT(*)::int AS c FROM orders')).rows).toEqual([{ c: 7 }]);
    await admin.query('SET ROLE NONE');
    await expect(admin.query("SET ROLE 'nobody'")).rejects.toThrow("user 'cube' is not allowed to switch to 'nobody'");
    const other = await server.connect();
    await expect(other.query("SET ROLE 'bob'")).rejects.toThrow("user 'cube' is not allowed to switch to 'bob'");
  });

  it('cancels a statement that runs on the engine, and the session goes on', async () => {
    const client = await server.connect();
    const slow = client.query(
      'SELECT COUNT(*) FROM generate_series(1, 100000) a(x), generate_series(1, 100000) b(y) WHERE x * y % 7 = 3',
    );
    const other = await server.connect();
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    await vi.waitFor(() => expect(processID).toBeGreaterThan(0));
    const key = Buffer.alloc(8);
    key.writeInt32BE(processID, 0);
    key.writeInt32BE(secretKey, 4);
    let isOver = false;
    const failure = slow.catch((error: unknown) => error).finally(() => (isOver = true));
    while (!isOver) {
      const one = await RawClient.connect(server.port);
      one.send(Buffer.from([0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e]), key);
      await one.until('Z');
      await Promise.race([failure, new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    expect(await failure).toMatchObject({ code: '57014', message: 'canceling statement due to user request' });
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
    expect((await other.query('SELECT 2 AS a')).rows).toEqual([{ a: 2 }]);
  });
});

describe('a server in production', () => {
  const data = mkdtempSync(join(tmpdir(), 'orrery-wire-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('speaks over TLS only, and says so before it asks for a password', async () => {
    const directory = await writeProject({
      model: 'cubes: [{ name: orders, sql: "SELECT 1 AS id", measures: [{ name: count, type: count }] }]',
    });
    const environment = { ORRERY_LOG_LEVEL: 'silent', ORRERY_JOBS: '0' };
    const flags = { project: directory, data, 'tls-self-signed': true };
    const settings = readSettings({ flags, environment, directory });
    const { log } = createLog(settings.log);
    const project = readProject(directory, environment);
    const server = await compose({ settings, project, log, clock: Date, passwordCost });
    try {
      const port = await server.listenForSql(0);
      const deployment = server.deployments[0]!;
      const token = (await mintToken(
        { deployment, securityContext: {}, expiresInSeconds: 600, clock: Date },
        settings.tokens,
      ))!;
      const psql = (mode: string) =>
        run(
          'psql',
          [
            '-XAt',
            `host=127.0.0.1 port=${port} user=u dbname=1 sslmode=${mode}`,
            '-c',
            'SELECT MEASURE(count) FROM orders',
          ],
          {
            env: { ...process.env, PGPASSWORD: token },
          },
        ).then(
          ({ stdout }) => stdout.trim(),
          (error: { readonly stderr: string }) => error.stderr,
        );
      expect(await psql('require')).toBe('1');
      expect(await psql('disable')).toContain('this server takes passwords only over TLS');
      const client = new Client({
        host: '127.0.0.1',
        port,
        user: 'u',
        password: token,
        database: '1',
        ssl: { rejectUnauthorized: false },
      });
      client.on('error', () => undefined);
      await client.connect();
      expect((await client.query('SELECT MEASURE(count) AS c FROM orders')).rows).toEqual([{ c: '1' }]);
      const ended = new Promise((resolve) => client.once('end', resolve));
      await server.close();
      await ended;
    } finally {
      await server.close().catch(() => undefined);
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

it('a process without the port does not load its code', async () => {
  const text = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(join(import.meta.dirname, '../../packages/server/src/composition/compose-services.ts'))});
    console.log(JSON.stringify(loaded.filter((url) => /faces\\/postgres|runtime\\/src\\/wire\\/(?:wire-over|run-wire|read-wire)/.test(url))));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text]);
  expect(JSON.parse(stdout)).toEqual([]);
});
