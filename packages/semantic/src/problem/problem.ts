import { type CatalogueCode, type CatalogueParams, sentence } from './catalogue.ts';

/** A place in a document before its text has been parsed with positions: file and the keys that lead there. */
interface DocumentSpan {
  readonly kind: 'document';
  readonly file: string;
  readonly path: readonly (string | number)[];
}

/** A place in a text file. `line` and `column` count from 1; `length` is in UTF-16 units. */
export interface FileSpan {
  readonly kind: 'file';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A place in a request: `filters[0].values`. */
export interface RequestSpan {
  readonly kind: 'request';
  readonly path: string;
}

export type Span = DocumentSpan | FileSpan | RequestSpan;

export type ProblemCode = CatalogueCode;

/** Something in somebody's input is wrong: a value, never an exception. */
export interface Problem {
  /** Stable, documented in `docs/problems.md`, matched by clients. */
  readonly code: ProblemCode;
  /** One sentence that names the thing; no stack, no secret. */
  readonly message: string;
  readonly at?: Span;
  /** What to do: "Did you mean orders.count?" Names only what the caller may see. */
  readonly hint?: string;
  /** What in a model cannot be asked because of it: cubes, views, members, joins. Nothing of this is told to callers. */
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
