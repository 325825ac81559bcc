/** A position in a document that was not parsed with positions: file and keys. */
interface DocumentSpan {
  readonly kind: 'document';
  readonly file: string;
  readonly path: readonly (string | number)[];
}

/** A position in a text file. `line` and `column` count from 1; `length` is in UTF-16 units. */
export interface FileSpan {
  readonly kind: 'file';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A position in a request: `filters[0].values`. */
export interface RequestSpan {
  readonly kind: 'request';
  readonly path: string;
}

export type Span = DocumentSpan | FileSpan | RequestSpan;

/** A problem with an input as callers see it. Where it was found, its code is one of a catalogue. */
export interface ReportedProblem {
  /** Stable, documented in `docs/problems.md`; clients match it. */
  readonly code: string;
  /** One sentence that names the subject; no stack, no secret. */
  readonly message: string;
  readonly at?: Span;
  /** Advice: "Did you mean orders.count?" Names only what the caller may see. */
  readonly hint?: string;
}
