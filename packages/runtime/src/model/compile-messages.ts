import type { MessagePort } from 'node:worker_threads';
import type { SecurityContext } from '@orrery/kernel';
import type { ContextRead, CubeName, ModelFile, Problem, TemplateVariables, UnavailablePiece } from '@orrery/semantic';

/** Start data of the compile thread. */
export interface CompileThreadData {
  readonly modelDirectory: string;
  readonly variables: TemplateVariables;
  /** Port for pieces, one message each, which the receiver takes at its own pace. */
  readonly piecePort: MessagePort;
}

/** Request to the thread, answered by one `CompileAnswer`. */
export type CompileRequest =
  /** Read the model folder and compile it, with an empty security context. */
  | { readonly kind: 'compile' }
  /** Compile the files of an earlier build with a security context. */
  | { readonly kind: 'variant'; readonly files: readonly ModelFile[]; readonly context: SecurityContext };

export type CompileAnswer =
  /** The files are those of the last answer. */
  | { readonly kind: 'unchanged' }
  /** Sent after its pieces. */
  | CompiledAnswer
  /** The folder could not be read, or the compiler failed. */
  | { readonly kind: 'failed'; readonly message: string };

export interface CompiledAnswer {
  readonly kind: 'compiled';
  /** Number of pieces waiting at the port: those that differ from the last build of the folder. */
  readonly sentPieces: number;
  /** Their size as text. */
  readonly sentBytes: number;
  /** Names of all pieces of the build, in order. */
  readonly names: readonly CubeName[];
  readonly unavailable: readonly UnavailablePiece[];
  readonly problems: readonly Problem[];
  readonly notices: readonly Problem[];
  readonly contextReads: readonly ContextRead[];
  /** The source files, when templates read a security context: other contexts give other builds of them. */
  readonly files?: readonly ModelFile[];
}
