import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@orrery/kernel';
import type { PublishStep } from './publish-order.ts';

/**
 * Puts files into place, all or none, and never overwrites a file of someone else.
 *
 * All texts are first written to hidden files in the same folders, which readers of models ignore. Then they are
 * renamed one by one: each file is complete or absent, and each step leaves the model valid. A run that fails removes
 * what it put there. A killed run leaves a model without the remaining files, and hidden files that the next run
 * overwrites.
 *
 * @throws OperatorError when a path has been taken meanwhile, or cannot be written
 */
export function publishFiles(modelDirectory: string, steps: readonly PublishStep[]): void {
  const staged = steps.map((step, index) => ({ ...step, hidden: hiddenPath(modelDirectory, step.path, index) }));
  const written: string[] = [];
  const put: string[] = [];
  let current = '';
  try {
    for (const { hidden, path, text } of staged) {
      current = path;
      mkdirSync(dirname(hidden), { recursive: true });
      written.push(hidden);
      writeWhole(hidden, text);
    }
    for (const { hidden, path, isReplacement } of staged) {
      current = path;
      const place = join(modelDirectory, path);
      if (isReplacement) renameSync(hidden, place);
      else {
        linkSync(hidden, place); // unlike a rename, it fails where something is
        put.push(place);
      }
    }
  } catch (error) {
    for (const place of put) rmSync(place, { force: true });
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new OperatorError(`Nothing was written: ${current} in '${modelDirectory}' cannot be made (${reason}).`, {
      cause: error,
    });
  } finally {
    for (const hidden of written) rmSync(hidden, { force: true });
  }
}

function hiddenPath(modelDirectory: string, path: string, index: number): string {
  return join(modelDirectory, dirname(path), `.${basename(path)}.${index}.generated`);
}

function writeWhole(path: string, text: string): void {
  const file = openSync(path, 'w', 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
