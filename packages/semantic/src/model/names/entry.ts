import type {
  CubeDefinition,
  HierarchyDefinition,
  JoinDefinition,
  Losses,
  MemberDefinition,
  PreAggregationDefinition,
  AuthorSql,
  ViewDefinition,
} from '../../source/index.ts';

/**
 * The meaning of a name in the model, with everything it inherits. Equal definitions give the same object, so results
 * that depend on an entry stay valid as long as the entry is the same.
 */
export type Entry =
  | MergedCube
  | MergedView
  /** Defined, but unclear: twice, or in a file that cannot be read. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'missing' };

export const broken: Entry = { kind: 'broken' };
export const missing: Entry = { kind: 'missing' };

export interface MergedCube {
  readonly kind: 'cube';
  readonly name: string;
  /** Scalars are inherited where it declares none. */
  readonly definition: CubeDefinition;
  readonly source: { readonly kind: 'table' | 'select'; readonly sql: AuthorSql } | undefined;
  /** Members by name; a name defined for two kinds is also in `clashes`. */
  readonly members: ReadonlyMap<string, MemberDefinition>;
  readonly hierarchies: readonly HierarchyDefinition[];
  readonly clashes: readonly (MemberDefinition | HierarchyDefinition | PreAggregationDefinition)[];
  readonly joins: readonly JoinDefinition[];
  readonly preAggregations: readonly PreAggregationDefinition[];
  readonly losses: Losses;
}

export function hasLosses({ losses }: MergedCube): boolean {
  return losses.isOpen || losses.names.length > 0;
}

/** Whether a missing join does occur in the files. */
export function isLostJoin(to: string, { losses }: MergedCube): boolean {
  return losses.isOpen || losses.joins.includes(to);
}

/** Whether a missing member does occur in the files, so that its absence needs no second report. */
export function isLost(member: string, { losses }: MergedCube): boolean {
  return losses.isOpen || losses.names.includes(member);
}

export interface MergedView {
  readonly kind: 'view';
  readonly name: string;
  readonly definition: ViewDefinition;
}
