import { type RequestOwner, SerialThread } from '@orrery/kernel';
import type { TemplateInputs } from '@orrery/semantic';
import type { ModelSnapshot } from '../../runtime.ts';

/** Lines of the definitions of one file, by their names. */
type Lines = ReadonlyMap<string, number>;

/** Lines of definitions by file. */
export type DefinitionLines = ReadonlyMap<string, Lines>;

const program = {
  file: new URL('./definition-lines-worker.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 768 },
};

/** Sizes are numbers of requests. A model of 40,000 members takes some seconds. */
const limits = {
  answerWithinMs: 100_000,
  processorMs: 15_000,
  startWithinMs: 60_000,
  keepForMs: 1_000,
  waitingSize: 1_000,
  waitingSizeOfCaller: 100,
};

const thread = new SerialThread<LinesWanted, ReadLines>(program, limits);

const known = new WeakMap<ModelSnapshot, Map<string, Promise<Lines>>>();

export interface LinesWanted {
  /** The model folder. */
  readonly directory: string;
  /** Paths of files below it. */
  readonly paths: readonly string[];
  /** Values its templates read. */
  readonly templates: TemplateInputs;
}

/** Answer of the thread. */
export type ReadLines = readonly (readonly [path: string, Lines])[];

/**
 * Finds the lines of definitions in some files of a model as saved now; a file may be missing since. Reading positions
 * takes half a second for a megabyte, so a thread does it, by turns of accounts and callers, once for each file and state
 * of the model. Files that take too much have no lines.
 *
 * @param templates inputs of the caller's variant of the model
 */
export async function readDefinitionLines(
  model: ModelSnapshot,
  { directory, paths, templates }: LinesWanted,
  asker: RequestOwner | undefined,
): Promise<DefinitionLines> {
  const lines = known.get(model) ?? new Map<string, Promise<Lines>>();
  known.set(model, lines);
  const unread = [...new Set(paths)].filter((path) => !lines.has(path));
  if (unread.length > 0) {
    const reading = thread.ask({ directory, paths: unread, templates }, 1, asker).then(
      (read) => new Map(read),
      () => {
        for (const path of unread) lines.delete(path); // the next request may find the thread free
        return new Map<string, Lines>();
      },
    );
    for (const path of unread)
      lines.set(
        path,
        reading.then((found) => found.get(path) ?? new Map()),
      );
  }
  const found = paths.map(async (path) => [path, (await lines.get(path)) ?? new Map()] as const);
  return new Map(await Promise.all(found));
}
