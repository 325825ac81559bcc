import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { generateTypes } from './generate-types.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the types of a client', () => {
  let service: ScimService;
  let types: string;
  let folder: string;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
    types = await generateTypes(new URL('/api/v1/spec', service.served.origin));
    folder = await mkdtemp(join(tmpdir(), 'orrery-client-'));
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('match the story', async () => {
    await writeFile(join(folder, 'platform-api.d.ts'), types);
    expect(await check('tests/generated-client/story.ts')).toBe('');
  });

  it('do not match the story without a property that it uses', async () => {
    const narrower = types.replaceAll('isAdmin', 'isRoot');
    await writeFile(join(folder, 'platform-api.d.ts'), narrower);
    expect(await check('tests/generated-client/story.ts')).toContain("Property 'isAdmin' does not exist");
  });

  /** Returns the errors of the compiler for a file of the project. */
  async function check(file: string): Promise<string> {
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: { 'platform-api': [join(folder, 'platform-api.d.ts')] },
        typeRoots: [join(root, 'node_modules/@types')],
      },
      files: [join(root, file)],
      include: [],
      exclude: [],
    };
    const configFile = join(folder, 'tsconfig.json');
    await writeFile(configFile, JSON.stringify(config));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [compiler, '-p', configFile], { cwd: root });
    return run.then(
      () => '',
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  }
});
