import { globSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { checksumsOf, makeArchive } from './package/make-archive.ts';
import { packPackage } from './package/pack-package.ts';
import { root } from './take-steps.ts';

/** Bytes that an archive may have at most. */
const mostBytes = 90e6;

/**
 * `npm run package`: an archive for each of the platforms, with Node inside, and the package `orrery`, with their checksums.
 * `npm run package -- x64` makes that of one platform.
 */
const changes = globSync('changes/*.md', { cwd: root }).length - 1; // without the one that says how they look
if (changes > 0) console.log(`${changes} changes are not in CHANGELOG.md yet: npm run changes`);
const chosen = process.argv.slice(2);
const archs = chosen.length > 0 ? chosen : ['x64', 'arm64'];
const folder = join(root, 'dist/archives');
const packed = await packPackage(folder);
const files = [
  packed,
  ...archs.map((arch) => makeArchive(join(folder, 'package'), folder, { platform: 'linux', arch })),
];
writeFileSync(
  join(folder, 'SHA256SUMS'),
  checksumsOf(
    folder,
    files.map((file) => basename(file)),
  ),
);
for (const file of files) {
  const { size } = statSync(file);
  console.log(`${relative(root, file)} (${(size / 1e6).toFixed(1)} MB)`);
  if (size > mostBytes) throw new Error(`${file} is larger than ${mostBytes / 1e6} MB`);
}
