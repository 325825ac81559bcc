import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installClients } from '../../../scripts/install-clients.ts';
import { ExampleService } from '../../api-examples/example-service.ts';
import { specPaths } from '../../api-examples/spec-paths.ts';

const here = import.meta.dirname;
const compilerOptions = {
  ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
};

let place: ExampleService;
let folder: string;

beforeAll(async () => {
  const made = await Promise.all([
    ExampleService.open(),
    mkdtemp(join(tmpdir(), 'orrery-generated-')),
    installClients(here),
  ]);
  [place, folder] = made;
  await cp(join(here, 'story'), folder, { recursive: true });
  await symlink(join(here, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const { createClient } = await import(
    pathToFileURL(join(here, 'node_modules/@hey-api/openapi-ts/dist/index.mjs')).href
  );
  for (const [name, path] of Object.entries(specPaths)) {
    const input = await (await fetch(`${place.service.served.origin}${path}`)).json();
    const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'];
    await createClient({ input, output: { path: join(folder, name) }, logs: { level: 'silent' }, plugins });
  }
});

afterAll(async () => {
  await place?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

it('@hey-api/openapi-ts generates clients that compile, and a program with them runs', async () => {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiler = join(here, 'node_modules/typescript/bin/tsc');
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(compiled.stdout).toBe('');
  const { served, key } = place.service;
  const { tell } = await bundled(join(folder, 'story.ts'));
  expect(await tell({ origin: served.origin, key, token: served.token })).toEqual([
    'admin',
    ['Norway'],
    400,
    [{ 'orders.count': '4' }],
    true,
    1,
  ]);
});

/** The generated files import each other without an ending, as bundlers read them. */
async function bundled(entry: string) {
  const made = await rolldown({ input: entry, platform: 'node', tsconfig: false });
  const file = join(folder, 'built.mjs');
  await made.write({ file, format: 'esm' });
  await made.close();
  return import(pathToFileURL(file).href);
}
