import {
  type BoundQuery,
  type Condition,
  type Instant,
  instantToCivil,
  type MemberId,
  membersOfFilter,
  type ModelIndex,
  utc,
} from '@orrery/semantic';

/** The times of a member that a query reads, `[from, to)` as clocks of its zone show them; a missing end is open. */
export interface PeriodRead {
  readonly member: MemberId;
  readonly from?: string;
  readonly to?: string;
  /** Whether the conditions of the query say nothing more about these times. */
  readonly isExact: boolean;
}

type PeriodCondition = Extract<Condition, { readonly kind: 'range' }>;

/** Lists the times that the conditions of a query name, those that views add included. */
export function periodsRead({ rowFilters, zone }: BoundQuery, model: ModelIndex): readonly PeriodRead[] {
  const conditions = rowFilters.flatMap(partsJoined);
  const named = new Set(conditions.flatMap(membersOfFilter).filter((id) => isTime(id, model)));
  return [...named].map((member): PeriodRead => {
    const own = conditions.filter((one) => membersOfFilter(one).includes(member));
    const ranges = own.filter((one) => isRangeOf(one, member));
    const read = (instant: Instant, isOfValues: boolean) => instantToCivil(isOfValues ? utc : zone, instant);
    const ends = (end: 'from' | 'to') =>
      ranges.flatMap(({ isOfValues = false, [end]: at }) => (at === undefined ? [] : [read(at, isOfValues)])).sort();
    const [from, to] = [ends('from').at(-1), ends('to')[0]];
    return {
      member,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      isExact: ranges.length === own.length,
    };
  });
}

/** The parts of a condition that all have to hold. */
export function partsJoined(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(partsJoined) : [condition];
}

function isTime(id: MemberId, { members }: ModelIndex): boolean {
  const member = members.get(id);
  return member?.kind === 'dimension' && member.type === 'time';
}

function isRangeOf(condition: Condition, member: MemberId): condition is PeriodCondition {
  if (condition.kind !== 'range' || condition.isNegated) return false;
  const { operand } = condition;
  return (operand.kind === 'dimension' || operand.kind === 'bucket') && operand.member === member;
}
