import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarationsOf } from '../../packages/cli/src/types/declarations-of.ts';
import { buildClient } from '../../scripts/client/build-client.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';
import { root } from '../sources.ts';

const run = promisify(execFile);
const project = join(import.meta.dirname, '../client-project');

let folder: string;
let served: ServedProject;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-types-'));
  buildClient(join(folder, 'node_modules/@orrery/client'));
  served = await serveProject(project);
});

afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command in the folder of the program. */
async function types(...args: readonly string[]) {
  const command = join(root, 'packages/cli/bin/orrery.js');
  const env = { ...process.env, ORRERY_DATA: join(folder, 'data'), NODE_DISABLE_COMPILE_CACHE: '1' };
  const given = [command, 'types', ...args];
  return run(process.execPath, given, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

/** @returns what the compiler says of a program beside the model */
async function compiled(program: string): Promise<string> {
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'esnext.asynciterable'], types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true },
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['program.ts', 'model.d.ts'] }),
  );
  const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe('orrery types', () => {
  it('writes the types of a project, with which wrong queries do not compile', async () => {
    const { code, stderr } = await types('--project', project, '-o', 'model.d.ts');
    expect([code, stderr]).toEqual([0, 'model.d.ts is written\n']);
    const program = await readFile(join(import.meta.dirname, 'typed-program.ts.txt'), 'utf8');
    expect(await compiled(program)).toBe('');
  });

  it('writes the same of a server, and checks that a file is of its model', async () => {
    const of = ['--url', served.origin, '--token', served.token];
    expect(await types(...of, '-o', 'model.d.ts', '--check')).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'token.txt'), `${served.token}\n`);
    const printed = await types('--url', `${served.origin}/cubejs-api/v1/`, '--token', '@token.txt');
    expect(printed.stdout).toBe(await readFile(join(folder, 'model.d.ts'), 'utf8'));
    await writeFile(join(folder, 'old.d.ts'), 'export {};\n');
    const old = await types(...of, '-o', 'old.d.ts', '--check');
    expect([old.code, old.stderr]).toEqual([1, 'old.d.ts is not of this model: write it with orrery types -o.\n']);
    expect((await types(...of, '-o', 'none.d.ts', '--check')).stderr).toContain('none.d.ts is missing');
    expect(await readFile(join(folder, 'old.d.ts'), 'utf8')).toBe('export {};\n');
  });

  it.each([
    [['--check'], 'name it with -o FILE'],
    [['--token', 'x'], 'name it with --url'],
    [['--url', 'x', '--token', 'x'], "not 'x'"],
    [['--url', 'http://127.0.0.1:9'], 'takes --token TOKEN'],
    [['--url', 'http://127.0.0.1:9', '--token', 'x'], 'There is no answer from'],
    [['--url', 'http://127.0.0.1:9', '--token', 'x', '--project', '.'], 'leave out --project'],
  ])('says what is wrong with %j', async (args, text) => {
    const { code, stderr } = await types(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  it('says why a server does not answer', async () => {
    const refused = await types('--url', served.origin, '--token', 'nonsense');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('answered 401')]);
    const elsewhere = await types('--url', `${served.origin}/nothing/v1`, '--token', served.token);
    expect(elsewhere.stderr).toContain('answered 404');
  });

  it('keeps names within their quotes', () => {
    const name = 'a."; }\u2028import "evil"; //';
    const cube = { measures: [{ name, type: 'number' }], dimensions: [], segments: [{ name: 'a.b"' }] };
    const text = declarationsOf({ cubes: [cube] } as never);
    expect(text).toContain(`readonly ${JSON.stringify(name).replace('\u2028', '\\u2028')}: "number";`);
    expect(text).toContain('readonly segments: "a.b\\"";');
  });
});
