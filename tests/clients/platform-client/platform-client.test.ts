import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../../../scripts/client/build-client.ts';
import { openChromium, type Page } from '../../browser/chromium.ts';
import { eventually } from '../../eventually.ts';
import { ScimService } from '../../scim/scim-service.ts';
import { installClients } from '../../../scripts/install-clients.ts';

const run = promisify(execFile);

const here = import.meta.dirname;
/** Where npm puts the package that an alias names. */
const aliased = join(here, 'node_modules/@cube-dev/platform-client');

let folder: string;
let archive: string;
let packed: readonly string[];

beforeAll(async () => {
  await installClients(here);
  folder = await mkdtemp(join(tmpdir(), 'orrery-client-'));
  buildClient(join(folder, 'built'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(folder, 'built') });
  const [made] = JSON.parse(stdout);
  archive = join(folder, made.filename);
  packed = made.files.map(({ path }: { path: string }) => path);
  await rm(aliased, { recursive: true, force: true });
  await mkdir(aliased, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', aliased, '--strip-components=1']);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Packages that only this folder installs. */
const load = (name: string) => import(createRequire(join(here, 'package.json')).resolve(name));

describe('the package of the clients, as it is published', () => {
  it('holds modules with maps, declarations, and what explains it', async () => {
    const others = packed.filter((path) => !/^lib\/[\w/-]+\.(?:js|js\.map|d\.ts)$/.test(path));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(packed.filter((path) => /test|fixture/.test(path))).toEqual([]);
    const text = await readFile(join(aliased, 'lib/data/data-client.d.ts'), 'utf8');
    expect(text).not.toMatch(/from '\.[^']*\.ts'/);
  });

  it('is in order for publint', async () => {
    const { publint } = await load('publint');
    const { messages } = await publint({ pkgDir: aliased, level: 'suggestion', strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that are right for attw', async () => {
    const { checkPackage, createPackageFromTarballData } = await load('@arethetypeswrong/core');
    const found = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(archive))));
    // Its modules are ES modules alone: `require` loads them from Node 20.19 on.
    const problems = found.problems.filter(
      ({ kind, resolutionKind }: { kind: string; resolutionKind?: string }) =>
        kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10',
    );
    expect(problems).toEqual([]);
  });
});

describe('a program that is written against the documented Platform client', () => {
  it('compiles', async () => {
    const compiler = join(here, 'node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [compiler, '-p', join(here, 'program')]).catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');
  });

  it('runs in a browser, and shows no user what another one was answered', async () => {
    await using service = await ScimService.open('sqlite');
    const { origin } = service.served;
    const otherKey = (await service.metadata.accounts.create('another')).key;
    const facts = `Object.assign(globalThis, ${JSON.stringify({ address: origin, key: service.key, otherKey })});`;
    const browser = await openChromium();
    try {
      const page = await browser.open(`${origin}/livez`);
      await page.evaluate(`document.body.replaceChildren(); ${facts} (0, eval)(${JSON.stringify(await bundled())})`);
      await shows(page, 'deployments', 'default DEFAULT');
      await shows(page, 'refused', '404');
      await shows(page, 'suspended', '1');
      await click(page, 'create');
      await shows(page, 'made', 'Made by a hook');
      await shows(page, 'folders', 'Made by a hook');
      await shows(page, 'key', 'get /api/v1/deployments/{deploymentId}/folders');
      await click(page, 'load');
      await shows(page, 'environments', 'production');
      await shows(page, 'answered', '1');
      await click(page, 'by-hand');
      await shows(page, 'by-hand', 'default');
      await click(page, 'other');
      await shows(page, 'suspended', '0');
      expect(await textOf(page, 'folders')).toBe('');
    } finally {
      await browser.close();
    }
  });
});

async function bundled(): Promise<string> {
  const made = await rolldown({
    cwd: here,
    input: join(here, 'program/main.tsx'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await made.generate({ format: 'iife' });
  await made.close();
  return output[0].code;
}

const textOf = (page: Page, id: string) =>
  page.evaluate<string>(`document.getElementById('${id}')?.textContent ?? 'missing'`);

async function shows(page: Page, id: string, text: string): Promise<void> {
  await eventually(async () => expect([id, (await textOf(page, id)).trim()]).toEqual([id, text]));
}

async function click(page: Page, id: string): Promise<void> {
  await page.evaluate(`document.getElementById('${id}').click()`);
}
