import type { AggregateFunction, ValueType } from '../model/index.ts';
import type { CastType, Sql } from '../sql/index.ts';
import type { Instant } from '../time/index.ts';

/** Trees of one kind, `SqlOf<'bucket'>`. */
export type SqlOf<K extends Sql['kind']> = Extract<Sql, { kind: K }>;

/**
 * How SQL is written for one kind of engine: texts, capabilities, and functions from trees to simpler trees.
 * A dialect never sees text from a caller; values are parameters until `render` numbers them.
 */
export interface Dialect {
  readonly name: string;
  /** `supported`: every planner case runs on a live engine. `rendered`: its text is only bound. */
  readonly level: 'supported' | 'rendered';
  /** In characters; longer names are shortened and kept distinct. */
  readonly maxIdentifierLength: number;
  readonly can: Capabilities;
  readonly castTypes: Readonly<Record<CastType, string>>;
  /** The engine holds no time from this instant on, nor can a statement name one. Default: such times are like others. */
  readonly endOfTime?: Instant;
  quoteIdentifier(name: string): string;
  /** `position` counts from 1. */
  placeholder(position: number): string;
  /** The type that holds these digits exactly, or a double for a number with an exponent. */
  numberType(digits: string): string;
  /** NULL where a column of this type is expected. */
  absent(type: ValueType): Sql;
  instant(node: SqlOf<'instant'>): Sql;
  reading(node: SqlOf<'reading'>): Sql;
  addInterval(node: SqlOf<'add-interval'>): Sql;
  secondsBetween(node: SqlOf<'seconds-between'>): Sql;
  fail(node: SqlOf<'fail'>): Sql;
  /** A relation of the numbers from 0 on. @param alias quoted */
  numbers(count: number, alias: string): string;
  floorDivide(node: SqlOf<'floor-divide'>): Sql;
  localTime(node: SqlOf<'local-time'>): Sql;
  bucket(node: SqlOf<'bucket'>): Sql;
  /** An equality that NULL passes with NULL, such that the engine can join by it without comparing every pair. */
  same(node: SqlOf<'same'>): Sql;
  textMatch(node: SqlOf<'text-match'>): Sql;
  letterCase(node: SqlOf<'letter-case'>): Sql;
  /** @param type of the operand, where the model says it */
  aggregate(name: AggregateFunction, operand: Sql, type: ValueType | undefined): Sql;
  countDistinctTuple(node: SqlOf<'count-distinct-tuple'>): Sql;
  onlyValue(node: SqlOf<'only-value'>): Sql;
  /** With ten decimals at most. */
  decimalText(node: SqlOf<'decimal-text'>): Sql;
  timeOfText(node: SqlOf<'time-of-text'>): Sql;
  divide(node: SqlOf<'divide'>): Sql;
  /** One column of numbers that may have several types: an error where it cannot hold all their digits, never fewer digits. */
  chosenNumber(node: SqlOf<'chosen-number'>): Sql;
  firstNumber(node: SqlOf<'first-number'>): Sql;
  /** A dimension as it is grouped, compared and counted: equal texts are the same code points, a boolean is one of two. */
  dimensionValue(operand: Sql, type: ValueType): Sql;
  /** What text is sorted and compared by, so that every engine compares code points. */
  textOrder(operand: Sql): Sql;
  /** `LIMIT` and `OFFSET`, not both of them left out. */
  limit(limit: number | undefined, offset: number): string;
}

interface Capabilities {
  /** Default false: a query sorted by text gets a SELECT around it, and sorts by an expression over its columns. */
  readonly sortTextByAlias: boolean;
  /** Default true. Without it a query gets a SELECT around it, and sorts by whether there is a value, then by the value. */
  readonly sortNullsLast: boolean;
  /** A derived table that others join is computed once, not again for each of their rows. */
  readonly readDerivedOnce: boolean;
}
