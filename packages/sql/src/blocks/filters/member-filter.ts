import type { FilterOperator, QueryFilter } from '@orrery/semantic';
import type { ColumnId, Scalar } from '../../relation/index.ts';
import { anyOf, type MemberTest, noneOf } from './join-filters.ts';
import { likeTest } from './like-test.ts';
import type { BaseColumn } from '../part.ts';
import { readingOf, textOfReading } from './time-ranges.ts';

export interface FilterContext {
  /** Columns, by the members that they stand for. */
  readonly base: ReadonlyMap<ColumnId, Pick<BaseColumn, 'role' | 'type'>>;
  /** The object of the test: rows, or groups. */
  readonly tests: 'dimension' | 'measure';
  /** Whether times are compared by their milliseconds, as filters of the JSON API do. */
  readonly isOfMilliseconds?: boolean;
}

/** A member that a filter tests, with the type of its column. */
interface Tested {
  readonly member: string;
  readonly type: 'text' | 'float8' | 'int8' | 'numeric' | 'bool' | 'timestamp';
}

/** Wanted value of a condition: TRUE, FALSE or UNKNOWN (null), or anything but that. */
interface WantedTruth {
  readonly truth: boolean | null;
  readonly isNegated: boolean;
}

const asTrue: WantedTruth = { truth: true, isNegated: false };

/**
 * A condition as a filter of the JSON API, which keeps the rows for which the condition is what is wanted of it. A filter
 * keeps a row or does not, so that NOT and IS TRUE are read from the condition, where UNKNOWN is still known.
 *
 * @returns undefined where no filter means exactly the same for every value, NULL included
 */
export function memberFilter(
  condition: Scalar,
  context: FilterContext,
  wanted: WantedTruth = asTrue,
): QueryFilter | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return junctionFilter(condition, context, wanted);
    case 'not': {
      const { truth, isNegated } = wanted;
      return memberFilter(condition.operand, context, { truth: truth === null ? null : !truth, isNegated });
    }
    case 'is-truth': {
      const { truth, isNegated } = condition;
      const isOf = holdsKnown(wanted);
      return isOf === undefined
        ? undefined
        : memberFilter(condition.operand, context, { truth, isNegated: isNegated === isOf });
    }
    case 'is-null': {
      const tested = testedBy(condition.operand, context);
      const isOf = holdsKnown(wanted);
      if (!tested || isOf === undefined) return undefined;
      return { kind: 'member', member: tested.member, operator: condition.isNegated === isOf ? 'set' : 'notSet' };
    }
    case 'distinct-from': {
      const isOf = holdsKnown(wanted);
      return isOf === undefined ? undefined : distinctFrom(condition, isOf, context);
    }
    case 'column':
    case 'in-list':
    case 'call': {
      const test = valueTest(condition, context);
      return test && ofWanted(test, wanted);
    }
    default:
      return undefined;
  }
}

/** Whether a condition that is never UNKNOWN is to hold; undefined for what it always is, or never. */
function holdsKnown({ truth, isNegated }: WantedTruth): boolean | undefined {
  return truth === null ? undefined : truth !== isNegated;
}

/** One FALSE decides AND, and one TRUE decides OR. */
function junctionFilter(
  { kind, conditions }: Scalar & { readonly kind: 'and' | 'or' },
  context: FilterContext,
  wanted: WantedTruth,
): QueryFilter | undefined {
  if (wanted.truth === null) return undefined;
  const isDecided = (wanted.truth === (kind === 'or')) !== wanted.isNegated;
  const made = conditions.map((one) => memberFilter(one, context, wanted)).filter((one) => one !== undefined);
  if (made.length < conditions.length) return undefined;
  if (isDecided) return anyOf(made);
  return kind === 'or' && !wanted.isNegated ? noneOf(made) : { kind: 'and', filters: made };
}

/** A test of the values of a member that is UNKNOWN for NULL, and for nothing else. */
interface ValueTest {
  /** Keeps the values for which the test is TRUE, and no NULL. */
  readonly isTrue: MemberTest;
  /** Keeps those for which it is FALSE, and no NULL. */
  readonly isFalse: MemberTest;
}

function ofWanted(test: ValueTest, { truth, isNegated }: WantedTruth): QueryFilter {
  const { member } = test.isTrue;
  if (truth === null) return { kind: 'member', member, operator: isNegated ? 'set' : 'notSet' };
  if (!isNegated) return truth ? test.isTrue : test.isFalse;
  return anyOf([truth ? test.isFalse : test.isTrue, { kind: 'member', member, operator: 'notSet' }]);
}

function valueTest(
  condition: Scalar & { readonly kind: 'column' | 'in-list' | 'call' },
  context: FilterContext,
): ValueTest | undefined {
  switch (condition.kind) {
    case 'column': {
      const tested = testedBy(condition, context);
      if (tested?.type !== 'bool') return undefined;
      return between(filterOf(tested.member, 'equals', ['true']), filterOf(tested.member, 'equals', ['false']));
    }
    case 'in-list': {
      const tested = testedBy(condition.operand, context);
      const values = condition.items.map((item) => valueOf(item, tested));
      const known = values.filter((value) => value !== undefined);
      if (!tested || known.length < values.length) return undefined;
      return equality(tested.member, known, condition.isNegated);
    }
    case 'call':
      return comparison(condition, context);
  }
}

function between(holds: MemberTest, fails: MemberTest, isNegated = false): ValueTest {
  return isNegated ? { isTrue: fails, isFalse: holds } : { isTrue: holds, isFalse: fails };
}

function filterOf(member: string, operator: FilterOperator, values: readonly (string | null)[]): MemberTest {
  return { kind: 'member', member, operator, values };
}

/** `notEquals` keeps rows without a value unless NULL is one of its values; `<>` and NOT IN do not keep them. */
function equality(member: string, values: readonly string[], isNegated: boolean): ValueTest {
  return between(filterOf(member, 'equals', values), filterOf(member, 'notEquals', [...values, null]), isNegated);
}

function testedBy(scalar: Scalar | undefined, { base, tests }: FilterContext): Tested | undefined {
  if (scalar?.kind === 'cast') {
    // Whole numbers that are compared with decimals.
    const isWider = scalar.type.name === 'numeric' && scalar.type.modifier === undefined;
    const inner = isWider ? testedBy(scalar.operand, { base, tests }) : undefined;
    return inner?.type === 'int8' ? inner : undefined;
  }
  if (scalar?.kind !== 'column') return undefined;
  const column = base.get(scalar.column);
  const type = column?.type.name;
  if (column?.role.kind !== tests) return undefined;
  switch (type) {
    case 'text':
    case 'float8':
    case 'int8':
    case 'numeric':
    case 'bool':
    case 'timestamp':
      return { member: column.role.member, type };
    default:
      return undefined;
  }
}

function distinctFrom(
  { left, right, isNegated }: Scalar & { readonly kind: 'distinct-from' },
  isOf: boolean,
  context: FilterContext,
): QueryFilter | undefined {
  const direct = testedBy(left, context);
  const tested = direct ?? testedBy(right, context);
  const value = valueOf(direct ? right : left, tested);
  return tested && value !== undefined
    ? filterOf(tested.member, isNegated === isOf ? 'equals' : 'notEquals', [value])
    : undefined;
}

const mirrored: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
/** Comparisons in order, each with the one that holds for every other value. */
const ordered: Readonly<Record<string, readonly [FilterOperator, FilterOperator]>> = {
  '<': ['lt', 'gte'],
  '<=': ['lte', 'gt'],
  '>': ['gt', 'lte'],
  '>=': ['gte', 'lt'],
};

function comparison(call: Scalar & { readonly kind: 'call' }, context: FilterContext): ValueTest | undefined {
  const [left, right] = call.arguments;
  const symbol = call.function.name;
  const direct = testedBy(left, context);
  const tested = direct ?? testedBy(right, context);
  if (!tested) return undefined;
  const { member } = tested;
  if (direct?.type === 'text' && right) {
    const test = likeTest(symbol, right);
    if (test) {
      const [holds, fails] = test.operators;
      return between(filterOf(member, holds, [test.text]), filterOf(member, fails, [test.text, null]), test.isNegated);
    }
  }
  const operator = direct ? symbol : mirrored[symbol];
  const constant = direct ? right : left;
  if (operator === undefined || !(symbol in mirrored) || !constant) return undefined;
  if (tested.type === 'timestamp') return timeTest(member, operator, constant, context);
  const value = valueOf(constant, tested);
  if (value === undefined) return undefined;
  if (operator === '=' || operator === '<>') return equality(member, [value], operator === '<>');
  const [holds, fails] = ordered[operator] ?? [];
  if (!holds || !fails || tested.type === 'bool') return undefined;
  return between(filterOf(member, holds, [value]), filterOf(member, fails, [value]));
}

/** Other comparisons need the source: its times may have more digits than a filter. */
function timeTest(
  member: string,
  operator: string,
  constant: Scalar,
  { isOfMilliseconds = false }: FilterContext,
): ValueTest | undefined {
  const at = readingOf(constant);
  if (at === undefined) return undefined;
  const text = textOfReading(at);
  const test = (kind: FilterOperator) => filterOf(member, kind, [text]);
  if (operator === '>=' || operator === '<')
    return between(test('afterOrOnDate'), test('beforeDate'), operator === '<');
  if (!isOfMilliseconds) return undefined;
  if (operator === '>' || operator === '<=')
    return between(test('afterDate'), test('beforeOrOnDate'), operator === '<=');
  const range = (kind: FilterOperator) => filterOf(member, kind, [text, text]);
  return between(range('inDateRange'), range('notInDateRange'), operator === '<>');
}

/** The value of a constant that is compared with a member; NULL is none. */
function valueOf(scalar: Scalar | undefined, tested: Tested | undefined): string | undefined {
  if (!scalar || !tested) return undefined;
  const isNumeric = tested.type === 'float8' || tested.type === 'int8' || tested.type === 'numeric';
  if (scalar.kind === 'cast' && isNumeric && isNumber(scalar.operand)) {
    const value = valueOf(scalar.operand, tested);
    // A cast to whole numbers rounds.
    return value !== undefined && scalar.type.name.startsWith('int') && !/^-?\d+$/.test(value) ? undefined : value;
  }
  if (scalar.kind !== 'constant' || scalar.value === null) return undefined;
  switch (tested.type) {
    case 'text':
      return scalar.type.name === 'text' || scalar.type.name === 'unknown' ? scalar.value : undefined;
    case 'bool':
      return scalar.type.name === 'bool' ? scalar.value : undefined;
    case 'float8':
    case 'int8':
    case 'numeric':
      // The source compares all digits, with a double as a double.
      return isNumber(scalar) && isNumeral(scalar.value) ? withPower(scalar.value) : undefined;
    case 'timestamp':
      return undefined;
  }
}

const numberTypes: ReadonlySet<string> = new Set(['int2', 'int4', 'int8', 'numeric', 'float8']);

function isNumber(scalar: Scalar): boolean {
  return scalar.kind === 'constant' && numberTypes.has(scalar.type.name);
}

/** Infinity and NaN are no numbers of the JSON API. */
function isNumeral(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/.test(text);
}

/** `1e300`, which constants have with all of its zeros. */
function withPower(text: string): string {
  const [, digits, zeros = ''] = /^([+-]?\d*[1-9])(0{20,})$/.exec(text) ?? [];
  return digits === undefined ? text : `${digits}e+${zeros.length}`;
}
