import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOrrery } from '../packages/cli/src/command/run-orrery.ts';
import { rawGet, type ServerProcess, startProcess } from './attacks/server-process.ts';
import { type StorePlace, storeKinds, storePlace } from './servers/store-place.ts';

describe.each(storeKinds)('next to a running server with its metadata on %s', (kind) => {
  let directory: string;
  let place: StorePlace;
  let server: ServerProcess;
  let variables: Record<string, string>;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'orrery-operations-'));
    cpSync(join(import.meta.dirname, 'attacks/project'), join(directory, 'project'), { recursive: true });
    place = await storePlace(kind);
    variables = { ...place.environment };
    if (kind === 'sqlite') delete variables['ORRERY_SECRET_KEY'];
    server = await startProcess(['--project', 'project', '--dev'], { directory, environment: variables });
  });

  afterAll(async () => {
    await server.stop('SIGKILL');
    await place.remove();
    rmSync(directory, { recursive: true, force: true });
  });

  async function orrery(...args: string[]): Promise<string> {
    const { code, output, errors } = await runOrrery(args, { directory, environment: variables });
    if (code !== 0) throw new Error(errors);
    return output.trim();
  }

  const statusWith = async (token: string) =>
    (await rawGet(`${server.origin}/cubejs-api/v1/meta`, { authorization: token })).status;

  it('a backup is made, the master key replaced and the backup restored, and the server goes on', async () => {
    const before = await orrery('token');
    expect(await statusWith(before)).toBe(200);

    expect(await orrery('backup', 'first')).toContain('first holds');
    const newKey = 'the-new-master-key-of-the-tests-of-operations';
    if (kind === 'postgres') variables['ORRERY_NEW_SECRET_KEY'] = newKey;
    expect(await orrery('rotate-key')).toMatch(/1 secrets are sealed by the key k-\w+ now/);
    expect(await statusWith(before)).toBe(200);
    if (kind === 'postgres') {
      delete variables['ORRERY_NEW_SECRET_KEY'];
      variables['ORRERY_SECRET_KEY'] = newKey;
    }
    expect(await statusWith(await orrery('token'))).toBe(200);

    await orrery('backup', 'second');
    await orrery('secret', 'rotate');
    const later = await orrery('token');
    // A server with a configured key cannot open values that were sealed under another key.
    const opens = kind === 'sqlite' ? 200 : 401;
    await expect.poll(() => statusWith(later)).toBe(opens);
    expect(await statusWith(before)).toBe(200);

    await expect(orrery('restore', 'first')).rejects.toThrow(/sealed by the master key k-\w+/);
    await expect(orrery('restore', 'second')).rejects.toThrow('--replace');
    expect(await orrery('restore', 'second', '--replace')).toContain('The metadata store is as it was');
    await expect.poll(() => statusWith(later)).toBe(401);
    expect(await statusWith(before)).toBe(200);
    expect(await server.stop()).toBe(0);

    server = await startProcess(['--project', 'project', '--dev'], { directory, environment: variables });
    expect([await statusWith(before), await statusWith(later)]).toEqual([200, 401]);
  });
});
