import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { CubeName, ModelBuild, Piece } from '@orrery/semantic';
import type { CompileAnswer, CompiledAnswer, CompileRequest, CompileThreadData } from './compile-messages.ts';

/** Receiving stops for other work after this long: taking 40,000 members at once stalls the loop for 136 ms. */
const receiveForMs = 4;

export type CompileResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'compiled'; readonly build: ModelBuild; readonly unreadFiles: readonly string[] };

/**
 * Compiles one model folder in a thread of its own, which keeps the compile cache between runs.
 *
 * The thread sends only pieces that changed since its last answer; this side keeps the others.
 */
export class CompileThread {
  readonly #worker: Worker;
  readonly #piecePort: MessagePort;
  #pieces: ReadonlyMap<CubeName, Piece> = new Map();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(modelDirectory: string) {
    const { port1, port2 } = new MessageChannel();
    this.#piecePort = port1;
    const workerData: CompileThreadData = { modelDirectory, piecePort: port2 };
    this.#worker = new Worker(new URL('./compile-worker.ts', import.meta.url), { workerData, transferList: [port2] });
    this.#worker.unref();
  }

  /** Runs after those asked for before it. @throws when the folder cannot be read, or the thread ends */
  compile(): Promise<CompileResult> {
    const result = this.#last.then(() => this.#compileOnce());
    this.#last = result.catch(() => undefined); // reported to its own caller
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#piecePort.close();
    await this.#worker.terminate();
  }

  async #compileOnce(): Promise<CompileResult> {
    const answer = await this.#ask();
    switch (answer.kind) {
      case 'unchanged':
        return { kind: 'unchanged' };
      case 'failed':
        throw new Error(`The model could not be compiled: ${answer.message}`);
      case 'compiled':
        return { kind: 'compiled', build: await this.#receive(answer), unreadFiles: answer.unreadFiles };
    }
  }

  #ask(): Promise<CompileAnswer> {
    if (this.#isClosed) return Promise.reject(new Error('the compile thread is closed'));
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        this.#worker.unref();
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
      this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      this.#worker.ref();
      this.#worker.postMessage({ kind: 'compile' } satisfies CompileRequest);
    });
  }

  async #receive({ sentPieces, names, unavailable, problems, notices }: CompiledAnswer): Promise<ModelBuild> {
    const known = new Map(this.#pieces);
    let pauseAt = performance.now() + receiveForMs;
    for (let received = 0; received < sentPieces; received++) {
      if (performance.now() > pauseAt) {
        await setImmediate();
        pauseAt = performance.now() + receiveForMs;
      }
      const message = receiveMessageOnPort(this.#piecePort) as { readonly message: Piece } | undefined; // the thread sends pieces only
      if (!message) throw new Error('the compile thread announced more pieces than it sent');
      known.set(message.message.name, message.message);
    }
    const pieces = names.map((name) => {
      const piece = known.get(name);
      if (!piece) throw new Error(`the compile thread did not send the piece '${name}'`);
      return piece;
    });
    this.#pieces = new Map(pieces.map((piece) => [piece.name, piece]));
    return { pieces, unavailable, problems, notices };
  }
}
