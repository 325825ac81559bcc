import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildClient } from '../client/build-client.ts';
import { keepBuilt, pageBuilds } from '../pages/keep-built.ts';
import { buildPrograms } from '../programs/build-programs.ts';
import { leftOutside } from '../programs/left-outside.ts';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';
import { contentsOfPackage } from './contents-of.ts';
import { dependenciesOf } from './dependencies-of.ts';

type Versions = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly description?: string;
  readonly bin?: Versions;
  readonly engines?: Versions;
  readonly exports?: Readonly<Record<string, string | Versions>>;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: unknown;
  readonly files?: readonly string[];
}

/** Reads a manifest of this repository, which npm has read. */
export function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Makes the published package `orrery` in a folder: the command as built programs, the pages, the demo, the typed clients
 * and the licences of what is bundled. What is not bundled are its dependencies; the Node that `npm ci` brings is optional.
 *
 * @param folder replaced by the package
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { outside, packages } = await buildPrograms(folder, { isPublished: true });
  await keepBuilt('frames');
  await keepBuilt('console');
  cpSync(pageBuilds.frames.folder, join(folder, 'pages/embed'), { recursive: true });
  cpSync(pageBuilds.console.folder, join(folder, 'pages/console'), { recursive: true });
  cpSync(join(root, 'packages/cli/bin'), join(folder, 'bin'), { recursive: true });
  chmodSync(join(folder, 'bin/orrery.js'), 0o755);
  await copyDemo(join(folder, 'examples/shop'));
  const client = copyClient(join(folder, 'client'));
  writeFileSync(join(folder, licencesFile), licencesOf(packages));
  cpSync(join(root, 'scripts/package/package-readme.md'), join(folder, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
  const manifest = publishedManifest(outside, client);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const platform = { platform: process.platform, arch: process.arch };
  const needed = dependenciesOf(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }), platform);
  writeFileSync(join(folder, 'CONTENTS.md'), contentsOfPackage(folder, needed));
}

/** @param outside packages that the programs import */
function publishedManifest(outside: readonly string[], client: Manifest): Manifest & { readonly type: 'module' } {
  const folders = readdirSync(join(root, 'packages'));
  const versions: Versions = Object.assign(
    {},
    ...folders.map((name) => manifestIn(`packages/${name}`).dependencies ?? {}),
  );
  const required = outside.map((name) => {
    const wanted = versions[name];
    if (wanted === undefined) throw new Error(`no package depends on ${name}, which the programs import`);
    return [name, wanted];
  });
  const { name, version, license, bin } = manifestIn('packages/cli');
  const { description, engines, optionalDependencies } = manifestIn('.');
  return {
    ...{ name, version, description, license, type: 'module', bin, engines },
    exports: { ...addressesOf(client), './package.json': './package.json' },
    dependencies: { ...Object.fromEntries(required), ...client.dependencies },
    optionalDependencies,
    peerDependencies: client.peerDependencies,
    peerDependenciesMeta: client.peerDependenciesMeta,
    files: [
      'bin',
      'built',
      'client',
      'examples',
      '!examples/shop/data',
      'pages',
      licencesFile,
      'CHANGELOG.md',
      'CONTENTS.md',
    ],
  } as Manifest & { readonly type: 'module' }; // JSON leaves out what is undefined
}

/** `orrery/client`, `orrery/client/data`: the addresses of the client below those of the package. */
function addressesOf({ exports = {} }: Manifest): NonNullable<Manifest['exports']> {
  const doors = Object.entries(exports).flatMap(([door, files]) => {
    if (typeof files === 'string') return [];
    const below = Object.entries(files).map(([kind, file]) => [kind, file.replace(/^\.\//, './client/')]);
    return [[`./client${door.slice(1)}`, Object.fromEntries(below) as Versions] as const];
  });
  return Object.fromEntries(doors);
}

function copyClient(folder: string): Manifest {
  buildClient(folder);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // written by buildClient
  for (const name of ['package.json', 'LICENSE', 'CHANGELOG.md']) rmSync(join(folder, name));
  return manifest;
}

/** Copies the demo; the program that makes its data is built, because Node reads no types of installed packages. */
async function copyDemo(folder: string): Promise<void> {
  const demo = join(root, 'examples/shop');
  for (const part of ['orrery.yml', 'README.md', 'model', 'agents', 'access_tests', 'prepare'])
    cpSync(join(demo, part), join(folder, part), { recursive: true });
  const made = await rolldown({ input: join(demo, 'prepare.ts'), platform: 'node', external: [...leftOutside] });
  try {
    await made.write({ file: join(folder, 'prepare.js') });
  } finally {
    await made.close();
  }
}
