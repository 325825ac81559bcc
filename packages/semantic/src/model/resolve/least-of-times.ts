import { isColumnName, type MeasureDefinition, type MemberDefinition } from '../../source/index.ts';
import type { BoundSql } from './bind-names.ts';
import type { Measure } from '../form/measure.ts';
import type { CubeScope } from './scope.ts';

/**
 * Decides whether a minimum or maximum is a time. The model declares no type for it, so it follows from what the measure
 * reads: a member declares its type, and a column has that of the dimensions over it. An expression may have any type.
 *
 * @returns `undefined` for one that is no time, and for other measures
 */
export function leastOfTimes(
  { type, sql }: MeasureDefinition,
  bound: BoundSql | undefined,
  scope: CubeScope,
): Measure['times'] {
  if ((type !== 'min' && type !== 'max') || !sql || !bound) return undefined;
  if (bound.fragment.parts.some((part) => part.kind === 'member' && part.granularity !== undefined)) return undefined;
  const column = columnIn(sql.fragment.text);
  if (column !== undefined) {
    return timesAmong([...scope.cube.members.values()].filter((member) => isOverColumn(member, column)));
  }
  const read = bound.references.map(({ definition }) => definition);
  if (!read.every(isStored)) return undefined;
  return isOneMember(bound) ? timesAmong(read) : 'possible';
}

/** Combines members over the same column; without any, the type is unknown. */
function timesAmong(members: readonly MemberDefinition[]): Measure['times'] {
  if (members.length === 0) return 'possible';
  if (!members.some(mayBeTime)) return undefined;
  return members.every((member) => member.kind !== 'segment' && member.type === 'time') ? 'certain' : 'possible';
}

/** Returns the column of the cube when the text is nothing else. */
function columnIn(text: string): string | undefined {
  const name = text.replace(/^\{(?:CUBE|TABLE)\}\./, '');
  return isColumnName(name) ? name : undefined;
}

function isOneMember({ fragment }: BoundSql): boolean {
  const [part, ...others] = fragment.parts;
  return part?.kind === 'member' && others.length === 0;
}

function mayBeTime(member: MemberDefinition): boolean {
  if (member.kind === 'measure') return member.type === 'time' || member.type === 'min' || member.type === 'max';
  return member.kind === 'dimension' && member.type === 'time';
}

/**
 * Whether a time is the stored instant: one made of another time may be on the wall clock, where days begin elsewhere.
 */
function isStored(member: MemberDefinition): boolean {
  if (!mayBeTime(member) || member.kind !== 'dimension') return true;
  if (member.expression.kind !== 'sql') return false;
  return member.expression.sql.fragment.parts.every(
    (part) => part.kind === 'text' || (part.kind === 'path' && ['CUBE', 'TABLE'].includes(part.steps.join('.'))),
  );
}

function isOverColumn(member: MemberDefinition, column: string): boolean {
  if (member.kind !== 'dimension' || member.expression.kind !== 'sql') return false;
  return columnIn(member.expression.sql.fragment.text) === column;
}
