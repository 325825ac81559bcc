import type { Policy, PolicyExpression } from '../../model/index.ts';
import type { FilterOperator } from '../filter-operators.ts';
import type { KeyPath } from '../finding.ts';

/** One entry of `access_policy`, validated without other files. Open: which members its names are. */
export interface PolicyDefinition {
  readonly place: KeyPath;
  /** The position of the entry, for people; in a template, the position that produced it. */
  readonly at: { readonly file: string; readonly line: number };
  readonly needs?: NonNullable<Policy['needs']>;
  /** Whether the policy names its users and nothing else. */
  readonly isOnlyFor: boolean;
  readonly conditions: readonly PolicyExpression[];
  readonly shows?: MemberChoice;
  readonly masks?: MemberChoice;
  readonly rows?: readonly PolicyFilterDefinition[];
}

/** `includes` without `excludes`. */
export interface MemberChoice {
  readonly place: KeyPath;
  readonly includes: '*' | readonly PlacedName[];
  readonly excludes: '*' | readonly PlacedName[];
}

export interface PlacedName {
  readonly name: string;
  readonly place: KeyPath;
}

export type PolicyFilterDefinition =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly PolicyFilterDefinition[] }
  | {
      readonly kind: 'member';
      readonly place: KeyPath;
      readonly member: PlacedName;
      readonly operator: FilterOperator;
      readonly values?: readonly (string | null | PolicyExpression)[];
    };
