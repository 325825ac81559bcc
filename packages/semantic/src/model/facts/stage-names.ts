import type { MemberId, ModelFilter, StageExpression } from '../model.ts';

/** Members a stage names outside its SQL: in its grain, its filters and its shifts. */
export function stageNames({ value, grain, filter, timeShifts }: StageExpression): readonly MemberId[] {
  const items = [
    ...(grain.kept.kind === 'all' ? [] : grain.kept.items),
    ...grain.include,
    ...(value?.kind === 'choice' ? [value.on] : []),
  ];
  return [
    ...items.map(({ member }) => member),
    ...(filter.kept.kind === 'all' ? [] : filter.kept.members),
    ...filter.include.flatMap(filteredMembers),
    ...timeShifts.flatMap(({ dimension }) => dimension ?? []),
  ];
}

function filteredMembers(filter: ModelFilter): readonly MemberId[] {
  return filter.kind === 'member' ? [filter.member] : filter.filters.flatMap(filteredMembers);
}
