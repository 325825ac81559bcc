import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBesideTests, root, textOf } from '../../tests/sources.ts';
import { fencedBlocks } from '../fenced-blocks.ts';
import { PageRunner } from './page-runner.ts';
import { pageSnippets } from './page-snippets.ts';

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
  'cubejs-cli.md deploy': ['Deploying shop...', 'Done'],
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
  'openapi.md install': [],
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

let runner: PageRunner;
beforeAll(async () => {
  runner = await PageRunner.open();
});
afterAll(() => runner?.[Symbol.asyncDispose]());

describe('the pages about clients', () => {
  it('have a name for each snippet, whose output is known', () => {
    expect(snippets.map(({ id }) => id).sort()).toEqual(Object.keys(shown).sort());
  });

  it('set what their examples read', async () => {
    const setup = snippets.find(({ use }) => use === 'setup');
    await runner.run(setup!, []);
    const another = `curl -sf "$ORRERY/api/v1/deployments" -H "Authorization: Bearer $KEY" --json '{"name":"another"}'`;
    await runner.run({ ...setup!, text: another }, []); // so that examples which mean a new one by a fixed id fail
  });

  describe.each(pages)('%s', (page) => {
    const own = snippets.filter((each) => each.page === page && each.use !== 'setup');
    beforeAll(() => runner.turnTo(page));

    it.each(own)('$use runs', async (snippet) => {
      const texts = shown[snippet.id] ?? [];
      const output = await runner.run(snippet, texts);
      for (const text of texts) expect(output).toContain(text);
    });

    const typed = own.filter(({ language }) => language.startsWith('ts'));
    if (typed.length === 0) return;
    it('has programs that compile', async () => {
      const files = page.endsWith('/data.md') ? ['src/model.d.ts'] : [];
      expect(await runner.compile(typed, files)).toBe('');
    });
  });

  it('name the versions that the tests drive', () => {
    const installed = snippets.flatMap(({ text }) => [...text.matchAll(/ (@?[\w/-]+)@(\d[\w.]*)/g)]);
    const listed = [...textOf('docs/coming-from-cube.md').matchAll(/^\|.*?`([^`]+)` (\d+\.\d+\.\d+)/gm)];
    expect(Math.min(installed.length, listed.length)).toBeGreaterThan(5);
    const driven = drivenPackages();
    const others = [...installed, ...listed].map(([, name, version]) => `${name} ${version}`);
    expect(others.filter((each) => !driven.has(each))).toEqual([]);
  });

  it('have the name and the version of the package in the alias', () => {
    const blocks = fencedBlocks(textOf('docs/clients/cube-platform-client.md'));
    const { dependencies } = JSON.parse(blocks.find(({ use }) => use === 'package.json')?.text ?? '{}');
    const { name, version } = JSON.parse(textOf('packages/client/package.json'));
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

/** Packages that tests install, each with its version. */
function drivenPackages(): ReadonlySet<string> {
  const manifests = globSync('{tests/clients/package.json,tests/clients/*/package.json,packages/client/package.json}', {
    cwd: root,
  });
  const ofNode = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(textOf(file));
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  const ofPython = [...textOf('tests/clients/python/requirements.txt').matchAll(/^([\w-]+)==(\S+)/gm)];
  return new Set([...ofNode, ...ofPython.map(([, ...pair]) => pair)].map(([name, version]) => `${name} ${version}`));
}
