import type { SchemaAttribute } from '../schema/index.ts';
import type { ScimOperator } from './filter.ts';

/** An attribute that a filter compares. */
export interface ComparedAttribute {
  /** `element`: a part of the enclosing value of a multi-valued attribute. */
  readonly place: 'core' | 'extension' | 'element';
  readonly attribute: SchemaAttribute;
  readonly sub: SchemaAttribute | undefined;
}

/** Operator of a bound comparison; `ne` becomes the negation of `eq`. */
export type BoundOperator = Exclude<ScimOperator, 'ne'>;

/** A filter over one kind of resources, with names, types and equality resolved. */
export type BoundScimFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly BoundScimFilter[] }
  | { readonly kind: 'not'; readonly filter: BoundScimFilter }
  | { readonly kind: 'present'; readonly field: ComparedAttribute }
  | {
      readonly kind: 'compare';
      readonly field: ComparedAttribute;
      readonly operator: BoundOperator;
      readonly value: FilterOperand;
    }
  /** Holds when some value of a multi-valued complex attribute matches. */
  | { readonly kind: 'element'; readonly attribute: SchemaAttribute; readonly filter: BoundScimFilter }
  /** Compares an attribute that only other kinds of resources have. */
  | { readonly kind: 'never' };

/** The right side of a comparison, normalized for comparing. */
export type FilterOperand =
  | { readonly kind: 'exact'; readonly text: string }
  /** Text compared without regard to case. */
  | { readonly kind: 'folded'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'instant'; readonly ms: number };
