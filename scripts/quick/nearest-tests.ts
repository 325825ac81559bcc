import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { longFiles } from '../../tests/long-files.ts';

/** Maximum number of import steps. Farther away are tests of whole servers, which concern nearly everything. */
const mostSteps = 2;
const entries = new Map(
  ['contract', 'semantic', 'engines'].map((name) => [`@orrery/${name}`, `packages/${name}/src/index.ts`]),
);
const imported = /^\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export interface NearestTests {
  /** Paths from the root, the nearest first. */
  readonly chosen: readonly string[];
  /** Number of further tests that the change concerns. */
  readonly left: number;
}

/**
 * Finds the tests nearest to changed files: changed tests; tests in the folder of a changed file, or in the next folder
 * above that has tests; tests whose imports reach a changed file in a few steps. The latter two kinds only include
 * quick tests that are in the same folder as code.
 */
export function nearestTests(root: string, changed: readonly string[], most: number): NearestTests {
  const importers = importersIn(root);
  const steps = new Map<string, number>();
  const meet = (file: string, count: number) => {
    if (count < (steps.get(file) ?? Number.POSITIVE_INFINITY)) steps.set(file, count);
  };
  let reached: ReadonlySet<string> = new Set(changed.filter((file) => file.endsWith('.ts')));
  const seen = new Set(reached);
  for (const file of reached) meet(file, 0);
  for (const file of changed) for (const test of testsBeside(root, file)) meet(test, isNamedAfter(test, file) ? 0 : 1);
  for (let count = 1; count <= mostSteps; count += 1) {
    reached = new Set([...reached].flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file)));
    for (const file of reached) {
      seen.add(file);
      meet(file, count);
    }
  }
  const isOffered = (file: string) =>
    changed.includes(file) || (!longFiles.includes(file) && /^(packages|cases|docs|examples)\//.test(file));
  const tests = [...steps.keys()].filter((file) => file.endsWith('.test.ts'));
  const offered = tests.filter(isOffered).toSorted((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0));
  return { chosen: offered.slice(0, most), left: tests.length - Math.min(offered.length, most) };
}

function importersIn(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const files = globSync('{packages,tests,cases,docs,examples,scripts,bench}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  for (const file of files) {
    for (const [, from, lazily] of readFileSync(join(root, file), 'utf8').matchAll(imported)) {
      const name = from ?? lazily ?? '';
      const target = name.startsWith('.') ? join(dirname(file), name) : entries.get(name);
      if (target === undefined) continue;
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Tests of the file's folder or, if it has none, of the next folder above that has some. */
function testsBeside(root: string, file: string): readonly string[] {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    const tests = names.filter((name) => name.endsWith('.test.ts'));
    if (tests.length > 0) return tests.map((name) => join(folder, name));
  }
  return [];
}

const isNamedAfter = (test: string, file: string) => test.replace(/\.test\.ts$/, '') === file.replace(/\.ts$/, '');
