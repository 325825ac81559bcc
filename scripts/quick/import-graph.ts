import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** One `import` or `export ... from` of a file. */
interface Reference {
  /** Path from the root. */
  readonly target: string;
  /** Names in the target; `all` for a namespace, a lazy import, or what is run only. */
  readonly names: readonly string[] | 'all';
}

interface Module {
  readonly imports: readonly Reference[];
  /** Names that the file passes on from other files. */
  readonly passesOn: ReadonlyMap<string, { readonly target: string; readonly name: string }>;
  /** Files whose names it passes on, all of them. */
  readonly passesOnAll: readonly string[];
  readonly declares: ReadonlySet<string>;
}

const folders = 'packages,apps,tests,cases,docs,examples,scripts,bench';
const referring =
  /^\s*(import|export)\b([^'";]*?)\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
const declaring =
  /^export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/gm;
const listed = /^export\s+(?:type\s+)?\{([^}]*)\}\s*;/gm;

/**
 * Reads which files use which, by names: what a file imports through the `index.ts` of a room or a package counts as
 * imported from the file that declares it.
 *
 * @returns files that import each file, as paths from the root
 */
export function importersIn(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const modules = readModules(root);
  const importers = new Map<string, Set<string>>();
  const add = (target: string, importer: string) => {
    const known = importers.get(target);
    if (known) known.add(importer);
    else importers.set(target, new Set([importer]));
  };
  for (const [file, { imports }] of modules) {
    for (const { target, names } of imports) {
      add(target, file);
      const declarers =
        names === 'all' ? behind(target, modules) : names.map((name) => declarerOf(name, target, modules));
      for (const declarer of declarers) if (declarer !== undefined) add(declarer, file);
    }
  }
  return importers;
}

function readModules(root: string): ReadonlyMap<string, Module> {
  const entries = entriesIn(root);
  const files = globSync(`{${folders}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'built',
  });
  return new Map(
    files.map((file) => [
      file,
      readModule(readFileSync(join(root, file), 'utf8'), (name) =>
        name.startsWith('.') ? join(dirname(file), name) : entries.get(name),
      ),
    ]),
  );
}

/** Entries of the packages of this repository by the names under which others import them. */
function entriesIn(root: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      name: string;
      exports?: string | Record<string, string>;
    };
    const paths = typeof exports === 'string' ? { '.': exports } : (exports ?? {});
    for (const [path, target] of Object.entries(paths)) entries.set(join(name, path), join(dirname(file), target));
  }
  return entries;
}

function readModule(text: string, resolve: (name: string) => string | undefined): Module {
  const imports: Reference[] = [];
  const passesOn = new Map<string, { target: string; name: string }>();
  const passesOnAll: string[] = [];
  for (const [, word, clause = '', from, run, lazily] of text.matchAll(referring)) {
    const target = resolve(from ?? run ?? lazily ?? '');
    if (target === undefined) continue;
    const names = namesIn(clause);
    if (word !== 'export') imports.push({ target, names: names?.map(({ name }) => name) ?? 'all' });
    else if (names === undefined) passesOnAll.push(target);
    else for (const { name, as } of names) passesOn.set(as, { target, name });
  }
  const declares = new Set([...text.matchAll(declaring)].map(([, name]) => name ?? ''));
  for (const [, list = ''] of text.matchAll(listed)) for (const { as } of namesIn(`{${list}}`) ?? []) declares.add(as);
  return { imports, passesOn, passesOnAll, declares };
}

/** Names in the clause of an import or export; `undefined` where it takes all. */
function namesIn(clause: string): readonly { readonly name: string; readonly as: string }[] | undefined {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined) return undefined;
  return list
    .split(',')
    .map((part) => part.replace(/^\s*type\s+/, '').trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', as = name] = part.split(/\s+as\s+/);
      return { name, as };
    });
}

/** Finds the file that declares a name which `file` exports. */
function declarerOf(
  name: string,
  file: string,
  modules: ReadonlyMap<string, Module>,
  seen = new Set<string>(),
): string | undefined {
  const module = modules.get(file);
  if (!module || seen.has(file)) return undefined;
  seen.add(file);
  if (module.declares.has(name)) return file;
  const passed = module.passesOn.get(name);
  if (passed) return declarerOf(passed.name, passed.target, modules, seen) ?? passed.target;
  for (const target of module.passesOnAll) {
    const found = declarerOf(name, target, modules, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists files whose names a file passes on, through further files. */
function behind(file: string, modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const found = new Set([file]);
  for (const name of found) {
    const module = modules.get(name);
    for (const { target } of module?.passesOn.values() ?? []) found.add(target);
    for (const target of module?.passesOnAll ?? []) found.add(target);
  }
  return found;
}
