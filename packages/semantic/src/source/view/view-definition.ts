import type { FilterOperator } from '../filter-operators.ts';
import type { KeyPath } from '../finding.ts';

/** A folder of a view's members, for clients that show them in a tree. */
export interface FolderDefinition {
  readonly name: string;
  readonly place: KeyPath;
  readonly title?: string;
  /** All members of the view. */
  readonly items: '*' | readonly FolderItem[];
}

export type FolderItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'member'; readonly name: string; readonly place: KeyPath }
  | { readonly kind: 'folder'; readonly folder: FolderDefinition }
  /** All members that the view includes by this path. */
  | { readonly kind: 'join-path'; readonly path: string; readonly place: KeyPath };

/** A filter that a view adds to its queries. */
export interface DefaultFilterDefinition {
  readonly place: KeyPath;
  readonly member: string;
  readonly operator: FilterOperator;
  readonly values?: readonly (string | null)[];
  /** Members for which a filter of the query replaces this one. */
  readonly unless: readonly string[];
}

/** Views that clients show together. */
export interface ViewGroupDefinition {
  readonly name: string;
  readonly place: KeyPath;
  readonly title?: string;
  readonly description?: string;
  readonly views: readonly string[];
}

/** States that a view belongs to a group. */
export interface GroupMembership {
  readonly group: string;
  readonly place: KeyPath;
}
