import type { Logger } from 'pino';
import { CompileThread, type CompileResult } from './compile-thread.ts';
import { describeModelProblem } from './describe-model-problem.ts';
import { mayReplace, snapshotOf } from './model-snapshot.ts';
import type { ModelFigures, ModelSnapshot } from './runtime.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

type Compiled = Extract<CompileResult, { kind: 'compiled' }> & { readonly tookMs: number };

/**
 * The model of one folder as it is served, following the folder.
 *
 * Opening: the first compilation; what is broken is unavailable, with what depends on it, and the rest serves.
 * Serving: a change compiles in the background and replaces the snapshot at once, or not at all when it is broken;
 * then the previous snapshot goes on, whole, until the next change.
 * Closed: no more compilations; the last snapshot stays readable for requests that hold it.
 */
export class ServedModel {
  readonly #modelDirectory: string;
  readonly #thread: CompileThread;
  readonly #log: Logger;
  #watch: FolderWatch | undefined;
  #snapshot: ModelSnapshot;
  #figures: ModelFigures;
  #isClosed = false;

  /** @throws when the folder cannot be read */
  static async open(modelDirectory: string, log: Logger): Promise<ServedModel> {
    const thread = new CompileThread(modelDirectory);
    try {
      const startedAt = performance.now();
      const first = await thread.compile();
      if (first.kind !== 'compiled') throw new Error('the compile thread began without a model');
      return new ServedModel(modelDirectory, thread, log, { ...first, tookMs: performance.now() - startedAt });
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  private constructor(modelDirectory: string, thread: CompileThread, log: Logger, first: Compiled) {
    this.#modelDirectory = modelDirectory;
    this.#thread = thread;
    this.#log = log;
    this.#snapshot = snapshotOf(first.build);
    const problems = first.build.problems.length;
    this.#figures = { compiles: 1, refusedCompiles: 0, lastCompileMs: first.tookMs, problems };
    this.#report(first);
    this.#watch = this.#startWatching();
  }

  get snapshot(): ModelSnapshot {
    return this.#snapshot;
  }

  get figures(): ModelFigures {
    return this.#figures;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch?.close();
    await this.#thread.close();
  }

  #startWatching(): FolderWatch | undefined {
    const onError = (error: unknown) =>
      this.#log.error({ err: error }, 'model files are no longer watched; restart to follow them');
    try {
      return watchFolder(this.#modelDirectory, () => void this.#follow(), onError);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async #follow(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const startedAt = performance.now();
      const result = await this.#thread.compile();
      if (result.kind === 'compiled') this.#offer({ ...result, tookMs: performance.now() - startedAt });
    } catch (error) {
      if (!this.#isClosed)
        this.#log.error({ err: error }, 'the saved model cannot be read; the previous model keeps serving');
    }
  }

  #offer(result: Compiled): void {
    this.#report(result);
    const isBetter = mayReplace(this.#snapshot.build, result.build);
    this.#figures = {
      compiles: this.#figures.compiles + 1,
      refusedCompiles: this.#figures.refusedCompiles + (isBetter ? 0 : 1),
      lastCompileMs: result.tookMs,
      problems: result.build.problems.length,
    };
    if (!isBetter) {
      this.#log.error(
        { problems: result.build.problems.length },
        'the saved model is broken; the previous model keeps serving',
      );
      return;
    }
    const next = snapshotOf(result.build);
    if (next.version === this.#snapshot.version) {
      this.#log.info('the saved model changes no answer');
    } else {
      this.#log.info({ version: next.version }, 'the saved model is serving');
    }
    this.#snapshot = next;
  }

  #report({ build, unreadFiles }: Compiled): void {
    for (const problem of build.problems) this.#log.error(describeModelProblem(problem, this.#modelDirectory));
    for (const notice of build.notices) this.#log.warn(describeModelProblem(notice, this.#modelDirectory));
    for (const file of unreadFiles) this.#log.warn(`${file} is not read: this version reads models in YAML`);
  }
}
