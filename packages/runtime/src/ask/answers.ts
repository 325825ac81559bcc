import type { AnswerFacts, AnswerOutcome } from '../answer/index.ts';
import type { ParsedRequest } from '../query/index.ts';
import type { LinesHead } from '../question/index.ts';

/** The answer takes longer than the caller waits. A repetition of the same question finds it. */
export type Waiting = Extract<AnswerOutcome, { kind: 'wait' }>;

/** All rows of a request in lines while they are made, as fast as they are taken. The receiver reports how that ended. */
export interface LinesAnswer<About extends ParsedRequest | LinesHead> {
  readonly kind: 'lines';
  readonly about: About;
  /** The rows of a query after those of the one before it. */
  readonly lines: AsyncGenerator<LinesOfQuestion, void>;
  /** Says that lines are not used any more, whose memory may then be freed before the garbage collector finds it. */
  release(lines: Uint8Array): void;
  /** Whether the rows hold a place of an engine, until they are taken, that others wait for. */
  isWaitedFor(): boolean;
  /** All was sent. @param bytes of what was made of the lines */
  succeed(bytes: number): void;
  fail(error: unknown): void;
}

/** Lines of rows: `{"data":[["new","3"],...]}`, with the values of the outputs and those of plain times. */
export interface LinesOfQuestion {
  /** Position of the query in its request; 0 for a statement. */
  readonly of: number;
  /** Whole lines. */
  readonly bytes: Uint8Array;
}

/** A long body while it is made, as fast as its pieces are taken. The receiver reports how that ended. */
export interface PiecesAnswer {
  readonly kind: 'pieces';
  /** Throws why the rows end early. */
  readonly pieces: AsyncGenerator<Uint8Array, AnswerFacts>;
  /** All was sent. @param sent what `pieces` returned, and the bytes of its pieces */
  succeed(sent: { readonly facts: AnswerFacts; readonly bytes: number }): void;
  fail(error: unknown): void;
}
