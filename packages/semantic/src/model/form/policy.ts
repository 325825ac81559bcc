import type { FilterOperator } from './filter-operators.ts';
import type { ContextPath, Fragment, MemberId } from './fragment.ts';

/** One entry of a cube's or view's `access_policy`, with its names resolved. Its values depend on the caller. */
export interface Policy {
  /** Groups or roles, of which one is required; absent or `*` means everyone. */
  readonly needs?: { readonly kind: 'groups' | 'roles'; readonly names: readonly string[] };
  /** Conditions that must all hold. */
  readonly conditions: readonly PolicyExpression[];
  /** Members shown with their values; none of them is in `masks`. */
  readonly shows: 'all' | readonly MemberId[];
  /** Members shown as their masks. */
  readonly masks: readonly MemberId[];
  /** Row filters joined with AND; absent means every row. */
  readonly rows?: readonly PolicyFilter[];
  /** File of the policy, for explanations. */
  readonly file: string;
  readonly line: number;
}

export type PolicyFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly PolicyFilter[] }
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly operator: FilterOperator;
      /**
       * Each gives one value, and an expression that is a list gives all its values. Absent where the operator takes
       * none.
       */
      readonly values?: readonly (string | null | PolicyExpression)[];
    };

/** An expression over a caller's attributes. We evaluate it, never a host language. `source` is the author's text. */
export interface PolicyExpression {
  readonly source: string;
  readonly expression: PolicyTerm;
}

export type PolicyTerm =
  | {
      readonly kind: 'path';
      readonly of: 'security-context' | 'groups' | 'user-attributes';
      readonly path: ContextPath;
    }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly PolicyTerm[] }
  | { readonly kind: 'not'; readonly term: PolicyTerm }
  /** A method of a list or a text, from a fixed set. */
  | {
      readonly kind: 'call';
      readonly on: PolicyTerm;
      readonly method: string;
      readonly arguments: readonly PolicyTerm[];
    }
  /** Text around other terms. */
  | { readonly kind: 'text'; readonly parts: readonly (string | PolicyTerm)[] };

/** The replacement shown for a masked member. */
export type Mask =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  /** A mask in SQL; an aggregate for a measure. */
  | { readonly kind: 'sql'; readonly sql: Fragment };
