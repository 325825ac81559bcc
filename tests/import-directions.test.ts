import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { developmentPage, pages } from '../apps/console/src/pages.ts';
import { productionFiles, root, textOf } from './sources.ts';

/** The packages that each package may import, as in the diagram of ARCHITECTURE.md. */
const packageEdges: Readonly<Record<string, readonly string[]>> = {
  contract: ['kernel'],
  charts: [],
  client: [],
  analyst: ['contract', 'semantic'],
  embed: ['charts', 'client'],
  console: ['charts', 'client', 'contract', 'embed'],
  kernel: [],
  semantic: ['kernel'],
  sql: ['kernel', 'semantic'],
  engines: ['contract', 'kernel', 'semantic'],
  config: ['engines', 'kernel', 'semantic'],
  store: ['config', 'kernel'],
  people: ['config', 'contract', 'kernel', 'store'],
  scim: ['contract', 'kernel', 'people', 'store'],
  oauth: ['contract', 'kernel', 'people', 'store'],
  sso: ['kernel', 'people'],
  runtime: ['config', 'contract', 'engines', 'kernel', 'semantic', 'sql'],
  deployments: ['config', 'contract', 'engines', 'kernel', 'people', 'runtime', 'semantic', 'store'],
  content: ['charts', 'config', 'contract', 'deployments', 'kernel', 'people', 'runtime', 'semantic', 'store'],
  agents: [
    'analyst',
    'charts',
    'config',
    'contract',
    'deployments',
    'engines',
    'kernel',
    'people',
    'runtime',
    'semantic',
    'store',
  ],
  server: [
    'agents',
    'charts',
    'config',
    'content',
    'contract',
    'deployments',
    'engines',
    'kernel',
    'oauth',
    'people',
    'runtime',
    'scim',
    'semantic',
    'sso',
    'store',
  ],
  cli: [
    'agents',
    'config',
    'content',
    'contract',
    'deployments',
    'engines',
    'kernel',
    'people',
    'runtime',
    'semantic',
    'server',
    'store',
  ],
};

/** Packages from which another package imports types only. */
const typeOnly: Readonly<Record<string, readonly string[]>> = {
  engines: ['contract', 'semantic'],
  console: ['contract'],
};

/** The folders of the planner: from problems of a model to the text of a statement. */
const semanticEdges: Readonly<Record<string, readonly string[]>> = {
  problem: [],
  time: [],
  source: ['model', 'time', 'problem'],
  template: ['source', 'problem'],
  model: ['template', 'source', 'time', 'problem'],
  query: ['model', 'time', 'problem'],
  plan: ['query', 'model', 'time', 'problem'],
  rollup: ['plan', 'query', 'model', 'time'],
  sql: ['plan', 'dialect', 'query', 'model', 'time', 'problem'],
  dialect: ['sql', 'plan', 'query', 'model', 'time'],
};

/** Imports of types only: documents are read for a model, SQL trees are lowered for a dialect. */
const semanticTypeOnly: Readonly<Record<string, readonly string[]>> = {
  source: ['model'],
  sql: ['dialect'],
  dialect: ['plan', 'model'],
};

/** Features that programs import by a name of their own, beside that of their package. */
const ownDoors: ReadonlyMap<string, string> = new Map([
  ['@orrery/client/chat', 'packages/client/src/chat/index.ts'],
  ['@orrery/client/compat', 'packages/client/src/compat/index.ts'],
  ['@orrery/client/data', 'packages/client/src/data/index.ts'],
  ['@orrery/client/react-query', 'packages/client/src/react-query/index.ts'],
  ['@orrery/embed/react', 'packages/embed/src/react/index.ts'],
]);

/** Folders that contain features but are no feature themselves. */
const shelves: ReadonlySet<string> = new Set(['describe', 'faces']);

interface Import {
  readonly file: string;
  /** A file of this repository, or the name of a package. */
  readonly target: string;
  readonly isType: boolean;
  /** Written as `import()`. */
  readonly isOnDemand: boolean;
}

const statement =
  /^\s*(?:import|export)\s+(type\s)?([^'"]*?)from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
const onlyTypes = /^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}\s*$/;

function importsOf(file: string): readonly Import[] {
  const text = textOf(file);
  return [...text.matchAll(statement)].map((match) => ({
    file,
    target: targetOf(file, match[3] ?? match[4] ?? ''),
    isType: match[1] !== undefined || onlyTypes.test(match[2] ?? ''),
    isOnDemand: match[4] !== undefined,
  }));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const own = /^@orrery\/([\w-]+)$/.exec(specifier)?.[1];
  if (own !== undefined) return `packages/${own}/src/index.ts`;
  return ownDoors.get(specifier) ?? specifier;
}

const files = [
  ...productionFiles(),
  ...productionFiles('packages/*/src/**/*.tsx'),
  ...productionFiles('apps/*/src/**/*.{ts,tsx}'),
];
const imports = files.flatMap(importsOf);
const isOwn = (target: string) => /^(?:packages|apps)\//.test(target);
const isOfApplication = (file: string) => file.startsWith('apps/');
const packageOf = (file: string) => file.split('/')[1] ?? '';

function isPackageDoor(file: string): boolean {
  return /^packages\/[\w-]+\/src\/index\.ts$/.test(file) || [...ownDoors.values()].includes(file);
}

/** @returns the feature folder of a file; empty for a file at the top of its package */
function featureOf(file: string): string {
  const [first = '', second] = dirname(file).split('/').slice(3);
  return shelves.has(first) && second !== undefined ? `${first}/${second}` : first;
}

it('imports packages only along the edges of the diagram', () => {
  const forbidden = imports.filter(({ file, target, isType }) => {
    const [from, to] = [packageOf(file), packageOf(target)];
    if (!isOwn(target) || from === to) return false;
    return !packageEdges[from]?.includes(to) || (typeOnly[from]?.includes(to) === true && !isType);
  });
  expect(forbidden).toEqual([]);
});

it('enters another package only through its index, and another feature folder only through its own', () => {
  const past = imports.filter(({ file, target, isOnDemand }) => {
    if (/^(?:@orrery\/[\w-]+|orrery)\//.test(target)) return !target.endsWith('.css');
    if (!isOwn(target) || target.endsWith('.css')) return false;
    if (packageOf(file) !== packageOf(target)) return !isPackageDoor(target);
    // An index would load everything that it exports. Pages of the application have their own rule below.
    if (isOnDemand || isOfApplication(file)) return false;
    const feature = featureOf(target);
    if (feature === '' || feature === featureOf(file)) return false;
    return target !== `packages/${packageOf(target)}/src/${feature}/index.ts`;
  });
  expect(past).toEqual([]);
});

/** Folders of the application that pages are made of; each of the others is a page, which is loaded alone. */
const sharedFolders: ReadonlySet<string> = new Set([
  '',
  'api',
  'controls',
  'items',
  'model',
  'page',
  'share',
  'shell',
  'style',
  'tiles',
  'words',
]);

/** The files that show the page of an address. */
const choosePages: ReadonlySet<string> = new Set(['apps/console/src/console.ts', 'apps/console/src/shell/router.tsx']);

it('imports a page of the application only on demand', () => {
  const direct = imports.filter(({ file, target, isOnDemand }) => {
    if (!isOfApplication(file) || !isOfApplication(target) || isOnDemand) return false;
    return featureOf(file) !== featureOf(target) && !sharedFolders.has(featureOf(target));
  });
  expect(direct).toEqual([]);
});

it('enters a page of the application through its index; only the router names pages', () => {
  const files = new Set([...pages, developmentPage].map(({ chunk }) => `apps/console/${chunk}`));
  const past = imports.filter(({ file, target, isOnDemand }) => {
    if (!isOfApplication(file) || !isOfApplication(target) || !isOnDemand) return false;
    const page = featureOf(target);
    if (page === featureOf(file) || sharedFolders.has(page) || target === `apps/console/src/${page}/index.ts`)
      return false;
    return !(choosePages.has(file) && files.has(target));
  });
  expect(past).toEqual([]);
});

it('exports through an index only what other folders import', () => {
  const doors = files.filter((file) => basename(file) === 'index.ts');
  const opened = doors.filter((door) => existsSync(join(root, door)) && !imports.some(({ target }) => target === door));
  expect(opened.filter((door) => featureOf(door) !== '' && !isPackageDoor(door))).toEqual([]);
});

/** The most names that the index of a package exports. These numbers may only shrink. */
const mostNames: Readonly<Record<string, number>> = { sql: 16 };

it('opens the doors of packages no wider', () => {
  const wide = Object.entries(mostNames).flatMap(([name, most]) => {
    const lists = [...textOf(`packages/${name}/src/index.ts`).matchAll(/^export\s+(?:type\s)?(\{[^}]*\}|\*)/gm)];
    const names = lists.flatMap(([, list = '']) =>
      list
        .replace(/[{}]/g, '')
        .split(',')
        .filter((one) => one.trim()),
    );
    return names.length > most || names.includes('*') ? [{ name, names }] : [];
  });
  expect(wide).toEqual([]);
});

it('keeps the clients free of everything but fetch and its types', () => {
  const outside = imports.filter(
    ({ file, target }) => packageOf(file) === 'client' && !target.startsWith('packages/client/'),
  );
  expect(new Set(outside.map(({ target }) => target))).toEqual(
    new Set(['@tanstack/react-query', 'openapi-fetch', 'openapi-react-query', 'react']),
  );
});

it('imports the folders of the planner along the edges of the diagram', () => {
  const forbidden = imports.filter(({ file, target, isType }) => {
    if (packageOf(file) !== 'semantic' || packageOf(target) !== 'semantic') return false;
    const from = dirname(file).split('/')[3];
    const to = dirname(target).split('/')[3];
    if (from === undefined || from === to) return false;
    if (to === undefined || !semanticEdges[from]?.includes(to)) return true;
    return semanticTypeOnly[from]?.includes(to) === true && !isType;
  });
  expect(forbidden).toEqual([]);
});

it('lets the planner and SQL take types, similar and shown names and operators of filters from the kernel, and nothing that waits or remembers', () => {
  const values = files
    .flatMap(namedImportsOf)
    .filter(({ file, target }) => ['semantic', 'sql'].includes(packageOf(file)) && packageOf(target) === 'kernel')
    .flatMap(({ isType, names }) => (isType ? [] : names));
  expect(new Set(values)).toEqual(new Set(['didYouMean', 'filterOperators', 'nearest', 'nearestName', 'shownLiteral']));
});

it('has at most 25 files per folder, without their tests', () => {
  const counts = Map.groupBy(files, (file) => dirname(file));
  const crowded = [...counts].filter(([, inside]) => inside.length > 25).map(([folder]) => folder);
  expect(crowded).toEqual([]);
});

it('writes rows and opens engines only in the engine thread, never in the one that serves', () => {
  const reached = new Set<string>();
  const isDoor = (file: string) => basename(file) === 'index.ts';
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    // Exports of an index are resolved at the import of each name.
    if (isDoor(file)) return;
    for (const { isType, names, target } of namedImportsOf(file)) {
      if (isType || !isOwn(target)) continue;
      for (const name of names) for (const each of behind(target, name)) visit(each);
    }
  };
  visit('packages/cli/src/serve.ts');
  const inThread = ['encode/encode-rows.ts', 'encode/row-writer.ts', 'thread/engine-host.ts'];
  expect(inThread.filter((file) => reached.has(`packages/engines/src/${file}`))).toEqual([]);
  expect([...reached].some((file) => file.endsWith('thread/threaded-engines.ts'))).toBe(true);
  const openers = [...reached].filter((file) => /\bopen(?:Engine|DuckDb)\b/.test(textOf(file)));
  expect(openers.filter((file) => !isDoor(file))).toEqual([]);
});

it('has no import cycles, except of types', () => {
  const all = [...files, ...productionFiles('cases/**/*.ts')];
  const graph = new Map(
    all.map((file) => [
      file,
      importsOf(file)
        .filter(({ target, isType }) => !isType && (isOwn(target) || target.startsWith('cases/')))
        .map(({ target }) => target),
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
  for (const file of all) visit(file, []);
  expect(cycles).toEqual([]);
});

/** The most files of each package that stand in circles of imports, types included. These numbers may only shrink. */
const mostInCircles: Readonly<Record<string, number>> = {
  agents: 5,
  analyst: 3,
  charts: 3,
  client: 2,
  console: 2,
  content: 13,
  deployments: 3,
  embed: 2,
  engines: 4,
  people: 17,
  runtime: 31,
  semantic: 169,
  server: 23,
  sql: 12,
};

it('has few files in circles of types', () => {
  const inCircles = Map.groupBy(circlesOfTypes().flat(), packageOf);
  const counts = Object.fromEntries([...inCircles].map(([name, inside]) => [name, inside.length]));
  expect(Object.entries(counts).filter(([name, count]) => count > (mostInCircles[name] ?? 0))).toEqual([]);
});

/** Finds the sets of files that reach each other by imports, types included. Source: Tarjan 1972. */
function circlesOfTypes(): readonly (readonly string[])[] {
  const graph = Map.groupBy(
    imports.filter(({ target, isOnDemand }) => isOwn(target) && !isOnDemand),
    ({ file }) => file,
  );
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const closed = new Set<string>();
  const circles: (readonly string[])[] = [];
  /** @returns the lowest number that the file reaches among files whose circle is not closed */
  const visit = (file: string): number => {
    const own = numbers.size;
    numbers.set(file, own);
    open.push(file);
    let lowest = own;
    for (const { target } of graph.get(file) ?? []) {
      if (!closed.has(target)) lowest = Math.min(lowest, numbers.get(target) ?? visit(target));
    }
    if (lowest < own) return lowest;
    const circle = open.splice(open.indexOf(file));
    for (const each of circle) closed.add(each);
    if (circle.length > 1) circles.push(circle);
    return lowest;
  };
  for (const file of files) if (!numbers.has(file)) visit(file);
  return circles;
}

interface NamedImport extends Import {
  readonly names: readonly string[];
}

function namedImportsOf(file: string): readonly NamedImport[] {
  const text = textOf(file);
  return [...text.matchAll(statement)].flatMap((match) => {
    const target = targetOf(file, match[3] ?? match[4] ?? '');
    const named = /\{([^}]*)\}/.exec(match[2] ?? '')?.[1];
    const isType = match[1] !== undefined;
    const names = named?.split(',').map((name) => name.trim()) ?? offeredBy(target).filter((name) => says(text, name));
    const isOnDemand = match[4] !== undefined;
    return [
      { file, target, isType, isOnDemand, names: names.filter((name) => name !== '' && !name.startsWith('type ')) },
    ];
  });
}

function offeredBy(target: string): readonly string[] {
  if (!isOwn(target) || basename(target) !== 'index.ts') return ['*'];
  return namedImportsOf(target).flatMap(({ names }) => names);
}

const says = (text: string, name: string) => name === '*' || new RegExp(`\\b${name}\\b`).test(text);

/** @returns the files that a name comes from, followed through indexes */
function behind(target: string, name: string): readonly string[] {
  if (basename(target) !== 'index.ts') return [target];
  const own = name.split(' as ')[0] ?? name;
  const through = namedImportsOf(target).filter(
    ({ names }) => own === '*' || names.includes(own) || names.includes('*'),
  );
  return through.flatMap((next) => behind(next.target, own));
}
