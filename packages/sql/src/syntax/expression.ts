import type { Select } from './statement.ts';

/** A name as it was written: letters keep their case, and nothing is cut off. */
export interface Name {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Offset of its first character in the text. */
  readonly position: number;
}

/** A type as written: `numeric(10, 2)[]` has the names `numeric`, the modifiers 10 and 2, and one dimension. */
export interface WrittenTypeName {
  /** Lower case, with the names that the grammar gives to spellings of several words, such as `timestamptz`. */
  readonly names: readonly string[];
  /** The fields of an interval in lower case, as in `INTERVAL '1' DAY` and `INTERVAL '1:02' HOUR TO MINUTE`. */
  readonly fields?: string;
  readonly modifiers: readonly Expression[];
  readonly dimensions: number;
  readonly position: number;
}

export interface OrderItem {
  readonly expression: Expression;
  readonly isDescending: boolean;
  /** Absent: last when ascending, first when descending. */
  readonly nulls?: 'first' | 'last';
}

/** A window, as OVER or the WINDOW clause give it. */
export interface WindowDefinition {
  /** The name of a window of the WINDOW clause: all of it, or what this one adds to. */
  readonly base?: Name;
  readonly partition: readonly Expression[];
  readonly order: readonly OrderItem[];
  readonly frame?: WrittenFrame;
  readonly position: number;
}

export type WrittenFrameBound =
  | { readonly kind: 'unbounded-preceding' | 'current-row' | 'unbounded-following' }
  | { readonly kind: 'preceding' | 'following'; readonly by: Expression };

export interface WrittenFrame {
  readonly unit: 'rows' | 'range' | 'groups';
  readonly from: WrittenFrameBound;
  readonly to: WrittenFrameBound;
  readonly exclude?: 'current-row' | 'group' | 'ties';
}

interface Positioned {
  /** Offset in characters of the text (UTF-16): of an operator, or of the first character of anything else; 0 for what is only meant, as the 1 of `char`. */
  readonly position: number;
}

export interface FunctionCall extends Positioned {
  readonly kind: 'function';
  /** One name, or a schema and a name. */
  readonly names: readonly Name[];
  readonly arguments: readonly Expression[];
  /** `count(*)`. */
  readonly isOfRows: boolean;
  readonly isDistinct: boolean;
  readonly order: readonly OrderItem[];
  readonly isWithinGroup: boolean;
  readonly filter?: Expression;
  readonly over?: WindowDefinition;
  /** Whether the last argument is an array with the variadic arguments. */
  readonly isVariadic: boolean;
  /** Written with words of its own, as `EXTRACT(YEAR FROM t)` and `t AT TIME ZONE z`; the name is PostgreSQL's. */
  readonly isSpelled: boolean;
}

/** An expression as it was written. */
export type Expression =
  | (Positioned & { readonly kind: 'column'; readonly names: readonly Name[] })
  /** `*`, or `t.*`. */
  | (Positioned & { readonly kind: 'star'; readonly names: readonly Name[] })
  /** Digits as they were written. */
  | (Positioned & { readonly kind: 'number'; readonly text: string })
  | (Positioned & { readonly kind: 'string'; readonly text: string })
  /** `B'101'` and `X'1F'`, with the letter. */
  | (Positioned & { readonly kind: 'bits'; readonly text: string })
  | (Positioned & { readonly kind: 'boolean'; readonly value: boolean })
  | (Positioned & { readonly kind: 'null' })
  | (Positioned & { readonly kind: 'parameter'; readonly number: number })
  | FunctionCall
  /** `CAST(x AS t)`, `x::t` and `t 'x'`. */
  | (Positioned & { readonly kind: 'cast'; readonly operand: Expression; readonly type: WrittenTypeName })
  /** An operator between two operands, or before one. */
  | (Positioned & {
      readonly kind: 'operator';
      readonly operator: string;
      readonly left?: Expression;
      readonly right: Expression;
    })
  /** `x = ANY (array)`; for sub-selects see `query`. */
  | (Positioned & {
      readonly kind: 'quantified';
      readonly operator: string;
      readonly quantifier: 'any' | 'all';
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Positioned & {
      readonly kind: 'like';
      readonly match: 'like' | 'ilike' | 'similar';
      readonly isNegated: boolean;
      readonly left: Expression;
      readonly pattern: Expression;
      readonly escape?: Expression;
    })
  | (Positioned & { readonly kind: 'and' | 'or'; readonly conditions: readonly Expression[] })
  | (Positioned & { readonly kind: 'not'; readonly operand: Expression })
  | (Positioned & { readonly kind: 'is-null'; readonly operand: Expression; readonly isNegated: boolean })
  /** `IS [NOT] TRUE | FALSE | UNKNOWN`; unknown is `null`. */
  | (Positioned & {
      readonly kind: 'is-truth';
      readonly operand: Expression;
      readonly truth: boolean | null;
      readonly isNegated: boolean;
    })
  | (Positioned & {
      readonly kind: 'distinct-from';
      readonly left: Expression;
      readonly right: Expression;
      readonly isNegated: boolean;
    })
  | (Positioned & {
      readonly kind: 'between';
      readonly operand: Expression;
      readonly low: Expression;
      readonly high: Expression;
      readonly isNegated: boolean;
      readonly isSymmetric: boolean;
    })
  | (Positioned & {
      readonly kind: 'in-list';
      readonly operand: Expression;
      readonly items: readonly Expression[];
      readonly isNegated: boolean;
    })
  | (Positioned & { readonly kind: 'nullif'; readonly left: Expression; readonly right: Expression })
  | (Positioned & { readonly kind: 'coalesce' | 'greatest' | 'least'; readonly items: readonly Expression[] })
  | (Positioned & {
      readonly kind: 'case';
      /** `CASE operand WHEN value`. */
      readonly operand?: Expression;
      readonly when: readonly { readonly condition: Expression; readonly value: Expression }[];
      readonly otherwise?: Expression;
    })
  | (Positioned & { readonly kind: 'row' | 'array'; readonly items: readonly Expression[] })
  /** `a[1]`, or `a[1:2]` with bounds. */
  | (Positioned & {
      readonly kind: 'subscript';
      readonly operand: Expression;
      readonly index?: Expression;
      readonly slice?: { readonly from?: Expression; readonly to?: Expression };
    })
  | (Positioned & { readonly kind: 'field'; readonly operand: Expression; readonly name: Name })
  | (Positioned & { readonly kind: 'collate'; readonly operand: Expression; readonly collation: readonly Name[] })
  /** `CURRENT_DATE`, `LOCALTIMESTAMP(3)`, `CURRENT_USER` and similar values, by PostgreSQL's name in lower case. */
  | (Positioned & { readonly kind: 'session-value'; readonly name: string; readonly precision?: number })
  /** An argument of a function by its name, `name => value`. */
  | (Positioned & { readonly kind: 'named-argument'; readonly name: Name; readonly value: Expression })
  /** A construct that no engine of ours has, by PostgreSQL's name: `XMLELEMENT`, `JSON_OBJECT`. */
  | (Positioned & { readonly kind: 'unsupported'; readonly name: string })
  | (Positioned & { readonly kind: 'grouping'; readonly items: readonly Expression[] })
  | (Positioned & {
      readonly kind: 'query';
      readonly use: 'scalar' | 'exists' | 'array' | 'in' | 'any' | 'all';
      /** Compared with the rows of the query, for `in`, `any` and `all`. */
      readonly operand?: Expression;
      /** `=` for `in`. */
      readonly operator?: string;
      readonly query: Select;
    });
