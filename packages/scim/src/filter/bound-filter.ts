import type { Attribute } from '../schema/index.ts';
import type { Operator } from './filter.ts';

/** An attribute that a filter compares. */
export interface Field {
  /** `element`: a part of the enclosing value of a multi-valued attribute. */
  readonly place: 'core' | 'extension' | 'element';
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

/** Operator of a bound comparison; `ne` becomes the negation of `eq`. */
export type BoundOperator = Exclude<Operator, 'ne'>;

/** A filter over one kind of resources, with names, types and equality resolved. */
export type BoundFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly BoundFilter[] }
  | { readonly kind: 'not'; readonly filter: BoundFilter }
  | { readonly kind: 'present'; readonly field: Field }
  | { readonly kind: 'compare'; readonly field: Field; readonly operator: BoundOperator; readonly value: Operand }
  /** Holds when some value of a multi-valued complex attribute matches. */
  | { readonly kind: 'element'; readonly attribute: Attribute; readonly filter: BoundFilter }
  /** Compares an attribute that only other kinds of resources have. */
  | { readonly kind: 'never' };

/** The right side of a comparison, normalized for comparing. */
export type Operand =
  | { readonly kind: 'exact'; readonly text: string }
  /** Text compared without regard to case. */
  | { readonly kind: 'folded'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'instant'; readonly ms: number };
