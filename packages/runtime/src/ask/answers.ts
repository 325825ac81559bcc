import type { AnswerFacts, AnswerHead, AnswerOutcome, CompressedOnce } from '../answer/index.ts';
import type { LoadFacts, ParsedQuery, ParsedRequest } from '../query/index.ts';

type Answered = Extract<AnswerOutcome, { kind: 'answer' }>;

/** The answer takes longer than the caller waits; the same query finds it when it is repeated. */
export type Waiting = Extract<AnswerOutcome, { kind: 'wait' }>;

/** The rows of one query. */
export interface QueryResult extends ParsedQuery, Omit<Answered, 'kind'> {
  /** Returns the facts about the rows: annotation, last refresh, warnings. */
  head(): LoadFacts;
}

interface WholeAnswer {
  readonly request: ParsedRequest;
  /** One for each query of the request, in its order. */
  readonly results: readonly QueryResult[];
}

/** Rows, which the caller presents. */
export interface RowsAnswer extends WholeAnswer {
  readonly kind: 'rows';
}

/** The whole body of a `/v1/load` answer. */
export interface BodyAnswer extends WholeAnswer {
  readonly kind: 'body';
  readonly body: CompressedOnce;
}

/**
 * All rows of a request in lines while they are made, as fast as they are taken: those of a query after those of the
 * one before it. The caller reports the end, by `succeed` or by `fail`.
 */
export interface LinesAnswer {
  readonly kind: 'lines';
  readonly request: ParsedRequest;
  readonly lines: AsyncGenerator<LinesOfQuery, void>;
  /** All was sent. @param bytes of what was made of the lines */
  succeed(bytes: number): void;
  fail(error: unknown): void;
}

/** Lines of rows of one query: `{"data":[["new","3"],...]}`, with the values of its outputs and those of plain times. */
export interface LinesOfQuery {
  readonly query: ParsedQuery;
  /** Whole lines. */
  readonly bytes: Uint8Array;
}

/**
 * The body of a long `/v1/load` answer while it is made, as fast as its pieces are taken. The caller reports the end,
 * by `succeed` or by `fail`.
 */
export interface PiecesAnswer {
  readonly kind: 'pieces';
  readonly request: ParsedRequest;
  readonly head: AnswerHead;
  /** Throws why the rows end early. */
  readonly pieces: AsyncGenerator<Uint8Array, AnswerFacts>;
  /** All was sent. @param sent what `pieces` returned, and the bytes of its pieces */
  succeed(sent: { readonly facts: AnswerFacts; readonly bytes: number }): void;
  fail(error: unknown): void;
}
