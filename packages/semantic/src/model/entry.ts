import type {
  CubeDefinition,
  JoinDefinition,
  MemberDefinition,
  PreAggregationDefinition,
  Sql,
  ViewDefinition,
} from '../source/definition.ts';

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
  readonly clashes: readonly (MemberDefinition | PreAggregationDefinition)[];
  readonly joins: readonly JoinDefinition[];
  readonly preAggregations: readonly PreAggregationDefinition[];
  /** Members may be missing here: in it or in what it extends something could not be read. */
  readonly isDamaged: boolean;
}

export interface MergedView {
  readonly kind: 'view';
  readonly name: string;
  readonly definition: ViewDefinition;
  readonly isDamaged: boolean;
}
