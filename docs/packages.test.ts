import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const packages = globSync('packages/*/package.json', { cwd: root }).map(dirname).toSorted();

describe.each(packages)('the README of %s', (folder) => {
  const text = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(root, folder) })
    .filter((file) => !/(?:\.test|-for-test|-fixture)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'));

  it('names files and folders that exist', () => {
    const named = [...text.matchAll(/`((?:src|bin|packages|tests|docs)\/[\w./-]*)`/g)].map(([, path = '']) => path);
    const isThere = (path: string) => existsSync(join(root, /^(?:src|bin)\//.test(path) ? join(folder, path) : path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  // That of the client is for users of the package.
  it.skipIf(folder === 'packages/client')('names the folders of its sources', () => {
    const folders = globSync('src/*/', { cwd: join(root, folder) }).map((path) => path.replace(/^src\//, ''));
    expect(folders.filter((name) => !text.includes(`${name}/`))).toEqual([]);
  });

  it('names the packages it stands on, if it names any', () => {
    const line = /^Stands on: (.*)\.$/m.exec(text)?.[1];
    if (line === undefined) return;
    const imported = sources.flatMap((source) => [
      ...source.matchAll(/^(?:import|export|\}).* from '@orrery\/(\w+)/gm),
    ]);
    const others = new Set(imported.map(([, name = '']) => name).filter((name) => name !== folder.split('/')[1]));
    expect([...line.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...others].toSorted());
  });

  it('links to pages that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !existsSync(join(root, folder, target)))).toEqual([]);
  });
});

it('ARCHITECTURE.md names files and folders that exist', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const names = packages.map((folder) => folder.split('/')[1]).join('|');
  const named = [
    ...text.matchAll(new RegExp(`\`((?:packages|apps|tests|docs|scripts|(?:${names})/src)/[\\w./-]*)\``, 'g')),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('*'));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'packages', path)))).toEqual(
    [],
  );
});
