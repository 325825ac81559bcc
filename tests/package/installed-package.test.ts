import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { dependenciesOf } from '../../scripts/package/dependencies-of.ts';
import { manifestIn } from '../../scripts/package/build-package.ts';
import { packPackage } from '../../scripts/package/pack-package.ts';
import { Registry } from './registry.ts';

const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'orrery-package-'));
const registry = new Registry();
let address: string;
let file: string;

beforeAll(async () => {
  file = await packPackage(directory);
  address = await registry.listen();
  registry.addFile(join(directory, 'package'), file);
  const unpacked = JSON.parse(readFileSync(join(directory, 'package/package.json'), 'utf8')) as {
    dependencies: object;
  };
  const needed = dependenciesOf(Object.keys(unpacked.dependencies), { platform: process.platform, arch: process.arch });
  await Promise.all(needed.map(({ folder }) => registry.addInstalled(join(root, folder))));
});

afterAll(() => {
  registry.close();
  rmSync(directory, { recursive: true });
});

/** Runs a program in an empty folder, without the settings of this process, npm's own among them, and without network. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(withoutSettings(process.env)).filter(([name]) => !/^npm_/i.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: directory,
    npm_config_registry: address,
    npm_config_noproxy: '127.0.0.1',
    npm_config_cache: join(directory, 'npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

const run = (folder: string, program: string, ...args: readonly string[]) =>
  promisify(execFile)(program, args, { cwd: folder, env: environment() });

function emptyFolder(name: string): string {
  const folder = join(directory, name);
  mkdirSync(folder);
  return folder;
}

/** Starts a server, waits for its banner, and runs the `curl` command of the banner. */
async function firstAnswer(folder: string, ...args: readonly string[]): Promise<unknown> {
  // Not by npx, which does not pass signals on to it.
  const server = spawn(join(folder, 'node_modules/.bin/orrery'), ['start', '--dev', '--port', '0', ...args], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const banner = await bannerOf(server);
    const [command = ''] = banner.slice(banner.indexOf('curl')).split('\n\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', command]);
    return JSON.parse(stdout);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
}

function bannerOf({ stdout, stderr }: ChildProcess): Promise<string> {
  let [output, errors] = ['', ''];
  stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  return new Promise((done, fail) => {
    stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('Try a query') && output.endsWith('\n\n')) done(output);
    });
    stdout?.on('end', () => fail(new Error(`the server has ended: ${output}${errors}`)));
  });
}

it('is one file with what people need, readable by every user, and runs no script when it is installed', async () => {
  const unpacked = join(directory, 'package');
  const { name, version, ...manifest } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect([name, version]).toEqual(['orrery', manifestIn('packages/cli').version]);
  expect(manifest).not.toHaveProperty('scripts');
  const drivers = Object.keys(manifest['dependencies'] as object).filter((each) => /duckdb|pg$|mysql|trino/.test(each));
  expect(drivers).toEqual(['@duckdb/node-bindings']);
  const { stdout } = await promisify(execFile)('tar', ['-tzf', file]);
  const names = stdout.split('\n');
  for (const part of [
    'bin/orrery.js',
    'examples/shop/prepare.js',
    'README.md',
    'LICENSE',
    'third-party-licences.txt',
    'CONTENTS.md',
  ])
    expect(names).toContain(`package/${part}`);
  const contents = readFileSync(join(unpacked, 'CONTENTS.md'), 'utf8');
  for (const name of ['pino', 'better-sqlite3', 'pg', 'react'])
    expect(contents).toMatch(new RegExp(`^\\| ${name} \\| \\d+\\.\\S+ \\| .+ \\| sha512-\\S+ \\|$`, 'm'));
  expect(
    names.filter((each) => /\/(?:data|src|node_modules)\/|\.test\./.test(each.replace('client/lib/data/', ''))),
  ).toEqual([]);
  const folders = globSync('built/*/', { cwd: unpacked });
  expect(folders.map((folder) => statSync(join(unpacked, folder)).mode & 0o055)).toEqual([0o055]);
});

it('installs from a registry, makes a project and answers', async () => {
  const folder = emptyFolder('from-registry');
  await run(folder, 'npm', 'install', 'orrery');
  const { stdout } = await run(folder, 'npx', '--no-install', 'orrery', 'init', 'my-project');
  expect(stdout).toContain('my-project is a project');
  expect(await firstAnswer(folder, '--project', 'my-project')).toMatchObject({
    data: expect.arrayContaining([{ 'orders.status': 'paid', 'orders.count': '2', 'orders.total_amount': '200.5' }]),
  });
});

it('installs from the file, and serves the demo that is inside', async () => {
  const folder = emptyFolder('from-file');
  await run(folder, 'npm', 'install', file);
  const answer = await firstAnswer(folder);
  expect(answer).toMatchObject({ data: expect.arrayContaining([expect.any(Object)]) });
  expect(existsSync(join(folder, '.orrery/orrery.db'))).toBe(true);
});

it('has types for programs', async () => {
  const folder = join(directory, 'from-file');
  const program = (limit: string) => `import { createDataClient } from 'orrery/client/data';
    import { createPlatformClient } from 'orrery/client';
    const data = createDataClient({ apiUrl: 'http://127.0.0.1:4000/cubejs-api/v1', token: 't' });
    export const answer = data.load({ measures: ['orders.count'], limit: ${limit} });
    export const platform = createPlatformClient({ baseUrl: 'http://127.0.0.1:4000' });`;
  writeFileSync(join(folder, 'right.ts'), program('5'));
  writeFileSync(join(folder, 'wrong.ts'), program("'five'"));
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', lib: ['es2023', 'dom'], types: [] };
  const problemsOf = async (name: string) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name] }));
    const checked = run(folder, join(root, 'node_modules/.bin/tsc'), '-p', folder);
    return checked.then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  };
  expect(await problemsOf('right.ts')).toBe('');
  expect(await problemsOf('wrong.ts')).toContain("is not assignable to type 'number");
});
