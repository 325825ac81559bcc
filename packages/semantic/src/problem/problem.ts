import { type CatalogueCode, type CatalogueParams, sentence } from './catalogue.ts';

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

export type ProblemCode = CatalogueCode;

/** A problem with an input: a value, never an exception. */
export interface Problem {
  /** Stable, documented in `docs/problems.md`; clients match it. */
  readonly code: ProblemCode;
  /** One sentence that names the subject; no stack, no secret. */
  readonly message: string;
  readonly at?: Span;
  /** Advice: "Did you mean orders.count?" Names only what the caller may see. */
  readonly hint?: string;
  /** Parts of a model that it makes unavailable: cubes, views, members, joins. Never shown to callers. */
  readonly takes?: readonly string[];
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function succeed<T>(value: T, warnings: readonly Problem[] = []): Outcome<T> {
  return { ok: true, value, warnings };
}

export function fail<T = never>(...problems: readonly Problem[]): Outcome<T> {
  return { ok: false, problems };
}

export function problem<C extends ProblemCode>(
  code: C,
  params: CatalogueParams<C>,
  where: { readonly at?: Span; readonly hint?: string | undefined } = {},
): Problem {
  return {
    code,
    message: sentence(code, params),
    ...(where.at ? { at: where.at } : {}),
    ...(where.hint ? { hint: where.hint } : {}),
  };
}

export function atRequest(path: string): RequestSpan {
  return { kind: 'request', path };
}
