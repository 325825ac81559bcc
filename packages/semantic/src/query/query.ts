import type { CubeName, Granularity, MemberId, ValueType } from '../model/model.ts';
import { type FilterOperator, filterOperators } from '../model/form/filter-operators.ts';
import type { Mask } from '../model/form/policy.ts';
import type { Civil, Instant, Zone } from '../time/instant.ts';

/**
 * A question as its asker wrote it, free of any wire format. Nothing in it is settled: names may not exist,
 * dates may not parse.
 */
export interface Query {
  readonly measures: readonly QueryItem[];
  readonly dimensions: readonly QueryItem[];
  readonly segments: readonly string[];
  readonly timeDimensions: readonly QueryTimeDimension[];
  readonly filters: readonly QueryFilter[];
  /** Absent: the default order. Empty: none. */
  readonly order?: readonly QueryOrder[];
  readonly limit?: number;
  readonly offset?: number;
  readonly timezone?: string;
  readonly ungrouped?: boolean;
  /** Paths of cubes, along which joins shall lead. */
  readonly joinHints?: readonly (readonly string[])[];
}

/** A member by name, or a typed expression over members with the name its column shall have. */
export type QueryItem = string | { readonly name: string; readonly expression: QueryExpression };

export type QueryExpression =
  | { readonly kind: 'member'; readonly member: string; readonly granularity?: string }
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'call'; readonly function: ExpressionFunction; readonly arguments: readonly QueryExpression[] };

/** Functions an expression may use; every dialect renders each of them to the same meaning. */
export type ExpressionFunction =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide' // always fractional; by zero is NULL
  | 'negate'
  | 'lower'
  | 'upper'
  | 'length'
  | 'concat'
  | 'coalesce'
  | 'equals'
  | 'less'
  | 'less-or-equal'
  | 'and'
  | 'or'
  | 'not'
  | 'is-null'
  | 'case'; // condition, value, condition, value, ..., otherwise

export interface QueryTimeDimension {
  readonly dimension: string;
  /** Where the request has it, if not among its time dimensions. */
  readonly path?: string;
  readonly granularity?: string;
  readonly dateRange?: string | readonly string[];
}

export type QueryFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly QueryFilter[] }
  | {
      readonly kind: 'member';
      readonly member: string;
      readonly operator: FilterOperator;
      /** As text, digits untouched; `null` stays. Absent for `set` and `notSet`. */
      readonly values?: readonly (string | null)[];
    };

export { type FilterOperator, filterOperators };

export interface QueryOrder {
  readonly member: string;
  readonly descending: boolean;
}

/** A constant with its type; numbers keep the digits they were written with. */
export type Value =
  | { readonly type: 'string' | 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly isTrue: boolean }
  | { readonly type: 'time'; readonly instant: Instant };

/** Settled: names, kinds, types, zone, resolved instants, what the caller may see. Open: joins, grain, SQL. */
export interface BoundQuery {
  /** Columns in select order: dimensions, time buckets, measures. Their `name`s are unique. */
  readonly outputs: readonly Output[];
  /** Restricts rows, AND-ed. Holds dimensions and segments only. */
  readonly rowFilters: readonly Condition[];
  /** Those of `rowFilters` and `groupFilters` that views bring by themselves. They test real values. */
  readonly defaultFilters: readonly Condition[];
  /** What policies leave of the rows, AND-ed with everything else. Their members have their real values here. */
  readonly rowRules: readonly RowRule[];
  /** What is shown instead of members, wherever they stand. */
  readonly masks: readonly MemberMask[];
  /** Restricts groups, AND-ed. Holds measures only. */
  readonly groupFilters: readonly Condition[];
  /** As asked or by default, without the ties; `output` indexes `outputs`. Empty: no order was wanted. */
  readonly order: readonly { readonly output: number; readonly isDescending: boolean }[];
  /** At least 0; absent means all rows (never from the wire). */
  readonly limit?: number;
  readonly offset: number;
  readonly zone: Zone;
  /** Of times in rules and in what masks depend on: that of the project, whatever zone is asked for. */
  readonly ruleZone: Zone;
  /** The current one, on the clocks of the zone. */
  readonly year: number;
  readonly isUngrouped: boolean;
  /** Paths the joins follow to the letter: each cube declares a join to the next one. At least two cubes each. */
  readonly joinHints: readonly (readonly CubeName[])[];
  /** The members of `timeDimensions`, in its order. */
  readonly timeMembers: readonly MemberId[];
  /** One per `timeDimensions` entry of the query, in its order: the resolved range in the query's zone, both ends inclusive. */
  readonly dateRanges: readonly ({ readonly from: Civil; readonly to: Civil } | null)[];
}

/** The rows of a cube or view that its policies leave to the caller. */
export interface RowRule {
  readonly of: CubeName;
  readonly where: Condition;
  /** Only sub queries inside of the question touch it, and are limited by it. */
  readonly isInside: boolean;
}

export interface MemberMask {
  readonly member: MemberId;
  /** Absent: NULL. */
  readonly mask?: Mask;
  /** Rows, or for a measure groups, that have the real value. It tests real values. */
  readonly unless?: Condition;
}

export interface Output {
  /** What the caller knows the column by: `orders.count`, `orders.created_at.day`. */
  readonly name: string;
  /** SQL alias: `orders__count`, `orders__created_at_day`. */
  readonly alias: string;
  readonly role: 'dimension' | 'bucket' | 'measure';
  readonly type: ValueType;
  readonly expression: Expression;
}

export type Expression =
  /** A dimension of type `time` that is not truncated is shown in the query's zone. */
  | { readonly kind: 'dimension'; readonly member: MemberId }
  | { readonly kind: 'bucket'; readonly member: MemberId; readonly granularity: Granularity }
  | { readonly kind: 'measure'; readonly member: MemberId }
  | { readonly kind: 'value'; readonly value: Value }
  | {
      readonly kind: 'call';
      readonly function: ExpressionFunction;
      readonly type: ValueType;
      readonly arguments: readonly Expression[];
    };

export type TextMatch = 'contains' | 'starts-with' | 'ends-with';

/**
 * A test of a row or a group. `keepsNull` says what a NULL operand means: true keeps the row.
 * A time operand of `range` and of `one-of` is the stored instant, untruncated; every other operand is what the caller
 * would see. Stages of the planner use the same tests over operands of their own.
 */
export type ConditionOver<Operand> =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionOver<Operand>[] }
  /** What policies leave of the rows of `of`. It stands alone, joined with AND; nothing takes it apart or leaves it out. */
  | { readonly kind: 'rule'; readonly of: CubeName; readonly where: ConditionOver<Operand> }
  | { readonly kind: 'segment'; readonly member: MemberId }
  /** The row filters a measure carries, as a row filter (the `measureFilter` operator). */
  | { readonly kind: 'measure-filters'; readonly member: MemberId }
  | { readonly kind: 'null'; readonly operand: Operand; readonly isNegated: boolean }
  /** Equal to one of `values` (or to none, when negated). `values` is not empty. */
  | {
      readonly kind: 'one-of';
      readonly operand: Operand;
      readonly values: readonly Value[];
      readonly isNegated: boolean;
      readonly keepsNull: boolean;
    }
  /** Ignores letter case; the characters of a value stand for themselves. Negated: matches none of them. */
  | {
      readonly kind: 'text';
      readonly match: TextMatch;
      readonly operand: Operand;
      readonly values: readonly string[];
      readonly isNegated: boolean;
      readonly keepsNull: boolean;
    }
  | {
      readonly kind: 'compare';
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly operand: Operand;
      readonly value: Value;
    }
  /** `[from, to)`; an absent end is open. Negated: outside of it, NULL excluded. */
  | {
      readonly kind: 'range';
      readonly operand: Operand;
      readonly from?: Instant;
      readonly to?: Instant;
      readonly isNegated: boolean;
      /** The date range of a time dimension: what the answer shows, while windows and shifts may read beyond it. */
      readonly isPeriod?: true;
      /** The ends are stored values as the caller saw them, and were never moved by a zone. */
      readonly isOfValues?: true;
    };

export type Condition = ConditionOver<Expression>;
