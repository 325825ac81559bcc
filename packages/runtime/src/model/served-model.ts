import type { Logger } from 'pino';
import type { FolderListing, ModelFile, Problem, TemplateVariables } from '@orrery/semantic';
import type { CompileLimits } from './compile-limits.ts';
import { type CompiledModel, CompileThread } from './compile-thread.ts';
import { outsideRequests, type SecurityContext } from '@orrery/kernel';
import { describeModelProblem } from './describe-model-problem.ts';
import { inTurns } from './in-turns.ts';
import { mayReplace, snapshotOf } from './model-snapshot.ts';
import { ModelVariants } from './model-variants.ts';
import type { ModelFigures, ModelSnapshot } from '../runtime.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

type TimedCompilation = CompiledModel & { readonly tookMs: number };

export interface ServedModelSettings {
  /** Variables that templates may read. */
  readonly variables: TemplateVariables;
  /** Limits of a compilation; absent for the operator's own models. */
  readonly limits?: CompileLimits;
  /** How folders of views are schemas; absent where they are none. */
  readonly folderSchemas?: FolderListing | undefined;
  /** Bound on the memory of all variants. */
  readonly variantBytes: number;
}

const defaultSettings: ServedModelSettings = { variables: new Map(), variantBytes: 64 * 1024 * 1024 };

/**
 * The served model of one folder, which follows changes of the folder.
 *
 * Opening: the first compilation; broken parts are unavailable with their dependents, and the rest serves. Serving: a
 * change compiles in the background and replaces the snapshot at once, or not at all when it is broken; the previous
 * snapshot then continues unchanged. Closed: no more compilations; the last snapshot stays readable for requests that
 * hold it.
 */
export class ServedModel {
  readonly #modelDirectory: string;
  readonly #thread: CompileThread;
  readonly #log: Logger;
  readonly #folderSchemas: FolderListing | undefined;
  #watch: FolderWatch | undefined;
  #snapshot: ModelSnapshot;
  #figures: Omit<ModelFigures, 'variants'>;
  #isClosed = false;
  #following: Promise<void> = Promise.resolve();
  readonly #variants: ModelVariants;
  /** Files of the serving snapshot, when templates read a security context. */
  #files: readonly ModelFile[] | undefined;
  /** Logged problems of variants since the last save. */
  readonly #reported = new Set<string>();

  /** @throws when the folder cannot be read */
  static async open(modelDirectory: string, log: Logger, settings = defaultSettings): Promise<ServedModel> {
    const thread = new CompileThread(modelDirectory, settings.variables, settings.limits);
    try {
      const startedAt = performance.now();
      const first = await thread.compile();
      if (first.kind !== 'compiled') throw new Error('the compile thread began without a model');
      const compiled = { ...withoutContext(first), tookMs: performance.now() - startedAt };
      const snapshot = await snapshotOf(compiled.build, settings.folderSchemas);
      const model = new ServedModel(modelDirectory, thread, log, { ...compiled, snapshot }, settings);
      model.#watch = await model.#startWatching();
      return model;
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  private constructor(
    modelDirectory: string,
    thread: CompileThread,
    log: Logger,
    first: TimedCompilation & { readonly snapshot: ModelSnapshot },
    { variantBytes, folderSchemas }: ServedModelSettings,
  ) {
    this.#modelDirectory = modelDirectory;
    this.#thread = thread;
    this.#log = log;
    this.#folderSchemas = folderSchemas;
    this.#snapshot = first.snapshot;
    this.#files = first.files;
    this.#variants = new ModelVariants({
      maxBytes: variantBytes,
      folderSchemas,
      compile: (context) => this.#compileVariant(context),
      onCompiled: (compiled) => void this.#reportVariant(compiled),
    });
    const problems = first.build.problems.length;
    this.#figures = { compiles: 1, refusedCompiles: 0, lastCompileMs: first.tookMs, problems };
    void this.#report(first);
  }

  get snapshot(): ModelSnapshot {
    return this.#snapshot;
  }

  /**
   * Returns the model for a security context. It is the same for all unless templates read the context.
   *
   * @throws Unavailable when its variant cannot be compiled now
   */
  snapshotFor(context: SecurityContext): ModelSnapshot | Promise<ModelSnapshot> {
    return this.#files === undefined ? this.#snapshot : this.#variants.of(context);
  }

  get figures(): ModelFigures {
    return { ...this.#figures, variants: this.#variants.count };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch?.close();
    await this.#thread.close();
  }

  async #startWatching(): Promise<FolderWatch | undefined> {
    const onError = (error: unknown) =>
      this.#log.error({ err: error }, 'model files are no longer watched; restart to follow them');
    try {
      return await outsideRequests(() => watchFolder(this.#modelDirectory, () => this.#follow(), onError));
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  async #compileVariant(context: SecurityContext): Promise<CompiledModel> {
    if (this.#files) return this.#thread.compileVariant(this.#files, context);
    return { build: this.#snapshot.build, contextReads: [], ownBytes: 0 }; // a save meanwhile reads no context any more
  }

  /** Handles one save after the other. */
  #follow(): void {
    this.#following = this.#following.then(() => this.#followOnce());
  }

  async #followOnce(): Promise<void> {
    if (this.#isClosed) return;
    try {
      const startedAt = performance.now();
      const result = await this.#thread.compile();
      if (result.kind === 'compiled')
        await this.#offer({ ...withoutContext(result), tookMs: performance.now() - startedAt });
    } catch (error) {
      if (!this.#isClosed)
        this.#log.error({ err: error }, 'the saved model cannot be read; the previous model keeps serving');
    }
  }

  async #offer(result: TimedCompilation): Promise<void> {
    await this.#report(result);
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
    const next = await snapshotOf(result.build, this.#folderSchemas);
    this.#files = result.files;
    this.#reported.clear();
    this.#variants.renew();
    if (next.version === this.#snapshot.version) {
      this.#log.info('the saved model changes no answer');
    } else {
      this.#log.info({ version: next.version }, 'the saved model is serving');
    }
    this.#snapshot = next;
  }

  async #report({ build }: TimedCompilation): Promise<void> {
    const describe = (problem: Problem) => describeModelProblem(problem, this.#modelDirectory);
    await inTurns(build.problems, (problem) => this.#log.error(describe(problem)));
    await inTurns(build.notices, (notice) => this.#log.warn(describe(notice)));
  }

  /** Logs a fault once, however many callers have it. */
  async #reportVariant({ build }: CompiledModel): Promise<void> {
    const snapshot = this.#snapshot;
    await inTurns(build.problems, (problem) => {
      const isOver = this.#isClosed || this.#snapshot !== snapshot;
      if (isOver || this.#reported.size >= mostReported) return;
      const text = describeModelProblem(problem, this.#modelDirectory);
      if (this.#reported.has(text)) return;
      this.#reported.add(text);
      this.#log.warn(`for some callers: ${text}`);
    });
  }
}

const mostReported = 100;

/** Removes problems that come only from the empty context; a caller with one gets them in the answer. */
function withoutContext<T extends CompiledModel>(compiled: T): T {
  const { build } = compiled;
  return { ...compiled, build: { ...build, problems: build.problems.filter((one) => !isOfContext(one)) } };
}

function isOfContext({ code }: Problem): boolean {
  return code === 'model.template-missing-context';
}
