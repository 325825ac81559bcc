import type { AggregateFunction, StoredForm, ValueType } from '../model/index.ts';
import type { BucketRule, Clock, Instant, Interval, TimeUnit, Zone } from '../time/index.ts';
import type { TextMatch } from '../query/index.ts';
import type { InstantSpan } from '../plan/index.ts';

/** One SELECT as a tree. Settled: which SELECT each thing lands in. Open: how a dialect writes it. */
export interface Select {
  readonly kind: 'select';
  readonly columns: readonly { readonly expression: Sql; readonly alias: string }[];
  readonly from: SqlRelation;
  readonly where: readonly Sql[];
  /** Positions of the select list, from 1. */
  readonly groupBy: readonly number[];
  readonly having: readonly Sql[];
  readonly orderBy: readonly { readonly expression: Sql; readonly type: ValueType; readonly isDescending: boolean }[];
  readonly limit?: number;
  readonly offset: number;
  /** Costs much and has few rows, so engines must not compute it again for each joined row. */
  readonly isReadOnce?: true;
}

export type SqlRelation =
  /** A table or SELECT written by a model author. */
  | { readonly kind: 'source'; readonly sql: Sql; readonly isSelect: boolean; readonly alias: string }
  | { readonly kind: 'derived'; readonly select: Select; readonly alias: string }
  /** Rows of texts; without any, none. */
  | {
      readonly kind: 'values';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Sql[])[];
      readonly alias: string;
    }
  | { readonly kind: 'union-all'; readonly selects: readonly Select[]; readonly alias: string }
  /** The numbers from 0 to `count - 1`, in a column named `n`. */
  | { readonly kind: 'numbers'; readonly count: number; readonly alias: string }
  | { readonly kind: 'inner-join'; readonly left: SqlRelation; readonly right: SqlRelation; readonly on: Sql }
  | { readonly kind: 'left-join'; readonly left: SqlRelation; readonly right: SqlRelation; readonly on: Sql };

/** An expression. The kinds from `instant` down are for dialects to write in their own way. */
export type Sql =
  | { readonly kind: 'column'; readonly table: string; readonly name: string }
  /** Output of the same SELECT by position, from 0; for sorting. */
  | { readonly kind: 'output'; readonly position: number }
  | { readonly kind: 'table'; readonly alias: string }
  /** Author's text, or a dialect's own; its parts are never text from a caller. */
  | { readonly kind: 'fragment'; readonly parts: readonly (string | Sql)[] }
  /** A value from a caller or an author, bound, never written into the text. */
  | { readonly kind: 'parameter'; readonly type: 'string' | 'number'; readonly text: string }
  | { readonly kind: 'parameter'; readonly type: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'integer'; readonly value: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Sql[] }
  | { readonly kind: 'operator'; readonly operator: SqlOperator; readonly operands: readonly Sql[] }
  | { readonly kind: 'not'; readonly operand: Sql }
  | { readonly kind: 'null-test'; readonly operand: Sql; readonly isNegated: boolean }
  | { readonly kind: 'one-of'; readonly operand: Sql; readonly values: readonly Sql[]; readonly isNegated: boolean }
  | SqlCase
  /** A `case` of numbers, each with all of its digits. */
  | (Omit<SqlCase, 'kind'> & { readonly kind: 'chosen-number' })
  /** A `case` of values of one type, which the model does not tell: texts, times, or numbers. */
  | (Omit<SqlCase, 'kind'> & { readonly kind: 'chosen-value' })
  /** The first number that is present, with all of its digits. */
  | { readonly kind: 'first-number'; readonly items: readonly Sql[] }
  /** Values between the brackets of `IN` or of a call. */
  | { readonly kind: 'list'; readonly items: readonly Sql[] }
  | { readonly kind: 'cast'; readonly operand: Sql; readonly type: CastType }
  | { readonly kind: 'instant'; readonly instant: Instant }
  /** Compares a stored time with an instant. */
  | {
      readonly kind: 'instant-test';
      readonly operator: NumberOrder | '=' | '<>';
      readonly operand: Sql;
      readonly instant: Instant;
    }
  /** A wall clock reading. */
  | { readonly kind: 'reading'; readonly reading: Clock }
  /**
   * A reading moved by `count` times the interval: months first, a day that a month does not have becomes its last one.
   */
  | { readonly kind: 'add-interval'; readonly operand: Sql; readonly interval: Interval; readonly count: Sql }
  /** From one reading to another, whole ones. */
  | { readonly kind: 'seconds-between'; readonly from: Sql; readonly to: Sql }
  /**
   * A time that ends the statement when it is evaluated. `beside` varies by row, so that engines do not evaluate it
   * early.
   */
  | { readonly kind: 'fail'; readonly message: string; readonly beside: Sql }
  /** Division of whole numbers, rounded down. */
  | { readonly kind: 'floor-divide'; readonly dividend: Sql; readonly divisor: Sql }
  | { readonly kind: 'local-time'; readonly operand: Sql; readonly zone: Zone; readonly span?: InstantSpan }
  | {
      readonly kind: 'bucket';
      readonly operand: Sql;
      readonly granularity: TimeUnit | BucketRule;
      readonly zone: Zone;
      readonly span?: InstantSpan;
    }
  /** 1 and the number of rows with equal `within` that come before; NULLs come last. */
  | { readonly kind: 'rank'; readonly within: readonly Sql[]; readonly by: Select['orderBy'] }
  /** An aggregate over a window; `window` is the text between its parentheses. */
  | { readonly kind: 'over'; readonly value: SqlAggregate; readonly window: Sql }
  /** The value of the next row of a window, NULL behind the last one. */
  | { readonly kind: 'next-value'; readonly operand: Sql; readonly window: Sql }
  /** Equal, or both NULL. */
  | { readonly kind: 'same'; readonly left: Sql; readonly right: Sql; readonly type: ValueType }
  /** Text in the order every engine has it in: by code point. */
  | { readonly kind: 'text-order'; readonly operand: Sql }
  | { readonly kind: 'text-length'; readonly operand: Sql }
  | { readonly kind: 'letter-case'; readonly to: 'lower' | 'upper'; readonly operand: Sql }
  | { readonly kind: 'text-match'; readonly match: TextMatch; readonly operand: Sql; readonly value: string }
  /** Whether a text matches one of several values, or, negated, none of them. */
  | {
      readonly kind: 'text-matches';
      readonly match: TextMatch;
      readonly operand: Sql;
      readonly values: readonly string[];
      readonly isNegated: boolean;
    }
  | SqlAggregate
  /** Distinct combinations of values that are all present. */
  | { readonly kind: 'count-distinct-tuple'; readonly items: readonly Sql[]; readonly condition?: Sql }
  /** The one value that is present in a group, or NULL. */
  | { readonly kind: 'only-value'; readonly operand: Sql; readonly type: ValueType }
  /** A number in plain digits, without zeros at the end: the same text on every engine. */
  | { readonly kind: 'decimal-text'; readonly operand: Sql }
  /** The instant that a text names; without a zone in UTC. A text that names none ends the statement with an error. */
  | { readonly kind: 'time-of-text'; readonly operand: Sql }
  /** A value of another type in the form in which it is shown and compared. */
  | { readonly kind: 'shown-value'; readonly operand: Sql; readonly as: StoredForm }
  /** A sum or difference of numbers, with all of their digits. */
  | { readonly kind: 'addition'; readonly operator: '+' | '-'; readonly operands: readonly Sql[] }
  /** A product of numbers, with all of their digits. */
  | { readonly kind: 'product'; readonly operands: readonly Sql[] }
  /** Tests the order of two values; NaN comes after all numbers. */
  | { readonly kind: 'number-order'; readonly operator: NumberOrder; readonly left: Sql; readonly right: Sql }
  /** A sum of a column whose type is not known, where an author's SQL computes with it. */
  | { readonly kind: 'sum-in-sql'; readonly operand: Sql }
  /** Fractional division; by zero is NULL. */
  | { readonly kind: 'divide'; readonly dividend: Sql; readonly divisor: Sql };

interface SqlAggregate {
  readonly kind: 'aggregate';
  readonly function: AggregateFunction;
  readonly operand: Sql;
  /** Type of the operand, if the model defines it. */
  readonly type?: ValueType;
}

export interface SqlCase {
  readonly kind: 'case';
  readonly when: readonly { readonly condition: Sql; readonly value: Sql }[];
  readonly otherwise?: Sql;
}

export type SqlOperator = 'AND' | 'OR' | '=' | '<>' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '||';

type NumberOrder = '<' | '<=' | '>' | '>=';

export type CastType = 'string' | 'timestamp' | 'double' | 'boolean' | 'number';

export function call(name: string, ...args: readonly Sql[]): Sql {
  return { kind: 'call', name, arguments: args };
}

export function operator(kind: SqlOperator, ...operands: readonly Sql[]): Sql {
  return { kind: 'operator', operator: kind, operands };
}

/** Conjunction; of nothing, true. */
export function all(conditions: readonly Sql[]): Sql {
  const [first, ...rest] = conditions;
  if (!first) return { kind: 'true' };
  return rest.length === 0 ? first : operator('AND', ...conditions);
}

/** Disjunction; of nothing, false. */
export function any(conditions: readonly Sql[]): Sql {
  const [first, ...rest] = conditions;
  if (!first) return { kind: 'false' };
  return rest.length === 0 ? first : operator('OR', ...conditions);
}

export function fragment(...parts: readonly (string | Sql)[]): Sql {
  return { kind: 'fragment', parts };
}

export function cast(operand: Sql, type: CastType): Sql {
  if (operand.kind === 'cast' && operand.type === type) return operand;
  return { kind: 'cast', operand, type };
}
