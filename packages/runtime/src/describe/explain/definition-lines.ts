import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TemplateInputs } from '@orrery/semantic';
import type { ModelSnapshot } from '../../runtime.ts';

/** Lines of definitions by file. */
export type DefinitionLines = ReadonlyMap<string, ReadonlyMap<string, number>>;

const workerFile = new URL('./definition-lines-worker.ts', import.meta.url);

const known = new WeakMap<ModelSnapshot, Map<string, ReadonlyMap<string, number>>>();

let lastReading: Promise<unknown> = Promise.resolve();

export interface LinesWanted {
  /** The model folder. */
  readonly directory: string;
  /** Paths of files below it. */
  readonly paths: readonly string[];
  /** Values its templates read. */
  readonly templates: TemplateInputs;
}

/**
 * Finds the lines of definitions in some files of a model as saved now; a file may be missing since. Reading positions
 * takes half a second for a megabyte, so a new thread does it, one at a time, once for each file and state of the
 * model.
 *
 * @param templates inputs of the caller's variant of the model
 */
export async function readDefinitionLines(
  model: ModelSnapshot,
  { directory, paths, templates }: LinesWanted,
): Promise<DefinitionLines> {
  const lines = known.get(model) ?? new Map<string, ReadonlyMap<string, number>>();
  known.set(model, lines);
  const reading = lastReading.then(async () => {
    const unread = [...new Set(paths)].filter((path) => !lines.has(path));
    if (unread.length === 0) return;
    const found = new Map(await readInThread({ directory, paths: unread, templates }));
    for (const path of unread) lines.set(path, found.get(path) ?? new Map());
  });
  lastReading = reading.catch(() => undefined); // told to who asked
  await reading;
  return lines;
}

type Read = readonly (readonly [string, ReadonlyMap<string, number>])[];

async function readInThread(wanted: LinesWanted): Promise<Read> {
  const worker = new Worker(workerFile, { workerData: wanted });
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
