import { membersIn } from './every-part.ts';
import { fragmentsOf } from './fragments-of.ts';
import type { Fragment, Member, MemberId, ModelFilter } from './model.ts';

/** Members that the values of a member are made of. Joins and keys are no part of that. */
export function readsOf(member: Member): readonly MemberId[] {
  const { expression } = member;
  if (expression.kind === 'alias') return [expression.member];
  const found = new Set(membersIn([...fragmentsOf(member), ...fragmentsBeside(member)]));
  if (expression.kind === 'stage') for (const id of stageReads(expression)) found.add(id);
  return [...found];
}

/** Members that its mask is made of. */
export function maskReadsOf(member: Member): readonly MemberId[] {
  return member.kind !== 'segment' && member.mask?.kind === 'sql' ? membersIn([member.mask.sql]) : [];
}

/** What a time is truncated and shifted by. */
function fragmentsBeside(member: Member): readonly Fragment[] {
  if (member.kind !== 'dimension') return [];
  const buckets = (member.granularities ?? []).flatMap((one) => (one.buckets.kind === 'sql' ? [one.buckets.sql] : []));
  return [...buckets, ...(member.timeShifts ?? []).map(({ sql }) => sql)];
}

type Stage = Extract<Member['expression'], { kind: 'stage' }>;

function stageReads(stage: Stage): readonly MemberId[] {
  if ('include' in stage) return stage.include.map(({ member }) => member);
  return [
    ...(stage.value?.kind === 'choice' ? [stage.value.on.member] : []),
    ...stage.grain.include.map(({ member }) => member),
    ...stage.filter.include.flatMap(filterReads),
  ];
}

function filterReads(filter: ModelFilter): readonly MemberId[] {
  return filter.kind === 'member' ? [filter.member] : filter.filters.flatMap(filterReads);
}
