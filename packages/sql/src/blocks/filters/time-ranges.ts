import type { QueryTimeDimension } from '@orrery/semantic';
import type { ColumnId, Scalar } from '../../relation/index.ts';
import type { BaseColumn } from '../part.ts';

interface Bound {
  readonly column: ColumnId;
  readonly side: 'from' | 'until';
  /** Milliseconds of the reading of a clock, as if it were in UTC. */
  readonly at: number;
  readonly condition: Scalar;
}

/**
 * Takes `t >= A AND t < B` out of conditions, as the date range of a time dimension. Measures with windows read rows before
 * such a range, while a filter would leave these rows out.
 *
 * @param isOfMilliseconds whether times are compared by their milliseconds, so that `<=` is a bound too
 */
export function takeRanges(
  conditions: readonly Scalar[],
  base: ReadonlyMap<ColumnId, BaseColumn>,
  isOfMilliseconds = false,
): { readonly ranges: readonly QueryTimeDimension[]; readonly rest: readonly Scalar[] } {
  const bounds = conditions.flatMap((condition) => boundOf(condition, base, isOfMilliseconds) ?? []);
  const taken = new Set<Scalar>();
  const ranges = [...Map.groupBy(bounds, ({ column }) => column)].flatMap(([id, own]): QueryTimeDimension[] => {
    const [from, until] = (['from', 'until'] as const).map((side) => own.filter((bound) => bound.side === side));
    const [[first, ...earlier], [last, ...later]] = [from ?? [], until ?? []];
    const role = base.get(id)?.role;
    if (!first || !last || earlier.length > 0 || later.length > 0 || role?.kind !== 'dimension') return [];
    if (first.at >= last.at) return [];
    taken.add(first.condition).add(last.condition);
    // Both ends of a date range are part of it.
    return [{ dimension: role.member, dateRange: [textOfReading(first.at), textOfReading(last.at - 1)] }];
  });
  return { ranges, rest: conditions.filter((condition) => !taken.has(condition)) };
}

/** ISO, without a zone. */
export function textOfReading(at: number): string {
  return new Date(at).toISOString().slice(0, -1);
}

function boundOf(
  condition: Scalar,
  base: ReadonlyMap<ColumnId, BaseColumn>,
  isOfMilliseconds: boolean,
): Bound | undefined {
  if (condition.kind !== 'call') return undefined;
  const [left, right] = condition.arguments;
  const { name } = condition.function;
  const side = sides[name] ?? (isOfMilliseconds ? inclusiveSides[name] : undefined);
  const column = left?.kind === 'column' ? base.get(left.column) : undefined;
  if (side === undefined || column?.role.kind !== 'dimension' || column.type.name !== 'timestamp') return undefined;
  const at = right && readingOf(right);
  if (at === undefined) return undefined;
  return { column: column.id, side, at: name in sides ? at : at + 1, condition };
}

/** Bounds by the millisecond after them. */
const inclusiveSides: Readonly<Record<string, Bound['side']>> = { '>': 'from', '<=': 'until' };
const sides: Readonly<Record<string, Bound['side']>> = { '>=': 'from', '<': 'until' };

/** A constant day or time of at most milliseconds, as milliseconds of the reading as if it were in UTC. */
export function readingOf(scalar: Scalar): number | undefined {
  if (scalar.kind === 'cast' && (scalar.type.name === 'timestamp' || scalar.type.name === 'date')) {
    if (scalar.type.modifier !== undefined) return undefined;
    const at = readingOf(scalar.operand);
    // A cast to a day leaves out the time.
    return scalar.type.name === 'date' && at !== undefined && at % dayMs !== 0 ? undefined : at;
  }
  if (scalar.kind !== 'constant' || scalar.value === null) return undefined;
  const found = /^\s*(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3})0*)?)?)?\s*$/.exec(scalar.value);
  if (!found) return undefined;
  const [, day, time = '00:00', seconds = '00', fraction = ''] = found;
  const text = `${day}T${time}:${seconds}.${fraction.padEnd(3, '0')}Z`;
  const at = Date.parse(text);
  // Days that no calendar has are refused where they are read.
  return Number.isNaN(at) || at <= firstDay || new Date(at).toISOString() !== text ? undefined : at;
}

/** Filters know no times before the year 1. */
const firstDay = Date.parse('0001-01-01T00:00:00Z');

const dayMs = 86_400_000;
