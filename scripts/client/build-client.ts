import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../take-steps.ts';

const source = join(root, 'packages/client');

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly devDependencies?: unknown;
}

/**
 * Builds the client package into a folder, as it is published: JavaScript with maps, declarations, a manifest, and what
 * explains it. @throws when it does not compile
 */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compile(folder);
  finishDeclarations(folder);
  dropEmptyMaps(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(), null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(folder, 'README.md'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, name), join(folder, name));
}

function compile(folder: string): void {
  const config = {
    extends: join(source, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      allowJs: false,
      checkJs: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      sourceMap: true,
      inlineSources: true,
      rootDir: join(source, 'src'),
      outDir: join(folder, 'lib'),
    },
    include: [join(source, 'src')],
    exclude: [join(source, 'src/**/*.test.ts'), join(source, 'src/**/*-fixture.ts')],
  };
  const configFile = join(folder, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', configFile], {
    cwd: root,
    stdio: 'inherit',
  });
  rmSync(configFile);
  if (status !== 0) throw new Error('the client package does not compile');
}

/** The compiler names files of other declarations as the sources do. */
function finishDeclarations(folder: string): void {
  for (const file of globSync('lib/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/((?:from|import)\s*\(?["']\.[^"']*)\.ts(["'])/g, '$1.js$2'));
  }
}

/** Modules of types are empty, and so need no map, which would hold their whole text. */
function dropEmptyMaps(folder: string): void {
  for (const file of globSync('lib/**/*.js', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '');
    if (text.replaceAll(/^\s*(?:\/\/.*|export \{\};)?$/gm, '').trim() !== '') continue;
    writeFileSync(path, `${text}\n`);
    rmSync(`${path}.map`);
  }
}

function manifestOf(): object {
  const {
    devDependencies: _,
    exports,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest; // our own
  const doors = Object.entries(exports).map(([door, file]) => {
    const module = file.replace(/^\.\/src\//, './lib/').replace(/\.ts$/, '');
    return [door, { types: `${module}.d.ts`, default: `${module}.js` }];
  });
  return {
    ...manifest,
    description: 'Typed clients of Orrery: the Platform API, the Data API and chats, with bindings for React Query',
    engines: { node: '>=20.19' },
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    files: ['lib', 'CHANGELOG.md'],
  };
}
