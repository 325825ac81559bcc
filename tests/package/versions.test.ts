import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type Manifest, manifestIn } from '../../scripts/package/build-package.ts';

const root = resolve(import.meta.dirname, '../..');

it('all packages of the workspace have one version, in their manifests and in the lock file', () => {
  const { version } = manifestIn('.');
  // npm has written it.
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Manifest>>;
  };
  for (const folder of ['.', ...globSync(['packages/*', 'apps/*'], { cwd: root })]) {
    for (const manifest of [manifestIn(folder), packages[folder === '.' ? '' : folder]]) {
      const own = Object.entries({ ...manifest?.dependencies }).filter(([name]) => name.startsWith('@orrery/'));
      expect([folder, manifest?.version, ...own.map(([, wanted]) => wanted)]).toEqual([
        folder,
        version,
        ...own.map(() => version),
      ]);
    }
  }
});
