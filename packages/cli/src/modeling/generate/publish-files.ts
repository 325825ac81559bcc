import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '@orrery/kernel';
import type { PublishStep } from './publish-order.ts';

/**
 * Puts files in their places, all or none, and never over a file of somebody else.
 *
 * All texts are first written to hidden files beside their places, which no reader of models sees. Then they are put
 * there one by one: a file is there whole or not at all, and each step leaves the model whole. A run that fails takes
 * back what it put there; one that is killed leaves a model that lacks the rest, and hidden files the next run writes over.
 *
 * @throws OperatorError when a place is taken by now, or cannot be written
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
