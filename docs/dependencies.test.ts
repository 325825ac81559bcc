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
  const [packages = ''] = page.split('## Scripts that run at installation');
  const firstCells = [...packages.matchAll(/^\| (`[^|]+) \|/gm)].map((match) => match[1] ?? '');
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

/** Lists what npm runs by itself while it installs a package, apart from what a `binding.gyp` stands for. */
it('the page names each package that has a script at its installation, and why; none of them ships', () => {
  const withScript = globSync('{,tests/clients/,tests/clients/*/}package-lock.json', { cwd: root }).flatMap((file) => {
    // npm has written it.
    const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as LockFile;
    return Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  });
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const [, section = ''] = page.split('## Scripts that run at installation\n');
  const listed = [...section.matchAll(/^\| `([^`]+)` \| \S.+ \|$/gm)].map((match) => match[1]);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  expect(listed.toSorted()).toEqual([...new Set(withScript.map(([path]) => nameOf(path)))].toSorted());
  expect(withScript.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
});

it('no package that ships is compiled when it is installed', () => {
  const native = globSync('node_modules/{*,@*/*}/binding.gyp', { cwd: root }).map((file) => join(root, file, '..'));
  const compiled = native.filter((folder) => {
    // npm has read the same file.
    const { gypfile } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly gypfile?: boolean;
    };
    return gypfile !== false;
  });
  expect(compiled).toEqual([]);
});

interface LockFile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly integrity?: string;
        readonly link?: boolean;
        readonly inBundle?: boolean;
        readonly hasInstallScript?: boolean;
        readonly dev?: boolean;
      }
    >
  >;
}
