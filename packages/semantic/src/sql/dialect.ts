import type { AggregateFunction, ValueType } from '../model/index.ts';
import type { CastType, Sql } from './sql.ts';
import type { Instant } from '../time/index.ts';

/** Trees of one kind, `SqlOf<'bucket'>`. */
export type SqlOf<K extends Sql['kind']> = Extract<Sql, { kind: K }>;

/**
 * How SQL is written for one kind of engine: texts, capabilities, and functions from trees to simpler trees. A dialect
 * never sees text from a caller; values are parameters until `render` numbers them.
 */
export interface Dialect {
  readonly name: string;
  /**
   * `supported`: every planner case runs on a server. `rows proven`: it runs on the engine as a library, and no server was
   * run. `rendered`: the text is only tested as text.
   */
  readonly level: 'supported' | 'rows proven' | 'rendered';
  /** Length in characters; longer names are shortened and kept distinct. */
  readonly maxIdentifierLength: number;
  readonly can: Capabilities;
  readonly castTypes: Readonly<Record<CastType, string>>;
  /** The first instant that the engine can neither store nor name in a statement. By default there is none. */
  readonly endOfTime?: Instant;
  /**
   * A query that has a row where quotients of decimals have only the decimals of their parts, for an engine on which that
   * depends on the server.
   */
  readonly shortQuotients?: string;
  quoteIdentifier(name: string): string;
  /** A constant of ours; it is never text of a caller or an author. */
  quoteText(text: string): string;
  /** `position` counts from 1. */
  placeholder(position: number): string;
  /** The type that holds these digits exactly, or a double for a number with an exponent. */
  numberType(digits: string): string;
  /** NULL with the given type. */
  absent(type: ValueType): Sql;
  instant(node: SqlOf<'instant'>): Sql;
  /** Compares a stored time, or a reading on a clock in UTC, with an instant. */
  instantTest(node: SqlOf<'instant-test'>): Sql;
  reading(node: SqlOf<'reading'>): Sql;
  addInterval(node: SqlOf<'add-interval'>): Sql;
  secondsBetween(node: SqlOf<'seconds-between'>): Sql;
  fail(node: SqlOf<'fail'>): Sql;
  /** A relation of the numbers from 0 on. @param alias quoted */
  numbers(count: number, alias: string): string;
  floorDivide(node: SqlOf<'floor-divide'>): Sql;
  localTime(node: SqlOf<'local-time'>): Sql;
  bucket(node: SqlOf<'bucket'>): Sql;
  /** An equality in which NULL equals NULL, written so that the engine can join by it without comparing every pair. */
  same(node: SqlOf<'same'>): Sql;
  /** Whether a value may be in a list of `IN` that a column of another type is compared with; otherwise values are compared one by one. */
  isListed(value: Sql): boolean;
  /** A test for NaN that is added to `<>` and NOT IN, where indexes of the engine pass over it. Default: none is needed. */
  nanBeside(operand: Sql): Sql | undefined;
  textMatch(node: SqlOf<'text-match'>): Sql;
  textMatches(node: SqlOf<'text-matches'>): Sql;
  letterCase(node: SqlOf<'letter-case'>): Sql;
  /** The number of characters. */
  textLength(node: SqlOf<'text-length'>): Sql;
  /** @param type type of the operand, where the model declares it */
  aggregate(name: AggregateFunction, operand: Sql, type: ValueType | undefined): Sql;
  over(node: SqlOf<'over'>): Sql;
  nextValue(node: SqlOf<'next-value'>): Sql;
  countDistinctTuple(node: SqlOf<'count-distinct-tuple'>): Sql;
  onlyValue(node: SqlOf<'only-value'>): Sql;
  /** Formats a number with at most ten decimals. */
  decimalText(node: SqlOf<'decimal-text'>): Sql;
  timeOfText(node: SqlOf<'time-of-text'>): Sql;
  /** Fails for a text that is no time, where the value is one and a cast by the engine would make NULL of it. */
  timeOfUnknown(operand: Sql): Sql;
  /** Writes a value of another type as texts are shown, or a number of four bytes as the double with its digits. */
  shownValue(node: SqlOf<'shown-value'>): Sql;
  addition(node: SqlOf<'addition'>): Sql;
  /** Multiplies with all digits, or about 16 significant ones; fails rather than lose others. */
  product(node: SqlOf<'product'>): Sql;
  /** Compares numbers so that NaN is the greatest, where the engine stores it. */
  numberOrder(node: SqlOf<'number-order'>): Sql;
  /** Gives a sum a type with which an author's SQL can compute, where that of the aggregate has no room left. */
  sumInSql(node: SqlOf<'sum-in-sql'>): Sql;
  divide(node: SqlOf<'divide'>): Sql;
  /** Combines numbers of several types into one column: fails rather than lose digits. */
  chosenNumber(node: SqlOf<'chosen-number'>): Sql;
  /** Combines values of a type that the model does not tell; where they are numbers, these may be of several types. */
  chosenValue(node: SqlOf<'chosen-value'>): Sql;
  firstNumber(node: SqlOf<'first-number'>): Sql;
  /**
   * Normalizes a dimension for grouping, comparing and counting: equal texts have the same code points, and a boolean
   * has two values.
   */
  dimensionValue(operand: Sql, type: ValueType): Sql;
  /** Expression by which text is sorted and compared, so that every engine compares code points. */
  textOrder(operand: Sql): Sql;
  /** `LIMIT` and `OFFSET`; at least one of them is given. */
  limit(limit: number | undefined, offset: number): string;
}

interface Capabilities {
  /** Default false: a query sorted by text is wrapped in a SELECT, which sorts by an expression over its columns. */
  readonly sortTextByAlias: boolean;
  /**
   * Default true. Without it a query is wrapped in a SELECT, which sorts by whether there is a value, then by the
   * value.
   */
  readonly sortNullsLast: boolean;
  /** Whether a derived table in a join is computed once, rather than again for each row of the other side. */
  readonly readDerivedOnce: boolean;
  /** Default true: a SELECT without FROM may have a WHERE. Without it, a relation of no rows has a limit of none. */
  readonly filterNothing: boolean;
}
