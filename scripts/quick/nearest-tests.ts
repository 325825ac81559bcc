import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { storiesOfRooms } from '../../tests/console/stories-of-rooms.ts';
import { longFiles } from '../../tests/long-files.ts';
import { importersIn } from './import-graph.ts';

/** Maximum number of import steps to tests that stand beside code; farther away are tests of nearly everything. */
const mostSteps = 3;
/** Rank of tests from farther away that share a word with a file: before most tests beside other code. */
const rankOfNames = 2;
/** Rank of stories in the browser: behind tests beside code, which are quicker. */
const rankOfStories = mostSteps + 1;
/** Parts of file names that say nothing about a subject. */
const commonWords = new Set(['index', 'store', 'service', 'routes', 'route', 'page', 'test', 'table', 'with', 'from']);

export interface NearestTests {
  /** Paths from the root, the nearest first. */
  readonly chosen: readonly string[];
  /** Number of further tests that the change concerns. */
  readonly left: number;
}

/**
 * Finds the tests nearest to changed files: changed tests; tests in the folder of a changed file, or in the next folder
 * above that has tests; tests whose imports reach a changed file in a few steps, or from farther away if their names
 * share a word with it; stories in the browser for the rooms of the application. Long tests are only chosen when they
 * changed or nothing else covers a room.
 */
export function nearestTests(root: string, changed: readonly string[], most: number): NearestTests {
  const importers = importersIn(root);
  const ranks = new Map<string, number>();
  const left = new Set<string>();
  const meet = (test: string, rank: number) => {
    const isLong = longFiles.includes(test) && !changed.includes(test) && rank !== 0;
    if (isLong) left.add(test);
    else if (rank < (ranks.get(test) ?? Number.POSITIVE_INFINITY)) ranks.set(test, rank);
  };
  for (const file of changed) {
    if (isTest(file)) meet(file, 0);
    else for (const test of testsBeside(root, file)) meet(test, isNamedAfter(test, file) ? 0 : 1);
    for (const [test, steps] of testsThatReach(file, importers)) {
      if (sharesWord(test, file)) meet(test, Math.min(steps, rankOfNames));
      else if (steps <= mostSteps && isBesideCode(test)) meet(test, steps);
      else left.add(test);
    }
    const stories = storiesFor(file).filter((story) => existsSync(join(root, story)));
    const short = stories.filter((story) => !longFiles.includes(story));
    for (const story of stories) left.add(story);
    for (const story of (short.length > 0 ? short : stories).slice(0, 2)) {
      ranks.set(story, ranks.get(story) ?? rankOfStories);
    }
  }
  const chosen = [...ranks.keys()].toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)).slice(0, most);
  return { chosen, left: new Set([...ranks.keys(), ...left]).size - chosen.length };
}

/** Tests by the number of import steps from them to a file. */
function testsThatReach(
  file: string,
  importers: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const steps = new Map([[file, 0]]);
  for (const [name, count] of steps) {
    for (const importer of importers.get(name) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return new Map([...steps].filter(([name]) => name !== file && isTest(name)));
}

/** Tests of the file's folder or, if it has none, of the next folder above that has some. */
function testsBeside(root: string, file: string): readonly string[] {
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
    const tests = names.filter(isTest);
    if (tests.length > 0) return tests.map((name) => join(folder, name));
  }
  return [];
}

/** Stories in the browser for a file of the application. */
function storiesFor(file: string): readonly string[] {
  const room = /^apps\/console\/src\/([^/]+)/.exec(file)?.[1] ?? '';
  const stories = (storiesOfRooms[room] ?? []).map((story) => `tests/console/${story}.test.ts`);
  return stories.toSorted((a, b) => Number(sharesWord(b, file)) - Number(sharesWord(a, file)));
}

function sharesWord(test: string, file: string): boolean {
  const known = wordsOf(file.replace(/\/(src|index\.ts)(?=\/|$)/g, ''));
  return [...wordsOf(test)].some((word) => known.has(word));
}

/** Words in the name of a file and of its folder, without their endings. */
function wordsOf(file: string): ReadonlySet<string> {
  const words = [basename(dirname(file)), basename(file).replace(/\..*$/, '')].flatMap((name) => name.split('-'));
  return new Set(
    words
      .filter((word) => word.length > 3 && !commonWords.has(word))
      .map((word) => word.replace(/(ies|ing|e?s|[ey])$/, '')),
  );
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const isBesideCode = (test: string) => /^(packages|apps|cases|docs|examples|scripts|bench)\//.test(test);

const isNamedAfter = (test: string, file: string) => test.replace(/\.test\.tsx?$/, '') === file.replace(/\.tsx?$/, '');
