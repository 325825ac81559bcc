import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ContextRead, CubeName, ModelBuild, ModelFile, Piece, TemplateVariables } from '@orrery/semantic';
import { outsideRequests, type SecurityContext } from '@orrery/kernel';
import type { CompileAnswer, CompiledAnswer, CompileRequest, CompileThreadData } from './compile-messages.ts';
import { type CompileLimits, takesTooLong, takesTooMuch } from './compile-limits.ts';
import { inTurns } from './in-turns.ts';

export interface CompiledModel {
  readonly build: ModelBuild;
  /** Values of the security context it depends on; empty when it is equal for all. */
  readonly contextReads: readonly ContextRead[];
  /** Memory in addition to the build of the folder it is a variant of. */
  readonly ownBytes: number;
  /** Source files for further variants, when it depends on a security context. */
  readonly files?: readonly ModelFile[];
}

export type CompileResult = { readonly kind: 'unchanged' } | ({ readonly kind: 'compiled' } & CompiledModel);

/** Idle time of the thread: while a user edits, the next save comes sooner; an idle thread holds some 15 MB. */
const keepForMs = 30_000;

/** A compilation keeps most objects, so a larger young generation would only use memory. */
const maxYoungGenerationSizeMb = 6;

/** How often a limited compilation is checked. */
const lookEveryMs = 100;

/**
 * Memory beyond the limit at which the thread is ended: where V8 itself finds a heap full, it may end the whole process
 * instead of the thread.
 */
const spareHeapMb = 512;

const workerFile = new URL('./compile-worker.ts', import.meta.url);

/**
 * Compiles one model folder in a thread of its own, which keeps the compile cache between runs.
 *
 * The thread sends only pieces that changed since its last answer; this side keeps the others. It ends after the first
 * compilation, since most models are not edited while served, and some time after the last one of a model that is
 * edited or has variants. A thread that ended, for example out of memory or over its limits, is replaced for the next
 * compilation; the new one has an empty cache and sends everything.
 */
export class CompileThread {
  readonly #modelDirectory: string;
  readonly #variables: TemplateVariables;
  readonly #limits: CompileLimits | undefined;
  #thread: CompileWorker | undefined;
  #pieces: ReadonlyMap<CubeName, Piece> = new Map();
  #mayEndAtOnce = true;
  #last: Promise<unknown> = Promise.resolve();
  #ending: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** Starts the thread at once, so that it loads its code in parallel. */
  constructor(modelDirectory: string, variables: TemplateVariables, limits?: CompileLimits) {
    this.#modelDirectory = modelDirectory;
    this.#variables = variables;
    this.#limits = limits;
    this.#thread = outsideRequests(() => this.#start());
  }

  /** Compiles the folder, after earlier requests. @throws when the folder cannot be read, or the thread ends */
  compile(): Promise<CompileResult> {
    return this.#inTurn(async () => {
      const answer = await this.#ask({ kind: 'compile' });
      if (answer.kind === 'unchanged') return answer;
      const { result, pieces } = answer;
      this.#pieces = pieces;
      if (this.#mayEndAtOnce && result.contextReads.length === 0) void this.#endThread();
      this.#mayEndAtOnce = false;
      return { kind: 'compiled', ...result };
    });
  }

  /**
   * Compiles these files for one security context. Equal parts are shared with the build of the folder.
   *
   * @throws when the thread ends
   */
  compileVariant(files: readonly ModelFile[], context: SecurityContext): Promise<CompiledModel> {
    return this.#inTurn(async () => {
      const answer = await this.#ask({ kind: 'variant', files, context });
      if (answer.kind === 'unchanged') throw new Error('the compile thread gave no variant');
      return answer.result;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined); // reported to its own caller
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#ending);
    const thread = this.#thread;
    this.#thread = undefined;
    thread?.piecePort.close();
    await thread?.worker.terminate();
  }

  #start(): CompileWorker {
    const { port1, port2 } = new MessageChannel();
    const workerData: CompileThreadData = {
      modelDirectory: this.#modelDirectory,
      variables: this.#variables,
      piecePort: port2,
    };
    const heap = this.#limits ? { maxOldGenerationSizeMb: this.#limits.heapMb + spareHeapMb } : {};
    const resourceLimits = { maxYoungGenerationSizeMb, ...heap };
    const worker = new Worker(workerFile, { workerData, transferList: [port2], resourceLimits });
    const thread: CompileWorker = { worker, piecePort: port1 };
    worker.on('error', () => undefined); // told to whoever asked; without a listener it would end the process
    worker.on('exit', () => {
      port1.close();
      if (this.#thread === thread) this.#thread = undefined;
    });
    worker.unref();
    return thread;
  }

  async #ask(request: CompileRequest): Promise<{ readonly kind: 'unchanged' } | Received> {
    if (this.#isClosed) throw new Error('the compile thread is closed');
    clearTimeout(this.#ending);
    this.#thread ??= outsideRequests(() => this.#start());
    const { worker, piecePort } = this.#thread;
    const answer = await this.#withinLimits(worker, ask(worker, request));
    this.#ending = outsideRequests(() => setTimeout(() => void this.#endThread(), keepForMs).unref());
    if (answer.kind === 'failed') throw new Error(`The model could not be compiled: ${answer.message}`);
    return answer.kind === 'unchanged' ? answer : await this.#receive(answer, piecePort);
  }

  /** @throws ModelTooLarge when the thread had to be ended */
  async #withinLimits(worker: Worker, asked: Promise<CompileAnswer>): Promise<CompileAnswer> {
    const limits = this.#limits;
    if (!limits) return asked;
    const late = Promise.withResolvers<never>();
    const before = await cpuMsOf(worker);
    const look = async () => {
      const [cpuMs, heapMb] = await Promise.all([cpuMsOf(worker), heapMbOf(worker)]);
      if (cpuMs - before > limits.cpuMs) late.reject(takesTooLong(limits));
      else if (heapMb > limits.heapMb) late.reject(takesTooMuch(limits));
      else return;
      await worker.terminate();
    };
    const looking = setInterval(() => void look(), lookEveryMs).unref();
    try {
      return await Promise.race([asked, late.promise]);
    } catch (error) {
      const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isOutOfMemory ? takesTooMuch(limits) : error;
    } finally {
      clearInterval(looking);
      asked.catch(() => undefined); // the thread that was ended says so as well
    }
  }

  /** Takes several turns of the event loop: receiving 40,000 members at once would block it for 136 ms. */
  async #receive(answer: CompiledAnswer, piecePort: MessagePort): Promise<Received> {
    const { sentPieces, sentBytes, names, unavailable, problems, notices, contextReads, files } = answer;
    const known = new Map(this.#pieces);
    await inTurns(Array.from({ length: sentPieces }), () => {
      const message = receiveMessageOnPort(piecePort) as { readonly message: Piece } | undefined; // the thread sends pieces only
      if (!message) throw new Error('the compile thread announced more pieces than it sent');
      const piece = message.message;
      if (known.get(piece.name)?.hash !== piece.hash) known.set(piece.name, piece);
    });
    const pieces = names.map((name) => {
      const piece = known.get(name);
      if (!piece) throw new Error(`the compile thread did not send the piece '${name}'`);
      return piece;
    });
    const build = { pieces, unavailable, problems, notices };
    const result = { build, contextReads, ownBytes: sentBytes, ...(files ? { files } : {}) };
    return { kind: 'received', result, pieces: new Map(pieces.map((piece) => [piece.name, piece])) };
  }
}

interface Received {
  readonly kind: 'received';
  readonly result: CompiledModel;
  readonly pieces: ReadonlyMap<CubeName, Piece>;
}

interface CompileWorker {
  readonly worker: Worker;
  readonly piecePort: MessagePort;
}

/** CPU time of the thread; 0 for one that has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage().catch(() => undefined);
  return usage ? (usage.user + usage.system) / 1000 : 0;
}

async function heapMbOf(worker: Worker): Promise<number> {
  const heap = await worker.getHeapStatistics().catch(() => undefined);
  return heap ? heap.used_heap_size / 1024 ** 2 : 0;
}

/** @throws when the thread fails or ends before it answers */
function ask(worker: Worker, request: CompileRequest): Promise<CompileAnswer> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      worker.unref();
    };
    const onMessage = (answer: CompileAnswer) => {
      done();
      resolve(answer);
    };
    const onError = (error: unknown) => {
      done();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onExit = () => onError(new Error('the compile thread ended'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(request);
  });
}
