import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RolldownOutput } from 'rolldown';
import { build, type Manifest } from 'vite';
import { bundledPackages } from '../programs/bundled-packages.ts';
import { licencesFile, licencesOf } from '../programs/licences.ts';
import { root } from '../take-steps.ts';
import { bundleSandbox } from './bundle-sandbox.ts';
import { hashOf, replaceBuild, stateOf, writeAsset } from './built-folder.ts';
import { consoleConfig, consoleFolder, entry } from './console-config.ts';
import { pagesOf } from './console-pages.ts';
import { pageBuilds } from './keep-built.ts';

const { folder: built, sources } = pageBuilds.console;

/**
 * Builds the application into `apps/console/dist/`: its files under names with their hashes, beside their compressed
 * forms; `manifest.json` and `pages.json`, from which the server serves them, and the licences of what they contain.
 */
export async function buildConsole(): Promise<void> {
  await replaceBuild(built, stateOf(sources), async (making) => {
    const output = await bundle();
    const files = output.filter(({ fileName }) => served.test(fileName));
    const sandbox = await bundleSandbox();
    const icon = readIcon();
    const assets = [
      ...files.map((each) => [each.fileName, each.type === 'chunk' ? each.code : each.source] as const),
      [sandbox.fileName, sandbox.code] as const,
      [icon.name, icon.bytes] as const,
    ];
    await Promise.all(assets.map(([name, bytes]) => writeAsset(making, name, bytes)));
    const names = Object.fromEntries(assets.map(([name]) => [name, name]));
    writeFileSync(join(making, 'manifest.json'), JSON.stringify(names));
    const pages = { ...pagesOf(manifestIn(output), Object.keys(names)), icon: icon.name, sandbox: sandbox.fileName };
    writeFileSync(join(making, 'pages.json'), JSON.stringify(pages));
    const modules = [...files, sandbox].flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
    const fonts = ['inter', 'jetbrains-mono'].map((name) => join(root, 'node_modules/@fontsource-variable', name));
    writeFileSync(join(making, licencesFile), licencesOf([...bundledPackages(modules), ...fonts]));
  });
}

/** What is made of rows before they are drawn stands apart from what draws them. None of it is imported by what it imports. */
const chartSpecs = {
  name: 'chart-specs',
  test: /packages\/charts\/src\/(?:data\/|published\/|spec\/|theme\/(?!palette))/,
};

/** Libraries, and parts of ours, that whole pages need together: in parts, their names and imports would be more than what pages save. */
const react = { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// };
const queries = { name: 'react-query', test: /@tanstack\/(?:query-core|react-query)\/(?!.*infinite)/i };
const button = { name: 'button', test: /src\/controls\/button\.tsx|\/(?:Button|useButton|Hidden)\.m?js$/ };
const content = { name: 'content', test: /src\/(?:api\/content-queries|share\/open-share-dialog|shell\/may-edit)\./ };
const shell = {
  name: 'shell',
  test: /console\/src\/(?:api\/message-of|shell\/(?:page-bar|waiting|is-not-found|not-found-page)|words\/(?:shell|control)-words)\./,
};

/** Files that are there before a page asks for others: names of them would only make its script longer. */
const ofEveryPage = /(?:^|\/)(?:react|rolldown-runtime|console|react-query|brand)-[\w-]{8}\.(?:js|css)$/;
/** Vite also writes its manifest, and what unused code names. */
const served = /^[^/]+\.(?:js|css|woff2)$/;

type Output = RolldownOutput['output'];

async function bundle(): Promise<Output> {
  const files = '[name]-[hash].js';
  const made = await build({
    ...consoleConfig(),
    base: './',
    logLevel: 'warn',
    build: {
      write: false,
      manifest: true,
      target: 'es2023',
      cssTarget: 'chrome119',
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, names) => names.filter((name) => !ofEveryPage.test(name)),
      },
      chunkSizeWarningLimit: 1_000,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { console: join(consoleFolder, entry) },
        output: {
          ...{ entryFileNames: files, chunkFileNames: files, assetFileNames: '[name]-[hash][extname]' },
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [chartSpecs, react, queries, button, content, shell],
          },
        },
      },
    },
  });
  return (made as RolldownOutput).output; // one build that is not watched
}

function readIcon() {
  const bytes = readFileSync(join(consoleFolder, 'src/page/mark.svg'));
  return { name: `mark-${hashOf(bytes)}.svg`, bytes };
}

function manifestIn(output: Output): Manifest {
  const file = output.find(({ fileName }) => basename(fileName) === 'manifest.json');
  if (file?.type !== 'asset') throw new Error('Vite has written no manifest');
  return JSON.parse(String(file.source)) as Manifest; // Vite's own form
}
