import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConfigError, describeConfigProblem } from '../../../kernel/src/failure/config-problem.ts';
import type { DataSourceSettings } from '../data-sources.ts';
import { readProject } from '../project.ts';

/** Makes a project that has nothing, in a folder that is deleted with the test. */
export function emptyProject(): string {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-project-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, 'model'));
  return directory;
}

/** Reads the data source `default` of a project. @param text its keys, one a line, without indentation */
export function readSource(
  directory: string,
  text: string,
  environment: Readonly<Record<string, string>> = {},
): DataSourceSettings | undefined {
  const lines = text.trimEnd().split('\n');
  const source = ['data_sources:', '  default:', ...lines.map((line) => `    ${line}`)];
  writeFileSync(join(directory, 'orrery.yml'), `${source.join('\n')}\n`);
  return readProject(directory, environment).dataSources.get('default');
}

/** The problems that `work` reports, one a line. */
export function problemsOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(describeConfigProblem).join('\n');
    throw error;
  }
  throw new Error('expected problems');
}
