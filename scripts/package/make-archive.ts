import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';
import type { Manifest } from './build-package.ts';
import { contentsOfArchive } from './contents-of.ts';
import { dependenciesOf, type LockedPackage, type Platform } from './dependencies-of.ts';

/** Files of installed packages that nothing reads while Orrery runs: types, maps, tests, pages, settings of tools, sources of native code. */
const unread = [
  /\.d\.[cm]?ts$/,
  /\.map$/,
  /\/\.[^/]+/,
  /^node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|bench|benchmarks|docs)(?:\/|$)/,
  /^node_modules\/better-sqlite3\/(?:deps|src|build|binding\.gyp)(?:\/|$)/,
];

const compose = join(root, 'examples/compose');
/** Names of files that people add to those of Compose, and that no archive has. */
const ownFiles = /(?:^|\/)(?:\.env|\.orrery|data)$|^project(?:\/|$)/;

/**
 * Makes the archive of a platform, `orrery-VERSION-linux-x64.tar.gz`: Node, the package `orrery`, what it needs in the
 * versions of the lock file, an installer for systemd, and lists of contents, licences and checksums.
 *
 * Packages of another platform than this one are fetched by npm, and refused unless their hash is that of the lock file.
 *
 * @param unpacked folder of the package `orrery`
 * @param folder of the archive, in which it also stays unpacked
 * @returns the file
 */
export function makeArchive(unpacked: string, folder: string, platform: Platform): string {
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest; // made by buildPackage
  const name = `orrery-${manifest.version}-${platform.platform}-${platform.arch}`;
  const archive = join(folder, name);
  rmSync(archive, { recursive: true, force: true });
  mkdirSync(join(archive, 'bin'), { recursive: true });
  const needed = dependenciesOf(Object.keys(manifest.dependencies ?? {}), platform);
  const [node, ...others] = dependenciesOf([`node-${platform.platform}-${platform.arch}`], platform);
  if (!node || others.length > 0) throw new Error(`there is no Node for ${platform.platform} ${platform.arch}`);
  const fetched = mkdtempSync(join(tmpdir(), 'orrery-archive-'));
  try {
    cpSync(unpacked, join(archive, 'lib/node_modules/orrery'), { recursive: true });
    for (const each of needed) copyPackage(folderOf(each, fetched), each, join(archive, 'lib'), platform);
    cpSync(join(folderOf(node, fetched), 'bin/node'), join(archive, 'bin/node'));
    const folders = [...needed, node].map((each) => folderOf(each, fetched));
    writeFileSync(join(archive, licencesFile), licencesOf(folders));
  } finally {
    rmSync(fetched, { recursive: true });
  }
  for (const file of ['orrery', 'service-command', 'install.sh']) {
    cpSync(join(root, 'scripts/package/archive', file), join(archive, file));
    chmodSync(join(archive, file), 0o755);
  }
  for (const file of ['orrery.service', 'README.md', 'Dockerfile', 'health.mjs'])
    cpSync(join(root, 'scripts/package/archive', file), join(archive, file));
  for (const file of globSync(['docs/*.md', 'docs/clients/*.md', 'docs/decisions/*.md'], { cwd: root }))
    cpSync(join(root, file), join(archive, file));
  const filter = (file: string) => !ownFiles.test(relative(compose, file));
  cpSync(compose, join(archive, 'examples/compose'), { recursive: true, filter });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(archive, file));
  symlinkSync('../orrery', join(archive, 'bin/orrery'));
  writeFileSync(join(archive, 'CONTENTS.md'), contentsOfArchive(archive, { node, needed }));
  writeFileSync(join(archive, '.dockerignore'), dockerignoreOf(filesIn(archive)));
  writeFileSync(join(archive, 'SHA256SUMS'), checksumsOf(archive, filesIn(archive)));
  return pack(archive);
}

/**
 * Names for a builder of images what is copied into one: what the archive brought. Beside it people keep settings and projects,
 * and a start of the unpacked archive leaves a master key and data of the demo.
 *
 * @param files of the archive
 * @returns a file `.dockerignore`
 */
export function dockerignoreOf(files: readonly string[]): string {
  // Programs and pages are folders that nobody keeps files in; each line is tried for each file.
  const entries = files.map((file) => /^(?:bin|lib|docs)(?=\/)/.exec(file)?.[0] ?? file);
  return [
    '# Only what the archive brought is copied.',
    '*',
    ...[...new Set([...entries, '.dockerignore', 'SHA256SUMS'])].toSorted().map((entry) => `!${entry}`),
    '# What a start of the archive and people leave in it.',
    '**/.orrery',
    '**/.env',
    'lib/node_modules/orrery/examples/shop/data',
    '',
  ].join('\n');
}

/** One line for each file, as `sha256sum --check` reads it. */
export function checksumsOf(folder: string, files: readonly string[]): string {
  return files
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
}

/** Lists the files in a folder and below, without links. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .toSorted();
}

/** Finds a package as it is installed here, or fetches it. */
function folderOf({ folder, name, version, integrity }: LockedPackage, fetched: string): string {
  const installed = join(root, folder);
  if (existsSync(join(installed, 'package.json'))) {
    const { version: found } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest; // npm has read it
    if (found !== version) throw new Error(`${folder} is ${found}, and the lock file has ${version}: run npm ci`);
    return installed;
  }
  const unpacked = join(fetched, name);
  if (existsSync(unpacked)) return unpacked;
  mkdirSync(unpacked, { recursive: true });
  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', fetched, `${name}@${version}`], {
    encoding: 'utf8',
  });
  const file = join(fetched, basename(printed.trim()));
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} ${version} is not the package of the lock file`);
  execFileSync('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1']);
  return unpacked;
}

function copyPackage(from: string, { folder }: LockedPackage, to: string, { platform, arch }: Platform): void {
  cpSync(from, join(to, folder), {
    recursive: true,
    filter: (file) => {
      const path = join(folder, relative(from, file));
      if (unread.some((pattern) => pattern.test(path)) || path.includes(`${folder}/node_modules`)) return false;
      return !path.endsWith('.node') || !path.includes('/prebuilds/') || path.endsWith(`/${platform}-${arch}.node`);
    },
  });
}

/** Packs with the same bytes for the same contents: sorted, without owners, with the time of the commit. */
function pack(archive: string): string {
  const file = `${archive}.tar.gz`;
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const names = ['-C', join(archive, '..'), basename(archive)];
  execFileSync('tar', ['--sort=name', `--mtime=@${time}`, ...owners, '-I', 'gzip -9 -n', '-cf', file, ...names]);
  return file;
}
