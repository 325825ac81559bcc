import { addUnits, type Clock, startOfUnit, type TimeUnit } from '@orrery/semantic';
import type { ColumnId, Scalar } from '../../../relation/index.ts';
import type { TypedColumns } from '../../part.ts';
import { constantTime, type TimeSession, unitOf } from './constant-time.ts';
import { comparison } from './time-conditions.ts';

/** `EXTRACT(MONTH FROM t) = 3`: a part of any year. */
interface PartOfYear {
  readonly condition: Scalar;
  readonly time: Scalar & { readonly kind: 'column' };
  readonly unit: TimeUnit;
  readonly number: number;
  readonly position: number;
}

/**
 * Narrows a range of one year by a month or quarter of it: `EXTRACT(YEAR FROM t) = 2024 AND EXTRACT(MONTH FROM t) = 3`.
 *
 * @param conditions joined with AND, with folded times @returns conditions that are true for the same rows
 */
export function narrowYears(
  conditions: readonly Scalar[],
  base: TypedColumns,
  session: TimeSession,
): readonly Scalar[] {
  const parts = conditions.flatMap((one) => partOf(one, base, session) ?? []);
  return parts.reduce(narrowed, conditions);
}

function narrowed(conditions: readonly Scalar[], part: PartOfYear): readonly Scalar[] {
  const { time, unit, number, position } = part;
  const bounds = conditions.flatMap((one) => boundOf(one, time.column) ?? []);
  const [from, ...earlier] = bounds.filter(({ operator }) => operator === '>=');
  const [until, ...later] = bounds.filter(({ operator }) => operator === '<');
  if (!from || !until || earlier.length > 0 || later.length > 0) return conditions;
  if (startOfUnit('year', from.at) !== from.at || addUnits('year', 1, from.at) !== until.at) return conditions;
  const start = addUnits(unit, number - 1, from.at);
  const taken = new Set([part.condition, from.condition, until.condition]);
  return [
    ...conditions.filter((one) => !taken.has(one)),
    comparison('>=', time, start, position),
    comparison('<', time, addUnits(unit, 1, start), position),
  ];
}

function boundOf(condition: Scalar, column: ColumnId) {
  if (condition.kind !== 'call') return undefined;
  const [time, constant] = condition.arguments;
  if (time?.kind !== 'column' || time.column !== column || constant?.kind !== 'constant') return undefined;
  const at = Date.parse(`${constant.value?.replace(' ', 'T')}Z`);
  return constant.type.name !== 'timestamp' || Number.isNaN(at)
    ? undefined
    : { condition, operator: condition.function.name, at: at as Clock };
}

const most: Readonly<Partial<Record<TimeUnit, number>>> = { month: 12, quarter: 4 };

function partOf(condition: Scalar, base: TypedColumns, session: TimeSession): PartOfYear | undefined {
  if (condition.kind !== 'call' || condition.function.name !== '=') return undefined;
  const [left, right] = condition.arguments;
  if (!left || !right) return undefined;
  const direct = extracted(left, base);
  const found = direct ?? extracted(right, base);
  const value = found && constantTime(direct ? right : left, session);
  if (!found || value?.kind !== 'number') return undefined;
  const isPart = value.value >= 1 && value.value <= (most[found.unit] ?? 0);
  return isPart ? { condition, ...found, number: value.value, position: condition.position } : undefined;
}

const wholes: ReadonlySet<string> = new Set(['int4', 'int8', 'numeric', 'float8']);

function extracted(scalar: Scalar, base: TypedColumns): Pick<PartOfYear, 'time' | 'unit'> | undefined {
  if (scalar.kind === 'cast') {
    const isNumber = wholes.has(scalar.type.name) && scalar.type.modifier === undefined;
    return isNumber ? extracted(scalar.operand, base) : undefined;
  }
  if (scalar.kind !== 'call') return undefined;
  const { name } = scalar.function;
  const [first, second] = scalar.arguments;
  if (!first) return undefined;
  if (name === 'trunc' && !second) return extracted(first, base);
  const unit = name === 'extract' || name === 'date_part' ? unitOf(first) : undefined;
  const column = second?.kind === 'column' ? base.get(second.column) : undefined;
  if (!unit || second?.kind !== 'column' || column?.role.kind !== 'dimension') return undefined;
  return column.type.name === 'timestamp' && most[unit] !== undefined ? { time: second, unit } : undefined;
}
