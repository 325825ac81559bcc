export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

export type ScimOperator = (typeof operators)[number];

export type Comparand = string | number | boolean | null;

/** A parsed filter (RFC 7644 section 3.4.2.2) whose names are not resolved yet. */
export type ScimFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ScimFilter[] }
  | { readonly kind: 'not'; readonly filter: ScimFilter }
  | { readonly kind: 'present'; readonly name: string }
  | { readonly kind: 'compare'; readonly name: string; readonly operator: ScimOperator; readonly value: Comparand }
  /** `emails[type eq "work"]`, or with a test after it `emails[type eq "work"].value pr`. */
  | {
      readonly kind: 'elements';
      readonly name: string;
      readonly filter: ScimFilter;
      readonly test: ScimFilter | undefined;
    };

/** The target of a PATCH operation: `emails[type eq "work"].value`. */
export interface PatchPath {
  readonly name: string;
  readonly filter: ScimFilter | undefined;
  /** The sub-attribute after the filter. */
  readonly sub: string | undefined;
}
