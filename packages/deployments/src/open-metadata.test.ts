import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMetadata, serveMetadata } from './open-metadata.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'orrery-data-'));
});

afterEach(() => rmSync(root, { recursive: true }));

const clock = { now: () => 1_770_000_000_000 };

async function open(settings: { readonly masterKey?: string; readonly account?: string } = {}) {
  const metadata = await openMetadata(
    { dataDirectory: join(root, 'data'), account: 'default', mayMigrate: true, ...settings },
    clock,
  );
  return metadata.deployments.list(metadata.accountId).finally(() => metadata.close());
}

describe('the data folder', () => {
  it('gets a deployment with a long random secret on the first start, and keeps it', async () => {
    const [first] = await open();
    expect(first).toMatchObject({ id: 1, accountId: 1, name: 'default', createdAt: clock.now() });
    expect(first?.apiSecret.length).toBeGreaterThanOrEqual(43);
    expect(await open()).toEqual([first]);
  });

  it('is readable for its owner only, and holds no secret in plain text', async () => {
    const [deployment] = await open();
    const secret = deployment?.apiSecret ?? '';
    for (const name of ['master.key', 'orrery.db']) {
      expect(statSync(join(root, 'data', name)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(root, 'data', name), 'latin1')).not.toContain(secret);
    }
    expect(statSync(join(root, 'data')).mode & 0o777).toBe(0o700);
  });

  it('opens with the key it was made with, and reports a missing and another key', async () => {
    const masterKey = 'a master key that was given by the operator';
    const made = await open({ masterKey });
    expect(await open({ masterKey })).toEqual(made);
    await expect(open()).rejects.toThrow('The master key is missing: ');
    await expect(open({ masterKey: `${masterKey}!` })).rejects.toThrow('The master key does not open');
  });

  it('is served for the account of its first start', async () => {
    await open({ account: 'acme' });
    const serving = serveMetadata({ dataDirectory: join(root, 'data'), account: 'other', mayMigrate: true }, clock);
    await expect(serving).rejects.toThrow("belongs to the account 'acme', not 'other'");
  });
});
