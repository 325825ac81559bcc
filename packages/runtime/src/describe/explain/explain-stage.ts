import type { ExplainAnswer } from '@orrery/contract';
import type { CaseValue, GrainItem, Measure, ModelFilter, StageExpression, TimeShift } from '@orrery/semantic';
import { fragmentText } from '../meta/index.ts';
import type { Redaction } from '../../query/index.ts';

type ExplainedStage = Pick<ExplainAnswer['members'][number], 'grain' | 'filter' | 'timeShift' | 'orderBy' | 'case'>;

/** Describes the stages of a measure as its author writes them; empty for other measures. */
export function explainStage({ expression }: Measure, cube: string, redaction: Redaction): ExplainedStage {
  if (expression.kind !== 'stage') return {};
  const { value, grain, filter, timeShifts, orderBy } = expression;
  const names = (items: readonly GrainItem[]) => items.map((item) => nameOf(item, redaction));
  const grained = {
    ...kept(grain.kept.kind, grain.kept.kind === 'all' ? [] : names(grain.kept.items)),
    ...(grain.include.length > 0 ? { include: names(grain.include) } : {}),
  };
  const members = filter.kept.kind === 'all' ? [] : filter.kept.members;
  const filtered = {
    ...kept(
      filter.kept.kind,
      members.map((id) => redaction.member(id)),
    ),
    ...(filter.include.length > 0 ? { include: filter.include.map((one) => presentFilter(one, redaction)) } : {}),
    ...(filter.isFixed ? { mode: 'fixed' as const } : {}),
  };
  return {
    ...(Object.keys(grained).length > 0 ? { grain: grained } : {}),
    ...(Object.keys(filtered).length > 0 ? { filter: filtered } : {}),
    ...(timeShifts.length > 0 ? { timeShift: timeShifts.map((shift) => presentShift(shift, redaction)) } : {}),
    ...(orderBy.length > 0 ? { orderBy: orderBy.map((item) => presentOrder(item, cube)) } : {}),
    ...(value?.kind === 'choice' ? { case: presentChoice(value, cube, redaction) } : {}),
  };
}

function kept(kind: 'all' | 'except' | 'only', names: readonly string[]) {
  if (kind === 'all') return {};
  return kind === 'except' ? { exclude: [...names] } : { keepOnly: [...names] };
}

function nameOf({ member, granularity }: GrainItem, redaction: Redaction): string {
  return granularity === undefined ? redaction.member(member) : `${redaction.member(member)}.${granularity}`;
}

function presentFilter(filter: ModelFilter, redaction: Redaction): unknown {
  if (filter.kind !== 'member') return { [filter.kind]: filter.filters.map((one) => presentFilter(one, redaction)) };
  const { member, operator, values } = filter;
  return { member: redaction.member(member), operator, ...(values ? { values } : {}) };
}

function presentShift(
  { dimension, by }: TimeShift,
  redaction: Redaction,
): NonNullable<ExplainedStage['timeShift']>[number] {
  const of = dimension === undefined ? {} : { timeDimension: redaction.member(dimension) };
  if (by.kind === 'named') return { ...of, name: by.name };
  const { months, ms } = by.interval;
  // With two signed parts, the first decides the direction.
  const sign = (months === 0 ? ms : months) > 0 ? 1 : -1;
  const parts = [months === 0 ? '' : counted(months * sign, 'month'), ms === 0 ? '' : timeText(ms * sign)];
  return { ...of, interval: parts.filter(Boolean).join(' '), type: sign > 0 ? 'prior' : 'next' };
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function timeText(ms: number): string {
  const [unit, length] = units.find(([, size]) => ms % size === 0) ?? (['millisecond', 1] as const);
  return counted(ms / length, unit);
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
}

function presentOrder({ sql, isDescending }: StageExpression['orderBy'][number], cube: string) {
  return { sql: fragmentText(sql, cube, ''), dir: isDescending ? ('desc' as const) : ('asc' as const) };
}

function presentChoice(
  { on, when, otherwise }: Extract<StageExpression['value'], { kind: 'choice' }>,
  cube: string,
  redaction: Redaction,
): unknown {
  return {
    switch: nameOf(on, redaction),
    when: when.map(({ value, sql }) => ({ value: valueText(value), sql: fragmentText(sql, cube, '') })),
    ...(otherwise ? { else: { sql: fragmentText(otherwise, cube, '') } } : {}),
  };
}

function valueText(value: CaseValue): string {
  return value.type === 'boolean' ? String(value.isTrue) : value.text;
}
