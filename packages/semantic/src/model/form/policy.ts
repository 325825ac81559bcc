import type { FilterOperator } from './filter-operators.ts';
import type { ContextPath, Fragment, MemberId } from './fragment.ts';

/** One entry of a cube's or view's `access_policy`, with its names resolved. Its values are those of a caller, so open. */
export interface Policy {
  /** One of them is needed; absent: everybody. `*` is everybody too. */
  readonly needs?: { readonly kind: 'groups' | 'roles'; readonly names: readonly string[] };
  /** All must hold. */
  readonly conditions: readonly PolicyExpression[];
  /** Members of its cube or view that it shows as they are; none of them is in `masks`. */
  readonly shows: 'all' | readonly MemberId[];
  /** Members that it shows as their masks. */
  readonly masks: readonly MemberId[];
  /** Joined with AND; absent: every row. */
  readonly rows?: readonly PolicyFilter[];
  /** Where it stands, for whoever asks why. */
  readonly file: string;
  readonly line: number;
}

export type PolicyFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly PolicyFilter[] }
  | {
      readonly kind: 'member';
      readonly member: MemberId;
      readonly operator: FilterOperator;
      /** Each gives one value, an expression that is a list all of its values. Absent where the operator takes none. */
      readonly values?: readonly (string | null | PolicyExpression)[];
    };

/** What a policy reads of a caller. Evaluated by us, never by a host language. `source` is how the author wrote it. */
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
  /** A method of a list or a text, from a closed list. */
  | {
      readonly kind: 'call';
      readonly on: PolicyTerm;
      readonly method: string;
      readonly arguments: readonly PolicyTerm[];
    }
  /** Text around other terms. */
  | { readonly kind: 'text'; readonly parts: readonly (string | PolicyTerm)[] };

/** What is shown instead of a member. */
export type Mask =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  /** On a measure an aggregate. */
  | { readonly kind: 'sql'; readonly sql: Fragment };
