import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { filesIn, makeArchive } from '../../scripts/package/make-archive.ts';
import { packPackage } from '../../scripts/package/pack-package.ts';

const directory = mkdtempSync(join(tmpdir(), 'orrery-archive-'));
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
let file: string;
/** Where the archive is unpacked. */
let archive: string;

beforeAll(async () => {
  await packPackage(directory);
  file = makeArchive(join(directory, 'package'), directory, { platform: 'linux', arch: 'x64' });
  const empty = join(directory, 'empty');
  mkdirSync(empty);
  execFileSync('tar', ['-xzf', file, '-C', empty]);
  archive = join(empty, readdirSync(empty)[0] ?? '');
  chmodSync(directory, 0o755);
});

afterAll(() => rmSync(directory, { recursive: true }));

const run = (program: string, ...args: readonly string[]) => promisify(execFile)(program, args, { cwd: archive });

/** Starts the archive, runs the `curl` command that it prints, and returns the answer. @param before programs that run it */
async function firstAnswer(before: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const script = `
    ./orrery start > "$BANNER" &
    until grep -q 'Try a query' "$BANNER" && [ -z "$(tail -n 1 "$BANNER")" ]; do
      kill -0 $! || exit 1
      sleep 0.05
    done
    sed -n '/curl/,/^$/p' "$BANNER" | sh
    kill $!
    wait $!`;
  const banner = join(mkdtempSync(join(directory, 'banner-')), 'text');
  chmodSync(join(banner, '..'), 0o777);
  const [program = 'sh', ...args] = [...before, 'sh', '-c', script];
  const child = spawn(program, args, {
    cwd: archive,
    env: { ...withoutSettings(process.env), PATH: '/usr/sbin:/usr/bin:/sbin:/bin', BANNER: banner, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Ends the server, too, of a test that has run out of time: all are one group.
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All have ended.
    }
  });
  let [answer, log] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (answer += text.toString()));
  child.stderr.on('data', (text: Buffer) => (log += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(log);
  return JSON.parse(answer);
}

describe('the archive for linux x64', () => {
  it('is small enough, and names what is in it with licences and checksums', async () => {
    expect(statSync(file).size).toBeLessThan(90e6);
    expect((await run('sha256sum', '--check', '--quiet', 'SHA256SUMS')).stdout).toBe('');
    const sums = readFileSync(join(archive, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
    expect([...sums.map((line) => line.slice(66)), 'SHA256SUMS'].toSorted()).toEqual(filesIn(archive));
    const contents = readFileSync(join(archive, 'CONTENTS.md'), 'utf8');
    for (const name of ['Node', '@duckdb/node-bindings-linux-x64', 'better-sqlite3', 'pg', 'react', 'fastify'])
      expect(contents).toMatch(
        new RegExp(`^\\| ${name} \\| \\d+\\.\\S+ \\| \\S+.* \\| \\S+.* \\| sha512-\\S+ \\|$`, 'm'),
      );
    for (const name of [
      'Dockerfile',
      '.dockerignore',
      'health.mjs',
      'examples/compose/Caddyfile',
      'examples/compose/.env.example',
    ])
      expect(filesIn(archive)).toContain(name);
    expect(contents).not.toMatch(/\| see /);
    const natives = (await run('find', '.', '-name', '*.node', '-o', '-name', '*.so')).stdout.trim().split('\n');
    expect(natives.toSorted()).toEqual([
      './lib/node_modules/@duckdb/node-bindings-linux-x64/duckdb.node',
      './lib/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so',
      './lib/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ]);
  });

  it.runIf(isRoot)('answers without network, as the user that owns nothing of it', async () => {
    const data = join(directory, 'data');
    mkdirSync(data);
    chownSync(data, nobody, nobody);
    const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
    const offline = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    // Settings of its own: the launcher adds none.
    const environment = { ORRERY_DATA: data, ORRERY_DEV: 'true', HOME: data };
    expect(await firstAnswer([...offline, ...asNobody], environment)).toMatchObject({ data: expect.any(Array) });
    expect(existsSync(join(data, 'orrery.db'))).toBe(true);
  });

  it.runIf(isRoot)('serves the demo in development mode by `./orrery start` alone, also on another port', async () => {
    const offline = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    expect(await firstAnswer(offline)).toMatchObject({ data: expect.any(Array) });
    expect(await firstAnswer(offline, { ORRERY_PORT: '4700' })).toMatchObject({ data: expect.any(Array) });
  });

  it('is installed, upgraded and removed, and settings and data stay', async () => {
    mkdirSync(join(archive, '.orrery'), { recursive: true }); // as `./orrery start` leaves it
    writeFileSync(join(archive, '.orrery/master.key'), 'secret', { mode: 0o600 });
    const image = join(directory, 'image');
    const install = (...args: readonly string[]) => run('./install.sh', '--root', image, ...args);
    await install();
    expect(filesIn(join(image, 'opt')).filter((file) => /\.orrery\/|shop\/data\//.test(file))).toEqual([]);
    const settings = join(image, 'etc/orrery/orrery.env');
    const mine = 'ORRERY_PORT=4321\n';
    writeFileSync(settings, mine);
    writeFileSync(join(image, 'var/lib/orrery/orrery.db'), 'data');
    await install();
    const current = join(image, 'opt/orrery/current');
    expect((await run(join(current, 'orrery'), '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(existsSync(join(image, 'etc/orrery/project/orrery.yml'))).toBe(true);
    expect((await install('--remove')).stdout).toContain('stay');
    expect(existsSync(join(image, 'opt/orrery'))).toBe(false);
    expect(existsSync(join(image, 'etc/systemd/system/orrery.service'))).toBe(false);
    expect(readFileSync(settings, 'utf8')).toBe(mine);
    expect(readFileSync(join(image, 'var/lib/orrery/orrery.db'), 'utf8')).toBe('data');
  });

  it('is not installed when a file of it was changed', async () => {
    writeFileSync(join(archive, 'LICENSE'), 'another');
    await expect(run('./install.sh', '--root', join(directory, 'damaged'))).rejects.toThrow('this archive is damaged');
  });
});
