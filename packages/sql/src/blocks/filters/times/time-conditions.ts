import { addUnits, type Clock, startOfUnit, type TimeUnit } from '@orrery/semantic';
import { type FunctionEntry, operatorsNamed } from '../../../functions/index.ts';
import type { Scalar } from '../../../relation/index.ts';
import type { TypedColumns } from '../../part.ts';
import {
  type ConstantTime,
  constantTime,
  instantOf,
  isInCalendar,
  readingAt,
  type TimeSession,
  unitOf,
} from './constant-time.ts';

/** The part of a model's time that a condition compares. */
interface TestedTime {
  readonly time: Scalar;
  /** The unit that its readings are cut to; absent: none. */
  readonly unit?: TimeUnit;
  /** Whether it is the number of the year. */
  readonly isYear?: boolean;
  /** Whether the readings become moments of the zone of the session on the way. */
  readonly isZoned?: boolean;
}

/**
 * Rewrites comparisons of times with what can be computed now, such as `t >= now() - INTERVAL '7 day'`,
 * `DATE_TRUNC('month', t) = '2024-01-01'` and `EXTRACT(YEAR FROM t) = 2024`, as comparisons of the times themselves with
 * constants. They are true, false and NULL for the same values.
 */
export function foldTimes(condition: Scalar, base: TypedColumns, session: TimeSession): Scalar {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => foldTimes(one, base, session)) };
    case 'not':
      return { ...condition, operand: foldTimes(condition.operand, base, session) };
    case 'in-list':
      return foldList(condition, base, session) ?? condition;
    case 'call':
      return foldComparison(condition, base, session) ?? condition;
    default:
      return condition;
  }
}

/** Each item becomes a range of its own. */
const mostItems = 100;

function foldList(
  list: Scalar & { readonly kind: 'in-list' },
  base: TypedColumns,
  session: TimeSession,
): Scalar | undefined {
  const tested = testedTime(list.operand, base);
  if (tested?.unit === undefined || list.items.length > mostItems) return undefined;
  const conditions = list.items.map((item) => compared(tested, '=', constantTime(item, session), list, session));
  const known = conditions.filter((one) => one !== undefined);
  if (known.length < conditions.length) return undefined;
  const [only, ...others] = known;
  const any: Scalar | undefined = others.length === 0 ? only : { kind: 'or', conditions: known, type: list.type };
  return any && list.isNegated ? { kind: 'not', operand: any, type: list.type } : any;
}

const mirrored: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function foldComparison(call: Scalar & { readonly kind: 'call' }, base: TypedColumns, session: TimeSession) {
  const [left, right] = call.arguments;
  const operator = call.function.name;
  if (!left || !right || !Object.hasOwn(mirrored, operator)) return undefined;
  const direct = testedTime(left, base);
  const tested = direct ?? testedTime(right, base);
  if (!tested) return undefined;
  const value = constantTime(direct ? right : left, session);
  return compared(tested, direct ? operator : (mirrored[operator] ?? operator), value, call, session);
}

function testedTime(scalar: Scalar, base: TypedColumns): TestedTime | undefined {
  switch (scalar.kind) {
    case 'column': {
      const column = base.get(scalar.column);
      const isTime = column?.role.kind === 'dimension' && column.type.name === 'timestamp';
      return isTime ? { time: scalar } : undefined;
    }
    case 'cast':
      return castTime(scalar, base);
    case 'call':
      return calledTime(scalar, base);
    default:
      return undefined;
  }
}

const numbers: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float8']);

function castTime({ operand, type }: Scalar & { readonly kind: 'cast' }, base: TypedColumns): TestedTime | undefined {
  const tested = type.modifier === undefined ? testedTime(operand, base) : undefined;
  if (!tested) return undefined;
  if (tested.isYear) return numbers.has(type.name) ? tested : undefined;
  if (type.name === 'timestamp') return tested;
  if (type.name === 'timestamptz') return { ...tested, isZoned: true };
  return type.name === 'date' ? cut(tested, 'day') : undefined;
}

function calledTime(call: Scalar & { readonly kind: 'call' }, base: TypedColumns): TestedTime | undefined {
  const { name } = call.function;
  const [first, second] = call.arguments;
  if (call.arguments.length === 1 && first) {
    const tested = testedTime(first, base);
    if (!tested) return undefined;
    // The number of a year has no decimals.
    if (tested.isYear) return name === 'trunc' || name === 'floor' ? tested : undefined;
    return name === 'date' ? cut(tested, 'day') : name === 'year' ? yearOf(tested) : undefined;
  }
  const unit = first && unitOf(first);
  if (!unit || !second || call.arguments.length > 2) return undefined;
  const tested = testedTime(second, base);
  if (!tested || tested.isYear) return undefined;
  if (name === 'date_trunc') return cut(tested, unit);
  return (name === 'extract' || name === 'date_part') && unit === 'year' ? yearOf(tested) : undefined;
}

function yearOf(tested: TestedTime): TestedTime | undefined {
  const years = cut(tested, 'year');
  return years && { ...years, isYear: true };
}

const nested: readonly TimeUnit[] = ['second', 'minute', 'hour', 'day', 'month', 'quarter', 'year'];

/** Truncates a tested time to a unit. @returns undefined for weeks together with months, since a week may lie in two months */
function cut(tested: TestedTime, unit: TimeUnit): TestedTime | undefined {
  const { unit: known = unit } = tested;
  const [coarse = unit, fine = unit] = nested.indexOf(known) > nested.indexOf(unit) ? [known, unit] : [unit, known];
  if (coarse === fine) return { ...tested, unit };
  if (known !== 'week' && unit !== 'week') return { ...tested, unit: coarse };
  const other = known === 'week' ? unit : known;
  return nested.indexOf(other) <= nested.indexOf('day') ? { ...tested, unit: 'week' } : undefined;
}

/** The same comparison of the time itself; undefined where there is none, or the constant is not known exactly. */
function compared(
  tested: TestedTime,
  operator: string,
  value: ConstantTime | undefined,
  origin: Scalar,
  session: TimeSession,
): Scalar | undefined {
  const ends = value && endsOf(tested, value, session);
  if (!ends || !ends.every(isInCalendar)) return undefined;
  if (tested.isZoned && !ends.every((end) => instantOf(end, session) !== undefined)) return undefined;
  const position = 'position' in origin ? origin.position : 0;
  const test = (name: string, at: Clock): Scalar => comparison(name, tested.time, at, position);
  const [from, to] = ends;
  if (tested.unit === undefined) return test(operator, from);
  // Between two starts, nothing is equal.
  const isBetween = value.kind !== 'number' && readingOf(value, session) !== from;
  switch (operator) {
    case '>=':
      return test('>=', isBetween ? to : from);
    case '<':
      return test('<', isBetween ? to : from);
    case '>':
      return test('>=', to);
    case '<=':
      return test('<', to);
    default: {
      if (isBetween) return undefined;
      const within: Scalar = { kind: 'and', conditions: [test('>=', from), test('<', to)], type: bool };
      return operator === '=' ? within : { kind: 'not', operand: within, type: bool };
    }
  }
}

/** The start of what a constant is compared with, and the start of the next one. */
function endsOf({ unit, isYear = false }: TestedTime, value: ConstantTime, session: TimeSession) {
  if (isYear !== (value.kind === 'number')) return undefined;
  if (value.kind === 'number') return [startOfYear(value.value), startOfYear(value.value + 1)] as const;
  const at = readingOf(value, session);
  if (at === undefined) return undefined;
  if (unit === undefined) return [at, at] as const;
  const from = startOfUnit(unit, at);
  return [from, addUnits(unit, 1, from)] as const;
}

function startOfYear(year: number): Clock {
  return new Date(0).setUTCFullYear(year, 0, 1) as Clock;
}

function readingOf(value: ConstantTime, session: TimeSession): Clock | undefined {
  if (value.kind === 'instant') return readingAt(value.at, session);
  return value.kind === 'reading' ? value.at : undefined;
}

const bool = { name: 'bool' } as const;
const timestamp = { name: 'timestamp' } as const;

export function comparison(operator: string, time: Scalar, at: Clock, position: number): Scalar {
  const value = new Date(at).toISOString().slice(0, -1).replace('T', ' ');
  const constant: Scalar = { kind: 'constant', value, type: timestamp };
  return { kind: 'call', function: entryOf(operator), arguments: [time, constant], type: bool, position };
}

function entryOf(operator: string): FunctionEntry {
  const found = operatorsNamed(operator).find(({ parameters }) => parameters.every((name) => name === 'timestamp'));
  if (!found) throw new Error(`times are compared by ${operator}`);
  return found;
}
