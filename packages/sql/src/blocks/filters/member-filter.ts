import type { FilterOperator, QueryFilter } from '@orrery/semantic';
import type { ColumnId, Scalar } from '../../relation/index.ts';
import { anyOf, type MemberTest, negated } from './join-filters.ts';
import { likeTest } from './like-test.ts';
import type { BaseColumn } from '../part.ts';
import { readingOf, textOfReading } from './time-ranges.ts';

export interface FilterContext {
  /** Columns, by the members that they stand for. */
  readonly base: ReadonlyMap<ColumnId, Pick<BaseColumn, 'role' | 'type'>>;
  /** What is tested: rows, or groups. */
  readonly tests: 'dimension' | 'measure';
  /** Whether times are compared by their milliseconds, as filters of the JSON API do. */
  readonly isOfMilliseconds?: boolean;
}

/** A member that a filter tests, with the type of its column. */
interface Tested {
  readonly member: string;
  readonly type: 'text' | 'float8' | 'int8' | 'bool' | 'timestamp';
}

/**
 * A condition as a filter of the JSON API, where that means exactly the same for every value, NULL included.
 *
 * @returns undefined where it does not
 */
export function memberFilter(condition: Scalar, context: FilterContext): QueryFilter | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const filters = condition.conditions.map((one) => memberFilter(one, context));
      const made = filters.filter((one) => one !== undefined);
      if (made.length < filters.length) return undefined;
      return condition.kind === 'or' ? anyOf(made) : { kind: 'and', filters: made };
    }
    case 'is-null': {
      const tested = testedBy(condition.operand, context);
      return tested && { kind: 'member', member: tested.member, operator: condition.isNegated ? 'set' : 'notSet' };
    }
    case 'column':
      return truthFilter(condition, ['true'], context);
    case 'not': {
      const filter = memberFilter(condition.operand, context);
      return filter && negated(filter);
    }
    case 'is-truth':
      return isTruth(condition, context);
    case 'distinct-from':
      return distinctFrom(condition, context);
    case 'in-list': {
      const tested = testedBy(condition.operand, context);
      const values = condition.items.map((item) => valueOf(item, tested));
      const known = values.filter((value) => value !== undefined);
      if (!tested || known.length < values.length) return undefined;
      return equal(tested.member, known, condition.isNegated);
    }
    case 'call':
      return comparison(condition, context);
    default:
      return undefined;
  }
}

function filterOf(member: string, operator: FilterOperator, values: readonly (string | null)[]): MemberTest {
  return { kind: 'member', member, operator, values };
}

/** `notEquals` keeps rows without a value unless NULL is one of its values; `<>` and NOT IN do not keep them. */
function equal(member: string, values: readonly string[], isNegated: boolean): MemberTest {
  return isNegated ? filterOf(member, 'notEquals', [...values, null]) : filterOf(member, 'equals', values);
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
  const isKnown = type === 'text' || type === 'float8' || type === 'int8' || type === 'bool' || type === 'timestamp';
  return isKnown ? { member: column.role.member, type } : undefined;
}

function truthFilter(
  operand: Scalar,
  values: readonly (string | null)[],
  context: FilterContext,
): QueryFilter | undefined {
  const tested = testedBy(operand, context);
  return tested?.type === 'bool' ? filterOf(tested.member, 'equals', values) : undefined;
}

function isTruth(
  { operand, truth, isNegated }: Scalar & { readonly kind: 'is-truth' },
  context: FilterContext,
): QueryFilter | undefined {
  if (truth === null) {
    const tested = testedBy(operand, context);
    if (tested?.type !== 'bool') return undefined;
    return { kind: 'member', member: tested.member, operator: isNegated ? 'set' : 'notSet' };
  }
  return truthFilter(operand, isNegated ? [String(!truth), null] : [String(truth)], context);
}

function distinctFrom(
  { left, right, isNegated }: Scalar & { readonly kind: 'distinct-from' },
  context: FilterContext,
): QueryFilter | undefined {
  const direct = testedBy(left, context);
  const tested = direct ?? testedBy(right, context);
  const value = valueOf(direct ? right : left, tested);
  return tested && value !== undefined
    ? filterOf(tested.member, isNegated ? 'equals' : 'notEquals', [value])
    : undefined;
}

const mirrored: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const ordered: Readonly<Record<string, FilterOperator>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };

function comparison(call: Scalar & { readonly kind: 'call' }, context: FilterContext): QueryFilter | undefined {
  const [left, right] = call.arguments;
  const symbol = call.function.name;
  const direct = testedBy(left, context);
  const tested = direct ?? testedBy(right, context);
  if (!tested) return undefined;
  if (direct?.type === 'text' && right) {
    const test = likeTest(symbol, right);
    if (test) return filterOf(tested.member, test.operator, test.values);
  }
  const operator = direct ? symbol : mirrored[symbol];
  const constant = direct ? right : left;
  if (operator === undefined || !(symbol in mirrored) || !constant) return undefined;
  if (tested.type === 'timestamp') return timeFilter(tested.member, operator, constant, context);
  const value = valueOf(constant, tested);
  if (value === undefined) return undefined;
  if (operator === '=' || operator === '<>') return equal(tested.member, [value], operator === '<>');
  const compares = ordered[operator];
  return compares && tested.type !== 'bool' ? filterOf(tested.member, compares, [value]) : undefined;
}

/** Other comparisons need the source: its times may have more digits than a filter. */
function timeFilter(
  member: string,
  operator: string,
  constant: Scalar,
  { isOfMilliseconds = false }: FilterContext,
): QueryFilter | undefined {
  const at = readingOf(constant);
  if (at === undefined) return undefined;
  const test = (kind: FilterOperator, from: number) => filterOf(member, kind, [textOfReading(from)]);
  if (operator === '>=') return test('afterOrOnDate', at);
  if (operator === '<') return test('beforeDate', at);
  if (!isOfMilliseconds) return undefined;
  if (operator === '>') return test('afterDate', at);
  if (operator === '<=') return test('beforeOrOnDate', at);
  const text = textOfReading(at);
  return operator === '=' ? filterOf(member, 'inDateRange', [text, text]) : undefined;
}

/** The value of a constant that is compared with a member; NULL is none. */
function valueOf(scalar: Scalar | undefined, tested: Tested | undefined): string | undefined {
  if (!scalar || !tested) return undefined;
  const isNumeric = tested.type === 'float8' || tested.type === 'int8';
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
      return isNumber(scalar) && isDouble(scalar.value) ? scalar.value : undefined;
    case 'timestamp':
      return undefined;
  }
}

const numberTypes: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float8']);

function isNumber(scalar: Scalar): boolean {
  return scalar.kind === 'constant' && numberTypes.has(scalar.type.name);
}

/** A number with more digits than a double holds is not the double that PostgreSQL compares. */
export function isDouble(text: string): boolean {
  const [written, held] = [digitsOf(text), digitsOf(String(Number(text)))];
  return written !== undefined && written === held;
}

/** Sign, digits without zeros at either end, and power of ten; undefined for what is no number. */
function digitsOf(text: string): string | undefined {
  const found = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (!found) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  if (whole + fraction === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const exponent = Number(power) - fraction.length + (digits.length - kept.length);
  return `${sign === '-' ? '-' : ''}${kept}e${exponent}`;
}
