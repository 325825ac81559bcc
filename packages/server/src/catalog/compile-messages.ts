import type { MessagePort } from 'node:worker_threads';
import type { CubeName, Problem, UnavailablePiece } from '@orrery/semantic';

/** What the compile thread is told when it starts. */
export interface CompileThreadData {
  readonly modelDirectory: string;
  /** Pieces come over this one, a message each, to be taken at the receiver's pace. */
  readonly piecePort: MessagePort;
}

/** To the thread: read the model folder and compile it. Answered by one `CompileAnswer`. */
export type CompileRequest = { readonly kind: 'compile' };

export type CompileAnswer =
  /** The files are those of the last answer. */
  | { readonly kind: 'unchanged' }
  /** Sent after its pieces. */
  | CompiledAnswer
  /** The folder could not be read, or the compiler failed. */
  | { readonly kind: 'failed'; readonly message: string };

export interface CompiledAnswer {
  readonly kind: 'compiled';
  /** Pieces waiting at the piece port: those the last answer did not have in this form. */
  readonly sentPieces: number;
  /** All pieces of the build, in its order. */
  readonly names: readonly CubeName[];
  readonly unavailable: readonly UnavailablePiece[];
  readonly problems: readonly Problem[];
  readonly notices: readonly Problem[];
  readonly unreadFiles: readonly string[];
}
