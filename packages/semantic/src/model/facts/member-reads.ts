import { fragmentsOf, everyPart } from './fragments-of.ts';
import type { Fragment, Member, MemberId, ModelFilter } from '../model.ts';

const none: readonly MemberId[] = [];

/**
 * Members that the values of a member are made of, without joins and keys. Cheap, because it is called for whole
 * models.
 */
export function readsOf(member: Member): readonly MemberId[] {
  const { expression } = member;
  if (expression.kind === 'alias') return [expression.member];
  const found: MemberId[] = [];
  for (const fragment of fragmentsOf(member)) addReads(fragment, found);
  if (member.kind === 'dimension') addReadsBeside(member, found);
  if (expression.kind === 'stage') found.push(...stageReads(expression));
  return found.length > 0 ? found : none;
}

/** Members that its mask is made of. */
export function maskReadsOf(member: Member): readonly MemberId[] {
  if (member.kind === 'segment' || member.mask?.kind !== 'sql') return none;
  const found: MemberId[] = [];
  addReads(member.mask.sql, found);
  return found;
}

function addReads(fragment: Fragment, found: MemberId[]): void {
  for (const part of everyPart(fragment)) if (part.kind === 'member') found.push(part.member);
}

/** Adds members by which a time is truncated and shifted. */
function addReadsBeside(
  { granularities, timeShifts }: Extract<Member, { kind: 'dimension' }>,
  found: MemberId[],
): void {
  for (const { buckets } of granularities ?? []) if (buckets.kind === 'sql') addReads(buckets.sql, found);
  for (const { moves } of timeShifts ?? []) if (moves.kind === 'sql') addReads(moves.sql, found);
}

type StageExpression = Extract<Member['expression'], { kind: 'stage' }>;

/** Members a stage reads outside its SQL. */
export function stageReads(stage: StageExpression): readonly MemberId[] {
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
