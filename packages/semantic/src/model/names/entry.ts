import type {
  CubeDefinition,
  HierarchyDefinition,
  JoinDefinition,
  Losses,
  MemberDefinition,
  PreAggregationDefinition,
  Sql,
  ViewDefinition,
} from '../../source/index.ts';

/**
 * What a name of the model stands for, with everything it inherits. The same definitions give the same object, so
 * that what was resolved against an entry stays good for as long as the entry is the same.
 */
export type Entry =
  | MergedCube
  | MergedView
  /** Defined, but not in a way that says what it means: twice, or in a file that cannot be read. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'missing' };

export const broken: Entry = { kind: 'broken' };
export const missing: Entry = { kind: 'missing' };

export interface MergedCube {
  readonly kind: 'cube';
  readonly name: string;
  /** Scalars are the inherited ones where it declares none. */
  readonly definition: CubeDefinition;
  readonly source: { readonly kind: 'table' | 'select'; readonly sql: Sql } | undefined;
  /** By name; a name defined for two kinds is in `clashes` too. */
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

/** Whether a join that is not there stands in the files all the same. */
export function isLostJoin(to: string, { losses }: MergedCube): boolean {
  return losses.isOpen || losses.joins.includes(to);
}

/** Whether a member that is not there stands in the files all the same, so that its absence needs no second report. */
export function isLost(member: string, { losses }: MergedCube): boolean {
  return losses.isOpen || losses.names.includes(member);
}

export interface MergedView {
  readonly kind: 'view';
  readonly name: string;
  readonly definition: ViewDefinition;
}
