import type { MessagePort } from 'node:worker_threads';
import type {
  ContextRead,
  CubeName,
  ModelFile,
  Problem,
  SecurityContext,
  TemplateVariables,
  UnavailablePiece,
} from '@orrery/semantic';

/** What the compile thread is told when it starts. */
export interface CompileThreadData {
  readonly modelDirectory: string;
  readonly variables: TemplateVariables;
  /** Pieces come over this one, a message each, to be taken at the receiver's pace. */
  readonly piecePort: MessagePort;
}

/** To the thread, answered by one `CompileAnswer` each. */
export type CompileRequest =
  /** Read the model folder and compile it, for a security context that holds nothing. */
  | { readonly kind: 'compile' }
  /** Compile these files, which a build before was made of, for a security context. */
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
  /** Pieces waiting at the piece port: those the last build of the folder did not have in this form. */
  readonly sentPieces: number;
  /** What they take as text. */
  readonly sentBytes: number;
  /** All pieces of the build, in its order. */
  readonly names: readonly CubeName[];
  readonly unavailable: readonly UnavailablePiece[];
  readonly problems: readonly Problem[];
  readonly notices: readonly Problem[];
  readonly contextReads: readonly ContextRead[];
  /** What the build was made of, where templates read a security context: other contexts give other builds of it. */
  readonly files?: readonly ModelFile[];
}
