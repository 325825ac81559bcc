import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ModelFile } from '@orrery/semantic';
import type { ModelSnapshot } from '../../catalog/runtime.ts';

/** By file, the line of each definition in it. */
export type DefinitionLines = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Beside this file, in TypeScript or built. */
const workerFile = new URL(import.meta.url.replace(/definition-lines(\.\w+)$/, 'definition-lines-worker$1'));

const known = new WeakMap<ModelSnapshot, Map<string, ReadonlyMap<string, number>>>();

let lastReading: Promise<unknown> = Promise.resolve();

/**
 * The lines of definitions in some files of a model, as they are saved now. Reading positions takes half a second for a
 * megabyte, so it is done in a thread that is made for it, one at a time, once for each file and state of the model.
 */
export async function readDefinitionLines(
  model: ModelSnapshot,
  modelDirectory: string,
  paths: readonly string[],
): Promise<DefinitionLines> {
  const lines = known.get(model) ?? new Map<string, ReadonlyMap<string, number>>();
  known.set(model, lines);
  const reading = lastReading.then(async () => {
    const unread = [...new Set(paths)].filter((path) => !lines.has(path));
    if (unread.length === 0) return;
    const files = await Promise.all(unread.map((path) => readModelFile(modelDirectory, path)));
    for (const [path, found] of await readInThread(files)) lines.set(path, found);
  });
  lastReading = reading.catch(() => undefined); // told to who asked
  await reading;
  return lines;
}

/** A file may be gone since its model was compiled. */
async function readModelFile(directory: string, path: string): Promise<ModelFile> {
  return { path, text: await readFile(join(directory, path), 'utf8').catch(() => '') };
}

type Read = readonly (readonly [string, ReadonlyMap<string, number>])[];

async function readInThread(files: readonly ModelFile[]): Promise<Read> {
  const worker = new Worker(workerFile, { workerData: files });
  try {
    const ended = once(worker, 'exit').then((): never => {
      throw new Error('the thread that read model files ended');
    });
    ended.catch(() => undefined); // it also ends after it answered
    const [answer] = await Promise.race([once(worker, 'message'), ended]);
    return answer as Read; // sent by definition-lines-worker.ts alone
  } finally {
    await worker.terminate();
  }
}
