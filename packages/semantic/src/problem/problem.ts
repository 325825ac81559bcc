import type { ReportedProblem, RequestSpan, Span } from '@orrery/kernel';
import { type CatalogueCode, type CatalogueParams, sentence } from './catalogue.ts';

export type ProblemCode = CatalogueCode;

/** A problem with a model or a query: a value, never an exception. */
export interface Problem extends ReportedProblem {
  readonly code: ProblemCode;
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
