import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runOrrery } from '../../packages/cli/src/command/run-orrery.ts';
import { type StorePlace, storeKinds, storePlace } from '../servers/store-place.ts';
import { rawGet, type ServerProcess, startProcess } from './server-process.ts';
import { eventually } from '../eventually.ts';

vi.setConfig({ testTimeout: 60_000 }); // uses several processes for each test

describe.each(storeKinds)('with its metadata on %s', (kind) => {
  let place: StorePlace;

  beforeEach(async () => {
    place = await storePlace(kind);
    cpSync(join(import.meta.dirname, 'project'), join(place.settings.dataDirectory, 'project'), { recursive: true });
  });

  afterEach(() => place.remove());

  async function start(...flags: readonly string[]): Promise<ServerProcess> {
    const { environment, settings } = place;
    const server = await startProcess(['--project', 'project', '--dev', ...flags], {
      directory: settings.dataDirectory,
      environment,
    });
    onTestFinished(async () => void (await server.stop('SIGKILL')));
    return server;
  }

  const orrery = async (...args: string[]) => {
    const { environment, settings } = place;
    const run = await runOrrery(args, { directory: settings.dataDirectory, environment });
    expect([run.code, run.code === 0 ? '' : run.errors]).toEqual([0, '']);
    return run.output.trim();
  };

  const keysIn = ({ output }: ServerProcess) => output().printed.match(/\bsk-[\w-]+/g) ?? [];

  const statusWith = async (server: ServerProcess, key: string) =>
    (await rawGet(`${server.origin}/api/v1/users/me`, { authorization: `Bearer ${key}` })).status;

  const metaWith = async (server: ServerProcess, token: string) =>
    (await rawGet(`${server.origin}/cubejs-api/v1/meta`, { authorization: token })).status;

  it('the very first start prints an admin key, and only it', async () => {
    const starts = kind === 'postgres' ? [start(), start(), start()] : [start()];
    const servers = await Promise.all(starts);
    const keys = servers.flatMap(keysIn);
    expect(keys).toHaveLength(1);
    for (const server of servers) {
      expect(await statusWith(server, keys[0] ?? '')).toBe(200);
      expect(server.output().logged).not.toContain(keys[0]);
      expect(await server.stop()).toBe(0);
    }
    expect(keysIn(await start())).toEqual([]);
    const [admin, ...others] = (await orrery('user', 'list')).split('\n').slice(2);
    expect([admin, others]).toEqual([expect.stringMatching(/admin .* admin .* active/), []]);
  });

  it('a key revoked by another process is refused soon, and no other key is', async () => {
    const server = await start();
    const [first = ''] = keysIn(server);
    const second = await orrery('key', 'create', '--name', 'second');
    for (const key of [first, second]) expect(await statusWith(server, key)).toBe(200);
    await orrery('key', 'revoke', '1');
    await eventually(async () => expect(await statusWith(server, first)).toBe(401));
    expect(await statusWith(server, second)).toBe(200);
  });

  it('keys of a user deactivated by another process are refused soon', async () => {
    const server = await start();
    await orrery('user', 'create', '--username', 'bob', '--role', 'admin');
    const key = await orrery('key', 'create', '--name', 'of bob', '--user', 'bob');
    expect(await statusWith(server, key)).toBe(200);
    await orrery('user', 'update', 'bob', '--status', 'deactivated');
    await eventually(async () => expect(await statusWith(server, key)).toBe(401));
    await orrery('user', 'update', 'bob', '--status', 'active');
    await eventually(async () => expect(await statusWith(server, key)).toBe(200));
  });

  it('tokens of a secret removed by another process are refused soon', async () => {
    const server = await start();
    const before = await orrery('token');
    expect(await metaWith(server, before)).toBe(200);
    const secret = await orrery('secret', 'rotate');
    const after = await orrery('token');
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(secret));
    await eventually(async () => expect(await metaWith(server, after)).toBe(200));
    for (const token of [before, signed]) expect(await metaWith(server, token)).toBe(200);
    await orrery('secret', 'remove', '1');
    await eventually(async () => expect(await metaWith(server, before)).toBe(401));
    for (const token of [after, signed]) expect(await metaWith(server, token)).toBe(200);
  });

  it('a server without the right to migrate does not start on an outdated store', async () => {
    const { environment, settings } = place;
    const run = await runOrrery(['start', '--project', 'project', '--dev', '--no-migrate'], {
      directory: settings.dataDirectory,
      environment,
    });
    expect([run.code, run.errors]).toEqual([
      1,
      expect.stringMatching(/^The metadata store is behind this version \(0001-.*\): run orrery migrate/),
    ]);
    await orrery('migrate');
    expect(keysIn(await start('--no-migrate'))).toHaveLength(1);
  });
});
