import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Who may import whom, as ARCHITECTURE.md draws it. Within a package: left may import right. */
const packageEdges: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  semantic: [],
  engines: ['semantic'],
  server: ['contract', 'semantic', 'engines'],
};

const semanticEdges: Readonly<Record<string, readonly string[]>> = {
  problem: [],
  time: [],
  source: ['model', 'time', 'problem'],
  template: ['source', 'problem'],
  model: ['template', 'source', 'time', 'problem'],
  query: ['model', 'time', 'problem'],
  plan: ['query', 'model', 'time', 'problem'],
  sql: ['plan', 'dialect', 'query', 'model', 'time', 'problem'],
  dialect: ['sql', 'plan', 'query', 'model', 'time'],
};

/** Edges that carry types only: documents are read for a model, SQL trees are lowered for a dialect. */
const typeOnlyEdges: Readonly<Record<string, readonly string[]>> = {
  source: ['model'],
  sql: ['dialect'],
  dialect: ['plan', 'model'],
};

const serverEdges: Readonly<Record<string, readonly string[]>> = {
  scope: [],
  db: ['config', 'http', 'scope'],
  jobs: ['db'],
  http: ['config', 'scope'],
  identity: ['config', 'db', 'http'],
  content: ['config', 'db', 'http', 'identity', 'catalog', 'data'],
  config: [],
  log: ['config', 'scope'],
  encode: [],
  'engine-thread': ['encode', 'scope'],
  catalog: ['config', 'identity', 'db', 'http', 'encode', 'engine-thread', 'scope'],
  metrics: ['config', 'http', 'identity', 'catalog', 'data', 'history'],
  history: ['config', 'db', 'http', 'identity', 'catalog', 'data', 'scope'],
  data: ['catalog', 'encode', 'identity', 'http'],
  modeling: ['config', 'catalog'],
  backup: ['config', 'db', 'identity'],
  notifications: ['config', 'db', 'http', 'identity', 'content', 'jobs'],
  deliveries: ['config', 'db', 'http', 'identity', 'content', 'data', 'jobs', 'notifications'],
  platform: ['config', 'http', 'identity', 'content', 'catalog', 'history', 'notifications', 'deliveries'],
  scim: ['http', 'db', 'identity'],
  commands: ['backup', 'config', 'content', 'data', 'modeling', 'history', 'catalog', 'identity', 'http', 'db'],
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

const packageNames = new Map([
  ['@orrery/contract', 'contract'],
  ['@orrery/semantic', 'semantic'],
  ['@orrery/engines', 'engines'],
  ['orrery', 'server'],
]);

const statement = /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(statement)].map((match) => ({
    file,
    target: match[2] ?? match[3] ?? '',
    isType: match[1] !== undefined,
  }));
}

const files = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((file) => !/(\.test|-for-test)\.ts$/.test(file));
const imports = files.flatMap(importsOf);
const packageOf = (file: string) => file.split('/')[1] ?? '';

it('imports packages only along the edges of the diagram', () => {
  const forbidden = imports.filter(({ file, target }) => {
    const to = packageNames.get(target);
    return to !== undefined && !packageEdges[packageOf(file)]?.includes(to);
  });
  expect(forbidden).toEqual([]);
});

it('lets engines know the semantic package by its types only', () => {
  const values = imports.filter(
    ({ file, target, isType }) => packageOf(file) === 'engines' && target === '@orrery/semantic' && !isType,
  );
  expect(values).toEqual([]);
});

it('enters another package only through its index', () => {
  const past = imports.filter(({ file, target }) => {
    if (/^(@orrery\/\w+|orrery)\//.test(target)) return true;
    return (
      target.startsWith('.') && packageOf(relative(root, resolve(root, dirname(file), target))) !== packageOf(file)
    );
  });
  expect(past).toEqual([]);
});

it.each([
  ['semantic', semanticEdges],
  ['server', serverEdges],
] as const)('imports the folders of %s along the edges of the diagram', (name, edges) => {
  const source = `packages/${name}/src/`;
  const folderOf = (path: string) => {
    const inside = path.slice(source.length);
    return inside.includes('/') ? (inside.split('/')[0] ?? '') : undefined;
  };
  const forbidden = imports.filter(({ file, target, isType }) => {
    if (!file.startsWith(source) || !target.startsWith('.')) return false;
    const from = folderOf(file);
    const to = folderOf(relative(root, resolve(root, dirname(file), target)));
    if (from === undefined || from === to) return false;
    if (to === undefined || !edges[from]?.includes(to)) return true;
    return name === 'semantic' && typeOnlyEdges[from]?.includes(to) === true && !isType;
  });
  expect(forbidden).toEqual([]);
});

it('writes rows and opens engines only in the engine thread, never in the one that serves', () => {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { target, isType } of importsOf(file)) {
      if (!isType && target.startsWith('.')) visit(relative(root, resolve(root, dirname(file), target)));
    }
  };
  visit('packages/cli/src/serve.ts');
  const inThread = ['encode/encode-rows.ts', 'encode/row-writer.ts', 'engine-thread/engine-host.ts'];
  expect(inThread.filter((file) => reached.has(`packages/server/src/${file}`))).toEqual([]);
  expect([...reached].some((file) => file.endsWith('engine-thread/engine-thread.ts'))).toBe(true);
  const openers = [...reached].filter((file) =>
    /\bopen(?:Engine|DuckDb)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(openers).toEqual([]);
});

it('has no import cycles, type-only edges aside', () => {
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter(({ target, isType }) => !isType && target.startsWith('.'))
        .map(({ target }) => relative(root, resolve(root, dirname(file), target))),
    ]),
  );
  const settled = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (settled.has(file)) return;
    if (trail.includes(file)) {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '));
      return;
    }
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    settled.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});
