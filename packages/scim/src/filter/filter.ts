export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

export type Operator = (typeof operators)[number];

export type Comparand = string | number | boolean | null;

/** A parsed filter (RFC 7644 section 3.4.2.2) whose names are not resolved yet. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly name: string }
  | { readonly kind: 'compare'; readonly name: string; readonly operator: Operator; readonly value: Comparand }
  /** `emails[type eq "work"]`, or with a test after it `emails[type eq "work"].value pr`. */
  | { readonly kind: 'elements'; readonly name: string; readonly filter: Filter; readonly test: Filter | undefined };

/** The target of a PATCH operation: `emails[type eq "work"].value`. */
export interface Path {
  readonly name: string;
  readonly filter: Filter | undefined;
  /** The sub-attribute after the filter. */
  readonly sub: string | undefined;
}
