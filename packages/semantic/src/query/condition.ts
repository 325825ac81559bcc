import type { CubeName, MemberId } from '../model/index.ts';
import type { Instant } from '../time/index.ts';
import type { Expression } from './expression.ts';
import type { QueryConstant } from './query.ts';

export type TextMatch = 'contains' | 'starts-with' | 'ends-with';

/**
 * A test of a row or a group. `keepsNull` decides about a NULL operand: true keeps the row. A time operand of `range`
 * and of `one-of` is the stored instant, untruncated; every other operand is the value a caller would see. Stages of
 * the planner use the same tests over operands of their own.
 */
export type ConditionOver<Operand> =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionOver<Operand>[] }
  /**
   * Limits the rows of `of` to those that policies allow. It is a separate term, joined with AND; no pass splits or
   * drops it.
   */
  | { readonly kind: 'rule'; readonly of: CubeName; readonly where: ConditionOver<Operand> }
  | { readonly kind: 'segment'; readonly member: MemberId }
  /** The row filters of a measure, used as a row filter (the `measureFilter` operator). */
  | { readonly kind: 'measure-filters'; readonly member: MemberId }
  /** A boolean operand is true, not false and not NULL. */
  | { readonly kind: 'true'; readonly operand: Operand }
  | { readonly kind: 'null'; readonly operand: Operand; readonly isNegated: boolean }
  /** Equal to one of `values` (or to none, when negated). `values` is not empty. */
  | {
      readonly kind: 'one-of';
      readonly operand: Operand;
      readonly values: readonly QueryConstant[];
      readonly isNegated: boolean;
      readonly keepsNull: boolean;
    }
  /** Ignores letter case; no character of a value is a wildcard. Negated: matches none of them. */
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
      readonly value: QueryConstant;
    }
  /** `[from, to)`; a missing end is open. Negated: outside of it, NULL excluded. */
  | {
      readonly kind: 'range';
      readonly operand: Operand;
      readonly from?: Instant;
      readonly to?: Instant;
      readonly isNegated: boolean;
      /** The date range of a time dimension: it limits the answer, while windows and shifts may read beyond it. */
      readonly isPeriod?: true;
      /** The ends are stored values as the caller saw them, never converted by a zone. */
      readonly isOfValues?: true;
    };

export type Condition = ConditionOver<Expression>;

/** A condition without nested conditions. */
export type Test<Operand> = Exclude<ConditionOver<Operand>, { conditions: unknown } | { where: unknown }>;

/** The parts of a condition. */
interface ConditionParts<Operand> {
  readonly conditions: readonly ConditionOver<Operand>[];
  readonly operands: readonly Operand[];
  /** Members named by the condition itself. */
  readonly members: readonly MemberId[];
}

/** The table of children: rebuilds a condition with other parts. Walks over conditions are built on it. */
function mapParts<From, To>(
  condition: ConditionOver<From>,
  change: {
    condition(inner: ConditionOver<From>): ConditionOver<To>;
    operand(operand: From): To;
    member(id: MemberId): MemberId;
  },
): ConditionOver<To> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => change.condition(one)) };
    case 'rule':
      return { ...condition, where: change.condition(condition.where) };
    case 'segment':
    case 'measure-filters':
      return { ...condition, member: change.member(condition.member) };
    case 'true':
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return { ...condition, operand: change.operand(condition.operand) };
  }
}

/** The same table, for walks that only look: nothing is copied. */
function partsOf<Operand>(condition: ConditionOver<Operand>): ConditionParts<Operand> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { conditions: condition.conditions, operands: none, members: none };
    case 'rule':
      return { conditions: [condition.where], operands: none, members: none };
    case 'segment':
    case 'measure-filters':
      return { conditions: none, operands: none, members: [condition.member] };
    case 'true':
    case 'null':
    case 'one-of':
    case 'text':
    case 'compare':
    case 'range':
      return { conditions: none, operands: [condition.operand], members: none };
  }
}

const none: readonly never[] = [];

const itself = <T>(part: T): T => part;

/** The nested conditions; a test has none. */
function conditionsIn<Operand>(condition: ConditionOver<Operand>): readonly ConditionOver<Operand>[] {
  return partsOf(condition).conditions;
}

/** @returns the same condition when none of its parts changes */
export function mapConditions<Operand>(
  condition: ConditionOver<Operand>,
  change: (inner: ConditionOver<Operand>) => ConditionOver<Operand>,
): ConditionOver<Operand> {
  const before = conditionsIn(condition);
  const after = before.map(change);
  if (after.every((one, index) => one === before[index])) return condition;
  const made = new Map(before.map((one, index) => [one, after[index]]));
  const changed = (one: ConditionOver<Operand>) => made.get(one) ?? one;
  return mapParts(condition, { condition: changed, operand: itself, member: itself });
}

/** Replaces the operands of all tests. */
export function mapOperands<From, To>(
  condition: ConditionOver<From>,
  change: (operand: From) => To,
): ConditionOver<To> {
  return mapParts(condition, { condition: (one) => mapOperands(one, change), operand: change, member: itself });
}

/** Renames members in tests and operands. */
export function mapNames<Operand>(
  condition: ConditionOver<Operand>,
  operand: (operand: Operand) => Operand,
  member: (id: MemberId) => MemberId,
): ConditionOver<Operand> {
  return mapParts(condition, { condition: (one) => mapNames(one, operand, member), operand, member });
}

/** The tests of a condition, in order. */
export function testsIn<Operand>(condition: ConditionOver<Operand>): readonly Test<Operand>[] {
  const found: Test<Operand>[] = [];
  addTests(condition, found);
  return found;
}

/** Adds to one list, because lists in lists cost most of the time of a walk over many tests. */
function addTests<Operand>(condition: ConditionOver<Operand>, found: Test<Operand>[]): void {
  if ('conditions' in condition || 'where' in condition) {
    for (const inner of conditionsIn(condition)) addTests(inner, found);
  } else {
    found.push(condition);
  }
}

/** The operands of all tests, in order. */
export function operandsIn<Operand>(condition: ConditionOver<Operand>): readonly Operand[] {
  return testsIn(condition).flatMap((test) => partsOf(test).operands);
}

/** Members that the condition itself names, not its operands. */
export function membersNamedIn<Operand>(condition: ConditionOver<Operand>): readonly MemberId[] {
  return testsIn(condition).flatMap((test) => partsOf(test).members);
}

/** Members a condition reads, including those of its operands. */
export function conditionMembers<Operand>(
  condition: ConditionOver<Operand>,
  membersOfOperand: (operand: Operand) => readonly MemberId[],
): readonly MemberId[] {
  const found: MemberId[] = [];
  for (const test of testsIn(condition)) {
    const { operands, members } = partsOf(test);
    for (const operand of operands) found.push(...membersOfOperand(operand));
    found.push(...members);
  }
  return found;
}
