import type { MeasureDefinition, MemberDefinition } from '../source/definition.ts';
import type { BoundSql } from './bind-names.ts';
import type { Scope } from './scope.ts';

/**
 * Tells whether a least or greatest value can be a time. A model declares no type for it, so it follows from what the
 * measure reads: a member says its type, a column has that of the dimensions over the same column. An expression may be
 * anything.
 */
export function canBeLeastOfTimes(
  { type, sql }: MeasureDefinition,
  bound: BoundSql | undefined,
  scope: Scope,
): boolean {
  if ((type !== 'min' && type !== 'max') || !sql || !bound) return false;
  if (bound.fragment.parts.some((part) => part.kind === 'member' && part.granularity !== undefined)) return false;
  const read = bound.references.map(({ definition }) => definition);
  if (!sql.fragment.isBareIdentifier) return read.every(isStored) && (!isOneMember(bound) || read.some(isTime));
  const shown = [...scope.cube.members.values()].filter((member) => isOverColumn(member, sql.fragment.text));
  return shown.length === 0 || shown.some(isTime);
}

function isOneMember({ fragment }: BoundSql): boolean {
  const [part, ...others] = fragment.parts;
  return part?.kind === 'member' && others.length === 0;
}

function isTime(member: MemberDefinition): boolean {
  if (member.kind === 'measure') return member.type === 'time' || member.type === 'min' || member.type === 'max';
  return member.kind === 'dimension' && member.type === 'time';
}

/** Whether a time is the stored instant: one made of another time may be on the wall clock, where dates begin elsewhere. */
function isStored(member: MemberDefinition): boolean {
  if (!isTime(member) || member.kind !== 'dimension') return true;
  if (member.expression.kind !== 'sql') return false;
  return member.expression.sql.fragment.parts.every(
    (part) => part.kind === 'text' || (part.kind === 'path' && ['CUBE', 'TABLE'].includes(part.steps.join('.'))),
  );
}

function isOverColumn(member: MemberDefinition, column: string): boolean {
  if (member.kind !== 'dimension' || member.expression.kind !== 'sql') return false;
  return member.expression.sql.fragment.text === column;
}
