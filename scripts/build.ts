import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepBuilt, pageBuilds } from './pages/keep-built.ts';
import { buildPrograms } from './programs/build-programs.ts';
import { licencesFile, licencesOf } from './programs/licences.ts';

/**
 * Builds the published packages into `dist/<package>`, each with a manifest: the libraries as JavaScript and
 * declarations, and the command as the same built programs that `npm ci` leaves in a clone, with the licences of the
 * bundled packages. `dist/node_modules` links the built packages to each other, so that the result runs in place.
 */
const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const libraries = ['contract', 'semantic', 'kernel', 'engines'] as const;
const packages = readdirSync(join(root, 'packages'));
const command = 'cli';

interface Manifest {
  readonly name: string;
  readonly exports: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

function compile(name: string): void {
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      rootDir: `../../packages/${name}/src`,
      outDir: 'src',
    },
    include: [`../../packages/${name}/src`],
    exclude: [`../../packages/${name}/src/**/*.test.ts`, `../../packages/${name}/src/**/*-for-test.ts`],
  };
  const folder = join(dist, name);
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const result = spawnSync('tsc', ['-p', configFile], { cwd: root, stdio: 'inherit' });
  rmSync(configFile);
  if (result.status !== 0) throw new Error(`building ${name} failed`);
}

function manifestOf(name: string): Omit<Manifest, 'devDependencies'> {
  const file = join(root, 'packages', name, 'package.json');
  // The workspace's own manifests, which npm has read.
  const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  return manifest;
}

interface Published {
  readonly name: string;
  readonly files: readonly string[];
  readonly [field: string]: unknown;
}

function publish(folder: string, manifest: Published): void {
  writeFileSync(join(dist, folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const link = join(dist, 'node_modules', manifest.name);
  mkdirSync(resolve(link, '..'), { recursive: true });
  symlinkSync(join(dist, folder), link, 'dir');
}

function buildLibrary(name: string): void {
  compile(name);
  const manifest = manifestOf(name);
  publish(name, { ...manifest, exports: manifest.exports.replace(/\.ts$/, '.js'), files: ['src'] });
}

async function buildCommand(): Promise<void> {
  const folder = join(dist, command);
  const { outside, packages: installed } = await buildPrograms(folder, { isPublished: true });
  await keepBuilt('frames');
  await keepBuilt('console');
  cpSync(pageBuilds.frames.folder, join(folder, 'pages/embed'), { recursive: true });
  cpSync(pageBuilds.console.folder, join(folder, 'pages/console'), { recursive: true });
  cpSync(join(root, 'packages', command, 'bin'), join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, licencesFile), licencesOf(installed));
  const versions = Object.assign({}, ...packages.map((name) => manifestOf(name).dependencies));
  const dependencies = Object.fromEntries(outside.map((name) => [name, versions[name]]));
  const { exports: _, ...manifest } = manifestOf(command);
  publish(command, { ...manifest, dependencies, files: ['bin', 'built', 'pages', licencesFile] });
}

rmSync(dist, { recursive: true, force: true });
for (const name of libraries) buildLibrary(name);
await buildCommand();

const built = spawnSync('node', [join(dist, command, 'bin/orrery.js'), 'check', '--project', 'examples/shop'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
});
if (built.status !== 0) throw new Error(`the built command does not answer:\n${built.stdout}${built.stderr}`);
console.log(`built ${libraries.length} libraries and the command, which answers`);
