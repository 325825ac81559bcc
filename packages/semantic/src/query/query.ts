import {
  type AggregateFunction,
  type CubeName,
  type FilterOperator,
  filterOperators,
  type Mask,
  type MemberId,
  type ValueType,
} from '../model/index.ts';
import type { Instant, Zone } from '../time/index.ts';
import type { Condition } from './condition.ts';
import type { CivilRange } from './dates/date-range.ts';
import type { Expression, ExpressionFunction } from './expression.ts';

/**
 * A query as its author wrote it, independent of any wire format. Nothing is checked: names may not exist, dates may
 * not parse.
 */
export interface Query {
  readonly measures: readonly QueryItem[];
  readonly dimensions: readonly QueryItem[];
  readonly segments: readonly string[];
  readonly timeDimensions: readonly QueryTimeDimension[];
  readonly filters: readonly QueryFilter[];
  /** Absent: the default order. Empty: no order. */
  readonly order?: readonly QueryOrder[];
  readonly limit?: number;
  readonly offset?: number;
  readonly timezone?: string;
  readonly ungrouped?: boolean;
  /** Whether buckets without rows are part of the answer. */
  readonly fillMissing?: boolean;
  /** The value of measures there, for `fillMissing` alone; absent: 0 for counts and sums, NULL for all others. */
  readonly fillWith?: 0 | null;
  /** Paths of cubes that joins must follow. */
  readonly joinHints?: readonly (readonly string[])[];
}

/** A member by name, or a typed expression over members with the name of its column. */
export type QueryItem = string | { readonly name: string; readonly expression: QueryExpression };

export type QueryExpression =
  | { readonly kind: 'member'; readonly member: string; readonly granularity?: string }
  /** Whether a row is one of a segment. Made by a program in this process, never read from a request. */
  | { readonly kind: 'segment'; readonly segment: string }
  | { readonly kind: 'value'; readonly value: QueryConstant }
  | { readonly kind: 'call'; readonly function: ExpressionFunction; readonly arguments: readonly QueryExpression[] }
  | QuerySql
  | QueryAlteredMeasure
  | QueryAggregate;

/**
 * SQL of the data source's dialect with expressions in its holes, made by a program in this process and never read from
 * a request: its texts are written into the statement as they are. A hole stands for the value that an output of the
 * query would have; a time in a hole is a reading of the clock in the query's zone.
 */
export interface QuerySql {
  readonly kind: 'sql';
  readonly parts: readonly (string | QueryExpression)[];
  readonly type: ValueType;
}

/**
 * A measure that aggregates rows, with another aggregate over its expression, or over those of its rows for which a
 * boolean expression of dimensions is true. Made by a program in this process, never read from a request.
 */
export interface QueryAlteredMeasure {
  readonly kind: 'altered';
  readonly measure: string;
  readonly function?: AggregateFunction;
  readonly where?: QueryExpression;
}

/**
 * An aggregate over an expression of dimensions, of the rows that an ungrouped query of these dimensions lists. Without
 * `of` it counts the rows. Made by a program in this process, never read from a request.
 */
export interface QueryAggregate {
  readonly kind: 'aggregate';
  readonly function: AggregateFunction;
  readonly of?: QueryExpression;
  readonly where?: QueryExpression;
  /** Cubes and views that have a part in the rows, whether the expressions read them or not. */
  readonly rowsOf?: readonly string[];
}

export interface QueryTimeDimension {
  readonly dimension: string;
  /** Path in the request, if not among its time dimensions. */
  readonly path?: string;
  readonly granularity?: string;
  readonly dateRange?: string | readonly string[];
}

export type QueryFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly QueryFilter[] }
  | {
      readonly kind: 'member';
      readonly member: string;
      /** The dimension for each of whose values the measure is tested. */
      readonly per?: string;
      readonly operator: FilterOperator;
      /** Texts with unchanged digits; `null` stays. Absent for `set` and `notSet`. */
      readonly values?: readonly (string | null)[];
    }
  /**
   * Keeps what a boolean expression is true for, not what it is NULL for. One that reads measures restricts groups: it
   * may then read dimensions that the query groups by. Made by a program in this process, never read from a request.
   */
  | { readonly kind: 'expression'; readonly expression: QueryExpression };

export { type FilterOperator, filterOperators };

export interface QueryOrder {
  readonly member: string;
  readonly descending: boolean;
}

/** A typed constant; numbers keep the digits they were written with. */
export type QueryConstant =
  | { readonly type: 'string' | 'number'; readonly text: string }
  | { readonly type: 'boolean'; readonly isTrue: boolean }
  | { readonly type: 'time'; readonly instant: Instant };

/** Settled: names, kinds, types, zone, resolved instants, the caller's rights. Open: joins, grain, SQL. */
export interface BoundQuery {
  /** Columns in select order: dimensions, time buckets, measures. Their `name`s are unique. */
  readonly outputs: readonly Output[];
  /** Restricts rows, AND-ed. Holds dimensions and segments only. */
  readonly rowFilters: readonly Condition[];
  /** The filters of `rowFilters` and `groupFilters` that views add. They test real values. */
  readonly defaultFilters: readonly Condition[];
  /** Row limits of policies, AND-ed with everything else. Their members have their real values here. */
  readonly rowRules: readonly RowRule[];
  /** Replacements for masked members. */
  readonly masks: readonly MemberMask[];
  /** Restricts groups, AND-ed. Holds measures, and in expressions also what the query groups by. */
  readonly groupFilters: readonly Condition[];
  /** The requested or default order, without tie-breakers; `output` indexes `outputs`. Empty means no order. */
  readonly order: readonly { readonly output: number; readonly isDescending: boolean }[];
  /** At least 0; absent means all rows (never from a request). */
  readonly limit?: number;
  readonly offset: number;
  readonly zone: Zone;
  /** Zone of times in rules and in masks' conditions: the project's, whatever zone the query has. */
  readonly ruleZone: Zone;
  /** The current year in the zone. */
  readonly year: number;
  readonly isUngrouped: boolean;
  /** Set when the answer has a row for every bucket. */
  readonly fill?: BucketFill;
  /** Paths the joins follow exactly: each cube declares a join to the next one. At least two cubes each. */
  readonly joinHints: readonly (readonly CubeName[])[];
  /** Cubes that its joins bring in, whatever is read of them; empty where nothing could limit their rows. */
  readonly joined: readonly CubeName[];
  /** The members of `timeDimensions`, in order. */
  readonly timeMembers: readonly MemberId[];
  /**
   * One per `timeDimensions` entry of the query, in order: the resolved range in the query's zone, both ends inclusive.
   */
  readonly dateRanges: readonly (CivilRange | null)[];
}

/**
 * The value of measures that have none in a bucket: 0 for counts and sums and NULL for all others, 0 for all numbers, or
 * NULL.
 */
export type BucketFill = 'usual' | 'zero' | 'null';

/** The rows of a cube or view that policies allow the caller. */
export interface RowRule {
  readonly of: CubeName;
  readonly where: Condition;
  /** Whether only nested sub queries read it, so that only these are limited. */
  readonly isInside: boolean;
  /** Dimensions made of measures in whose rows joins bring the cube in. */
  readonly joinedInside?: readonly MemberId[];
}

export interface MemberMask {
  readonly member: MemberId;
  /** NULL when absent. */
  readonly mask?: Mask;
  /** Rows, or for a measure groups, that show the real value. The condition tests real values. */
  readonly unless?: Condition;
}

export interface Output {
  /** The caller's name for the column: `orders.count`, `orders.created_at.day`. */
  readonly name: string;
  /** SQL alias: `orders__count`, `orders__created_at_day`. */
  readonly alias: string;
  readonly role: 'dimension' | 'bucket' | 'measure';
  readonly type: ValueType;
  readonly expression: Expression;
}
