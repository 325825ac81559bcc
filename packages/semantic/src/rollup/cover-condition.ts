import { type MemberId, nameOfGranularity } from '../model/index.ts';
import type { PlanCondition, PlanExpression } from '../plan/index.ts';
import { operandsIn } from '../query/index.ts';
import type { Zone } from '../time/index.ts';
import { coverBucket, isEdge, spanOf } from './cover-time.ts';
import type { Mismatch } from './mismatch.ts';
import type { StoredColumn, StoredTime } from './rollup.ts';

/** Columns in which an expression over rows is looked up, and what is known of the rows. */
export interface Coverage {
  readonly columns: readonly StoredColumn[];
  /** Conditions that the rows pass, joined with AND. */
  readonly conditions: readonly PlanCondition[];
  /** Zone of the query. */
  readonly zone: Zone;
}

/** Lists why stored columns do not decide a condition for every row behind them. */
export function coverCondition(condition: PlanCondition, coverage: Coverage): readonly Mismatch[] {
  // A rule is not the caller's, who must not learn what it reads.
  if (condition.kind === 'rule') return coverCondition(condition.where, coverage).length > 0 ? [{ kind: 'rule' }] : [];
  if ('conditions' in condition) return condition.conditions.flatMap((one) => coverCondition(one, coverage));
  if (condition.kind === 'range') return coverRange(condition, coverage);
  if (!('member' in condition)) return operandsIn(condition).flatMap((operand) => coverExpression(operand, coverage));
  const { member } = condition;
  if (condition.kind !== 'segment') return [{ kind: 'measure-filter', member }];
  const isKnown = coverage.columns.some((column) => column.kind === 'segment' && column.member === member);
  return isKnown ? [] : [{ kind: 'segment', member }];
}

function coverRange(range: Extract<PlanCondition, { kind: 'range' }>, coverage: Coverage): readonly Mismatch[] {
  const { operand, from, to } = range;
  if (operand.kind !== 'dimension' || operand.type !== 'time' || isStored(operand.member, coverage))
    return coverExpression(operand, coverage);
  const { member } = operand;
  const times = timesOf(member, coverage);
  const [first] = times;
  if (!first) return [{ kind: 'time', member }];
  if (!range.isPeriod) return [{ kind: 'date-filter', member }];
  const ends = [from, to].filter((end) => end !== undefined);
  if (times.some((time) => ends.every((end) => isEdge(end, time)))) return [];
  const isElsewhere = times.every(({ on }) => on !== 'instants' && on !== coverage.zone);
  if (isElsewhere) return [{ kind: 'zone', member, zone: coverage.zone }];
  return [{ kind: 'range-edges', member, stored: nameOfGranularity(first.granularity) }];
}

/** Lists why an expression over rows has not one value for all rows behind stored columns. */
export function coverExpression(expression: PlanExpression, coverage: Coverage): readonly Mismatch[] {
  if (expression.kind === 'value') return [];
  if (expression.kind === 'dimension') return coverDimension(expression, coverage);
  if (expression.kind === 'local-time') return coverExpression(expression.operand, coverage);
  if (expression.kind === 'call') return expression.arguments.flatMap((one) => coverExpression(one, coverage));
  if (expression.kind === 'shifted') return [{ kind: 'shifted-rows' }];
  // Everything else is SQL of the source, or not a value of rows.
  if (expression.kind !== 'bucket' || expression.operand.kind !== 'dimension') return [{ kind: 'expression' }];
  const { granularity, zone } = expression;
  const { member } = expression.operand;
  if (isStored(member, coverage)) return [];
  const span = spanOf(member, coverage.conditions);
  const compared = timesOf(member, coverage).map((time) => coverBucket({ member, granularity, zone }, time, span));
  return compared.toSorted((a, b) => a.length - b.length)[0] ?? [{ kind: 'time', member }];
}

function coverDimension(
  { member, type }: Extract<PlanExpression, { kind: 'dimension' }>,
  coverage: Coverage,
): readonly Mismatch[] {
  if (isStored(member, coverage)) return [];
  if (type !== 'time') return [{ kind: 'dimension', member }];
  return [{ kind: timesOf(member, coverage).length > 0 ? 'whole-time' : 'time', member }];
}

/** Whether the value itself is stored; a segment is read as a boolean. */
function isStored(member: MemberId, { columns }: Coverage): boolean {
  return columns.some((column) => column.kind !== 'bucket' && column.member === member);
}

function timesOf(member: MemberId, { columns }: Coverage): readonly StoredTime[] {
  return columns.filter((column) => column.kind === 'bucket').filter((column) => column.member === member);
}
