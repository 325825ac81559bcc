import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..');

export interface Source {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly text: string;
}

const isTest = /\.test\.ts$/;
const isOfTests = /(?:\.test|-for-test|-fixture)\.tsx?$/;

/** @returns the files of the packages without tests, but with those that only tests import */
export function filesBesideTests(pattern = 'packages/*/src/**/*.ts'): readonly string[] {
  return filesOf(pattern).filter((file) => !isTest.test(file));
}

/**
 * @returns the files of the packages that run when Orrery runs: without tests, and without those that only tests import
 */
export function productionFiles(pattern = 'packages/*/src/**/*.ts'): readonly string[] {
  return filesOf(pattern).filter((file) => !isOfTests.test(file));
}

/** @returns the files of packages and applications that run when Orrery runs, without those that a program writes */
export function filesOfTheProduct(): readonly string[] {
  const all = filesOf('{packages,apps}/*/src/**/*.{ts,tsx}');
  return all.filter((file) => !isOfTests.test(file) && !file.endsWith('/served-types.ts')).sort();
}

export function readSources(files: readonly string[]): readonly Source[] {
  return files.map((file) => ({ file, text: textOf(file) }));
}

/** @param file relative to the repository */
export function textOf(file: string): string {
  return readFileSync(resolve(root, file), 'utf8');
}

function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
}
