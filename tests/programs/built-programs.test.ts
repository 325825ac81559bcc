import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clone } from './clone.ts';

let clone: Clone;

beforeAll(async () => {
  clone = new Clone();
  clone.own('cronstrue');
  await clone.orrery('init', 'shop');
});

afterAll(() => clone.remove());

const question = JSON.stringify({ measures: ['orders.count'] });
/** Compiles a model and runs a query on an engine, each in a thread. */
const ask = () => clone.orrery('query', '--project', 'shop', question);
const modulesOfAsking = () => clone.modulesOf('query', '--project', 'shop', question);
const isSource = (file: string) => file.endsWith('.ts');

describe('the code that orrery runs', () => {
  it('is its sources while there is no build', async () => {
    const modules = await modulesOfAsking();
    expect(modules.length).toBeGreaterThan(500);
    expect(modules.every(isSource)).toBe(true);
  });

  it('is the build, in every thread', async () => {
    expect(await clone.prepare()).toEqual({ code: 0, printed: '', errors: '' });
    const modules = await modulesOfAsking();
    expect(modules.filter(isSource)).toEqual([]);
    expect(modules.map((file) => file.split('/').at(-1))).toEqual(
      expect.arrayContaining(['main.js', 'compile-worker.js', 'engine-worker.js']),
    );
    expect(await ask()).toMatchObject({ code: 0, printed: expect.stringContaining('orders.count') });
  });

  it('stays the build when a file was rewritten without a change', async () => {
    clone.change('packages/cli/src/commands/help.ts', (text) => `${text} `);
    clone.change('packages/cli/src/commands/help.ts', (text) => text.slice(0, -1));
    expect((await modulesOfAsking()).filter(isSource)).toEqual([]);
  });

  it.each([
    ['a source of the command line changed', 'packages/cli/src/commands/help.ts', /$/, '// changed\n'],
    [
      'a source of another package changed without a change of its size',
      'packages/semantic/src/problem/problem.ts',
      /\/\*\*/,
      '/*:',
    ],
    [
      'another version of a dependency was installed',
      'node_modules/cronstrue/package.json',
      /"version":/,
      '"version" :',
    ],
    ['programs are built in another way', 'scripts/programs/own-addresses.ts', /$/, '// changed\n'],
  ])('is its sources when %s, until they are built again', async (_, file, pattern, replacement) => {
    clone.change(file, (text) => text.replace(pattern, replacement));
    expect((await clone.modulesOf('--version')).filter((module) => !isSource(module))).toEqual([]);
    await clone.prepare();
    expect((await clone.modulesOf('--version')).filter(isSource)).toEqual([]);
  });

  it('is its sources when the build is missing', async () => {
    clone.removeBuilt();
    expect(await ask()).toMatchObject({ code: 0, printed: expect.stringContaining('orders.count') });
    await clone.prepare();
    expect((await modulesOfAsking()).filter(isSource)).toEqual([]);
  });

  it('is its sources when the build tools are missing', async () => {
    clone.uninstall('rolldown');
    clone.change('packages/cli/src/commands/help.ts', (text) => `${text}// changed again\n`);
    const { code, errors } = await clone.prepare();
    expect(code).toBe(0);
    expect(errors).toContain('orrery will start from its sources, which takes longer');
    expect(await ask()).toMatchObject({ code: 0, printed: expect.stringContaining('orders.count') });
    expect((await modulesOfAsking()).every(isSource)).toBe(true);
  });
});
