import type { Attribute } from '../schema/index.ts';
import type { Operator } from './filter.ts';

/** Where a value stands. */
export interface Field {
  /** `element`: in the value of a multi-valued attribute that stands around it. */
  readonly place: 'core' | 'extension' | 'element';
  readonly attribute: Attribute;
  readonly sub: Attribute | undefined;
}

/** A comparison as it is made; `ne` is the opposite of `eq`. */
export type BoundOperator = Exclude<Operator, 'ne'>;

/** A filter over a kind of resources. Settled: names, types, what counts as equal. */
export type BoundFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly BoundFilter[] }
  | { readonly kind: 'not'; readonly filter: BoundFilter }
  | { readonly kind: 'present'; readonly field: Field }
  | { readonly kind: 'compare'; readonly field: Field; readonly operator: BoundOperator; readonly value: Operand }
  /** Some value of a multi-valued complex attribute fits. */
  | { readonly kind: 'element'; readonly attribute: Attribute; readonly filter: BoundFilter }
  /** Asks for what only other resources have. */
  | { readonly kind: 'never' };

/** What values are compared with, in the form in which they are. */
export type Operand =
  | { readonly kind: 'exact'; readonly text: string }
  /** Without regard to case. */
  | { readonly kind: 'folded'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'instant'; readonly ms: number };
