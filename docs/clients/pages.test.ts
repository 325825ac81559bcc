import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutSettings } from '../../packages/cli/src/command/run-orrery.ts';
import { installClients } from '../../scripts/install-clients.ts';
import { type ServerProcess, startProcess } from '../../tests/attacks/server-process.ts';
import { filesBesideTests, root, textOf } from '../../tests/sources.ts';
import { fencedBlocks } from '../fenced-blocks.ts';
import { pageSnippets, type Snippet } from './page-snippets.ts';

/** Runs every snippet of the pages about clients, from the top of a page to its end, against one server. */
const run = promisify(execFile);
const snippets = pageSnippets().filter(({ language }) => language !== 'python'); // see tests/clients/python
const pages = [...new Set(snippets.filter(({ use }) => use !== 'setup').map(({ page }) => page))];

/** What the output of a snippet holds. */
const shown: Readonly<Record<string, readonly string[]>> = {
  'README.md setup': [],
  'chat.md ask': ['orrerySqlApi is done', 'completed', "[ 'returned', '1' ]", '2026'],
  'chat.md read-again': ["'user'", "'final'"],
  'cube-platform-client.md main': ["[ 'default'"],
  'cubejs-cli.md install': [],
  'cubejs-cli.md typegen': ['Types successfully generated!'],
  'cubejs-cli.md typed': ["'orders.count': '1'"],
  'cubejs-cli.md deploy': ['"name":"shop"', 'Deploying shop...', 'Done'],
  'cubejs-client.md install': [],
  'cubejs-client.md core': ['completed 1\nreturned 1\n', "n [ [ '2' ] ]"],
  'cubejs-client.md ws-transport': ["[ { 'orders.count': '2' } ]"],
  'cubejs-client.md install-react': [],
  'cubejs-client.md app': ['completed: 1', 'returned: 1'],
  'data.md load': ['returned 20', 'completed 10.5', 'Orders Revenue', 'completed 1'],
  'data.md several': ["all [ { 'orders.count': 2 } ]", 'by status [', 'n 2', 'returned,20'],
  'data.md subscribe': ['2\n'],
  'data.md types': [],
  'data.md typed': ['2026-01-01T00:00:00.000 1', '2026-02-01T00:00:00.000 1'],
  'errors.md refused': ['400 query.unknown-member true', 'orders.count'],
  'openapi.md curl': ['"name":"default"', '"orders.status":"returned"'],
  'openapi.md types': ['platform.d.ts'],
  'openapi.md calls': ["[ 'default'"],
  'openapi.md openapi-ts': ['data-api'],
  'platform.md operations': ['Norway', '400', 'name ', 'userIds.0 '],
  'platform.md by-path': ["[ 'default'"],
  'react-query.md app': ['default', 'completed: 1', 'returned: 1'],
  'the first page variables': ['"orders.status":"returned"'],
  'the first page programs': ["'default'", "'returned'", 'completed'],
  'graphql.md curl': ['{"status":"completed","count":1}'],
  'graphql.md install': [],
  'graphql.md apollo': ['completed 1\nreturned 1\n'],
  'mcp.md install': [],
  'mcp.md sdk': ["'runQuery'", "2 [ [ 'completed', '1' ], [ 'returned', '1' ] ]"],
  'mcp.md inspector': ['"loadQueryResults"'],
  'sockets.md messages': ["200 [ { 'orders.count': '2' } ]"],
};

/** A program that takes longer does not end. */
const longestMs = 120_000;

const clients = join(root, 'tests/clients');
/** Where the packages of a page are installed; those of the others are with those of the project. */
const packagesOf: Readonly<Record<string, string>> = {
  'docs/clients/cubejs-cli.md': join(clients, 'deploy'),
  'docs/clients/cubejs-client.md': clients,
  'docs/graphql.md': clients,
  'docs/mcp.md': join(clients, 'mcp'),
};
const commands = [root, ...['deploy', 'mcp', 'generators'].map((name) => join(clients, name))];
const folders = [...commands, join(root, 'tests/generated-client')];

const model = `
cubes:
  - name: orders
    sql: >
      SELECT 1 AS id, 'completed' AS status, 10.5 AS total, TIMESTAMP '2026-01-05 00:00:00' AS created_at
      UNION ALL SELECT 2, 'returned', 20, TIMESTAMP '2026-02-05 00:00:00'
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: status, sql: status, type: string }
      - { name: created_at, sql: created_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: revenue, sql: total, type: sum }
`;

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-pages-'));
  mkdirSync(join(folder, 'model'));
  writeFileSync(join(folder, 'model/model.yml'), model);
  writeFileSync(join(folder, 'orrery.yml'), 'data_sources:\n  default:\n    type: duckdb\n');
  writeCommands();
  for (const each of new Set([clients, ...Object.values(packagesOf), ...commands.slice(1)])) await installClients(each);
  server = await startProcess(['--project', '.', '--dev'], { directory: folder });
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Commands that run what is installed: `npx` and `npm` ask no registry here. */
function writeCommands(): void {
  mkdirSync(join(folder, 'bin'));
  const places = folders.map((each) => join(each, 'node_modules/.bin')).join(' ');
  const found = `for place in ${places}; do [ -x "$place/$1" ] && command=$1 && shift && exec "$place/$command" "$@"; done`;
  writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\n${found}\necho "$1 is not installed" >&2\nexit 127\n`);
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\n[ "$1" = install ]\n');
  for (const name of ['npx', 'npm']) chmodSync(join(folder, 'bin', name), 0o755);
}

describe('the pages about clients', () => {
  it('have a name for each snippet, and say by it what is shown', () => {
    expect(snippets.map(({ id }) => id).sort()).toEqual(Object.keys(shown).sort());
  });

  it('set what their examples read', async () => {
    const [setup] = snippets;
    expect(setup?.id).toBe('README.md setup');
    await runByShell(setup!, 'setup');
  });

  describe.each(pages)('%s', (page) => {
    const own = snippets.filter((each) => each.page === page);

    beforeAll(() => {
      const place = join(folder, 'node_modules');
      rmSync(place, { force: true });
      symlinkSync(join(placeOf(page), 'node_modules'), place, 'dir');
    });

    it.each(own)('$use runs', async (snippet) => {
      const output = await runSnippet(snippet);
      for (const part of shown[snippet.id] ?? []) expect(output).toContain(part);
    });

    const typed = own.filter(({ language }) => language.startsWith('ts'));
    if (typed.length === 0) return;
    it('has programs that compile', async () => {
      const compilerOptions = {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], jsx: 'react-jsx', target: 'es2024' },
        ...{
          module: 'preserve',
          typeRoots: [join(root, 'node_modules/@types')],
          exactOptionalPropertyTypes: true,
          allowImportingTsExtensions: true,
          lib: ['es2024', 'dom', 'dom.iterable'],
        },
      };
      const files = [...typed.map(fileOf), ...(page.endsWith('/data.md') ? ['src/model.d.ts'] : [])];
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const compiled = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
      expect(compiled.stdout).toBe('');
    });
  });

  it('name the versions that the tests drive', () => {
    const installed = snippets.flatMap(({ text }) => [...text.matchAll(/ (@?[\w/-]+)@(\d[\w.]*)/g)]);
    const listed = [...textOf('docs/coming-from-cube.md').matchAll(/^\|.*?`([^`]+)` (\d+\.\d+\.\d+)/gm)];
    expect([installed.length, listed.length]).toEqual([13, 9]);
    const places = [clients, ...Object.values(packagesOf), join(root, 'packages/client')];
    const ofPython = [...textOf('tests/clients/python/requirements.txt').matchAll(/^([\w-]+)==(\S+)/gm)];
    const pinned = Object.assign(
      Object.fromEntries(ofPython.map(([, name, version]) => [name, version])),
      ...places.map(dependenciesOf),
    );
    for (const [, name = '', version] of [...installed, ...listed])
      expect([name, pinned[name]]).toEqual([name, version]);
    const alias = fencedBlocks(textOf('docs/clients/cube-platform-client.md')).find(
      ({ use }) => use === 'package.json',
    );
    const { name, version } = JSON.parse(textOf('packages/client/package.json'));
    const { dependencies } = JSON.parse(alias?.text ?? '{}');
    expect(dependencies).toEqual({ '@cube-dev/platform-client': `npm:${name}@${version}` });
  });

  it('list every code of errors that the clients find, and no other', () => {
    const sources = ['http', 'platform', 'data', 'chat'].flatMap((part) =>
      filesBesideTests(`packages/client/src/${part}/**/*.ts`).map(textOf),
    );
    const used = sources.flatMap((text) =>
      [...text.matchAll(/'((?:client|statement|chat)\.[a-z-]+)'/g)].map(([, code]) => code),
    );
    const rows = [...textOf('docs/clients/errors.md').matchAll(/^\| ((?:`[\w.-]+`(?:, )?)+).*\|/gm)];
    const codes = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, code = '']) => code));
    const listed = codes.filter((code) => /^(?:client|statement|chat)\./.test(code));
    expect(listed.sort()).toEqual([...new Set(used)].sort());
  });
});

function dependenciesOf(place: string): object {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return { ...dependencies, ...devDependencies };
}

/** The folder whose packages a page has: for an alias, one that npm would have made of it. */
function placeOf(page: string): string {
  if (!page.endsWith('/cube-platform-client.md')) return packagesOf[page] ?? root;
  const aliased = join(folder, 'aliased');
  mkdirSync(join(aliased, 'node_modules/@cube-dev'), { recursive: true });
  symlinkSync(join(root, 'packages/client'), join(aliased, 'node_modules/@cube-dev/platform-client'), 'dir');
  symlinkSync(join(root, 'node_modules/@types'), join(aliased, 'node_modules/@types'), 'dir');
  return aliased;
}

async function runSnippet(snippet: Snippet): Promise<string> {
  const page = snippet.page.replaceAll(/\W/g, '-');
  if (snippet.language === 'bash') return runByShell(snippet, page);
  const file = join(folder, fileOf(snippet));
  writeFileSync(file, snippet.text);
  if (!snippet.language.endsWith('sx')) return runByShell({ ...snippet, text: `npx node ${file}` }, page);
  const bundle = await bundled(file);
  const given = (shown[snippet.id] ?? []).map((text) => `'${text}'`).join(' ');
  const runner = join(import.meta.dirname, 'run-in-page.js');
  return runByShell({ ...snippet, text: `npx node ${runner} ${clients}/package.json ${bundle} ${given}` }, page);
}

function fileOf({ page, use, language }: Snippet): string {
  return `${page.replaceAll(/\W/g, '-')}-${use}.${language === 'js' ? 'mjs' : language}`;
}

/** Runs commands as somebody who pastes them: what they export is there for the next ones of the page. */
async function runByShell({ text }: Snippet, page: string): Promise<string> {
  const [own, first] = [join(folder, `${page}.exports`), join(folder, 'setup.exports')];
  const before = `set -euo pipefail; for each in ${first} ${own}; do [ ! -f $each ] || . $each; done`;
  const script = `${before}\n${text.replaceAll('http://127.0.0.1:4000', server.origin)}\nexport -p > ${own}\n`;
  const environment = {
    ...withoutSettings(process.env),
    ...{ HOME: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, NODE_OPTIONS: '' },
  };
  const options = { cwd: folder, env: environment, timeout: longestMs };
  const { stdout, stderr } = await run('bash', ['-c', script], options);
  return `${stdout}${stderr}`;
}

/** A program as a bundler makes it for browsers. */
async function bundled(file: string): Promise<string> {
  const exports = readFileSync(join(folder, 'setup.exports'), 'utf8');
  const values = ['ORRERY', 'KEY', 'TOKEN'].map((name) => [name, new RegExp(`${name}="(.*)"`).exec(exports)?.[1]]);
  const made = await rolldown({
    cwd: folder,
    input: file,
    platform: 'browser',
    tsconfig: false,
    logLevel: 'silent', // libraries say that they are for browsers
    transform: {
      jsx: 'react-jsx',
      define: { 'process.env': JSON.stringify({ ...Object.fromEntries(values), NODE_ENV: 'production' }) },
    },
  });
  const to = `${file}.js`.replace(/\.[jt]sx\.js$/, '.mjs');
  await made.write({ file: to, format: 'esm' });
  await made.close();
  return to;
}
