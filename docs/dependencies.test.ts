import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const sections = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

type Manifest = Readonly<Partial<Record<(typeof sections)[number], Readonly<Record<string, string>>>>>;

it('the page of dependencies lists each dependency of the manifests and no others', () => {
  const manifests = ['package.json', ...globSync('{packages,apps,tests}/*/package.json', { cwd: root })];
  const used = manifests.flatMap((file) => {
    // npm has read the same file.
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
    return sections.flatMap((section) => Object.keys(manifest[section] ?? {}));
  });
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const firstCells = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1] ?? '');
  const listed = firstCells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]));
  const theirs = used.filter((name) => !name.startsWith('@orrery/'));
  expect(listed.sort()).toEqual([...new Set(theirs)].sort());
});

it('the lock file says the content of each package that is fetched, for every platform', () => {
  for (const file of globSync('{,tests/clients/,tests/clients/*/}package-lock.json', { cwd: root })) {
    // npm has written it.
    const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as LockFile;
    const fetched = Object.entries(packages).filter(
      ([path, { link, inBundle }]) => path.includes('node_modules/') && !link && !inBundle,
    );
    expect(fetched.length, file).toBeGreaterThan(0);
    const open = fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect([file, open.map(([path]) => path)]).toEqual([file, []]);
  }
});

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly link?: boolean; readonly inBundle?: boolean }>
  >;
}
