import type { FilterOperator, QueryFilter } from '@orrery/semantic';
import type { ColumnId, Scalar } from '../relation/index.ts';
import type { BaseColumn } from './part.ts';

type Base = ReadonlyMap<ColumnId, BaseColumn>;

/** A dimension that a filter tests, with the type of its column. */
interface Tested {
  readonly member: string;
  readonly type: 'text' | 'float8' | 'bool' | 'timestamp';
}

/**
 * A condition as a filter of the JSON API, where that means exactly the same for every value, NULL included.
 *
 * @returns undefined where it does not
 */
export function memberFilter(condition: Scalar, base: Base): QueryFilter | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const filters = condition.conditions.map((one) => memberFilter(one, base));
      const made = filters.filter((one) => one !== undefined);
      return made.length < filters.length ? undefined : { kind: condition.kind, filters: made };
    }
    case 'is-null': {
      const tested = testedBy(condition.operand, base);
      return tested && { kind: 'member', member: tested.member, operator: condition.isNegated ? 'set' : 'notSet' };
    }
    case 'column':
      return truthFilter(condition, true, base);
    case 'not':
      return truthFilter(condition.operand, false, base);
    case 'is-truth':
      return condition.truth === null || condition.isNegated
        ? undefined
        : truthFilter(condition.operand, condition.truth, base);
    case 'in-list': {
      const tested = testedBy(condition.operand, base);
      const values = condition.items.map((item) => valueOf(item, tested));
      const known = values.filter((value) => value !== undefined);
      if (!tested || known.length < values.length) return undefined;
      return condition.isNegated ? noneOf(tested.member, known) : filterOf(tested.member, 'equals', known);
    }
    case 'call':
      return comparison(condition, base);
    default:
      return undefined;
  }
}

function filterOf(member: string, operator: FilterOperator, values: readonly string[]): QueryFilter {
  return { kind: 'member', member, operator, values };
}

/** `notEquals` keeps rows without a value, `<>` and NOT IN do not. */
function noneOf(member: string, values: readonly string[]): QueryFilter {
  const filters: readonly QueryFilter[] = [
    filterOf(member, 'notEquals', values),
    { kind: 'member', member, operator: 'set' },
  ];
  return { kind: 'and', filters };
}

function testedBy(scalar: Scalar | undefined, base: Base): Tested | undefined {
  if (scalar?.kind !== 'column') return undefined;
  const column = base.get(scalar.column);
  const type = column?.type.name;
  if (column?.role.kind !== 'dimension') return undefined;
  const isKnown = type === 'text' || type === 'float8' || type === 'bool' || type === 'timestamp';
  return isKnown ? { member: column.role.member, type } : undefined;
}

function truthFilter(operand: Scalar, truth: boolean, base: Base): QueryFilter | undefined {
  const tested = testedBy(operand, base);
  return tested?.type === 'bool' ? filterOf(tested.member, 'equals', [String(truth)]) : undefined;
}

const mirrored: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const ofNumbers: Readonly<Record<string, FilterOperator>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };

function comparison(call: Scalar & { readonly kind: 'call' }, base: Base): QueryFilter | undefined {
  const [left, right] = call.arguments;
  const symbol = call.function.name;
  const direct = testedBy(left, base);
  const tested = direct ?? testedBy(right, base);
  const operator = direct ? symbol : mirrored[symbol];
  const value = valueOf(direct ? right : left, tested);
  if (!tested || operator === undefined || value === undefined || !(symbol in mirrored)) return undefined;
  // Days of a time are compared as instants, which needs the source: its times may have more digits than a filter.
  if (tested.type === 'timestamp') return undefined;
  if (operator === '=') return filterOf(tested.member, 'equals', [value]);
  if (operator === '<>') return noneOf(tested.member, [value]);
  const ordered = ofNumbers[operator];
  return ordered && tested.type === 'float8' ? filterOf(tested.member, ordered, [value]) : undefined;
}

/** The value of a constant that is compared with a member; NULL is none. */
function valueOf(scalar: Scalar | undefined, tested: Tested | undefined): string | undefined {
  if (!scalar || !tested) return undefined;
  if (scalar.kind === 'cast' && tested.type === 'float8' && isNumber(scalar.operand))
    return valueOf(scalar.operand, tested);
  if (scalar.kind !== 'constant' || scalar.value === null) return undefined;
  switch (tested.type) {
    case 'text':
      return scalar.type.name === 'text' || scalar.type.name === 'unknown' ? scalar.value : undefined;
    case 'bool':
      return scalar.type.name === 'bool' ? scalar.value : undefined;
    case 'float8':
      // A number with more digits than a double holds is not the double that PostgreSQL compares.
      return isNumber(scalar) && String(Number(scalar.value)) === scalar.value ? scalar.value : undefined;
    case 'timestamp':
      return undefined;
  }
}

const numberTypes: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float8']);

function isNumber(scalar: Scalar): boolean {
  return scalar.kind === 'constant' && numberTypes.has(scalar.type.name);
}
