import {
  cubeOf,
  type Dimension,
  isSameData,
  isTimeText,
  type Fragment,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  shownAs,
  type StoredForm,
  type ValueType,
} from '../../model/index.ts';
import type { Output } from '../../query/index.ts';
import type { PlanColumnType } from '../plan.ts';
import { followedTime } from '../joins/followed-time.ts';
import { resolveAlias } from '../joins/requirement.ts';

/**
 * Type of a measure's values. For clients a minimum or maximum is a number; its dimension, or the dimension of its
 * column, tells more.
 */
export function typeOfMeasure(model: ModelIndex, id: MemberId): ValueType {
  const { member } = resolveAlias(model, id, 'measure');
  const { expression } = member;
  if (expression.kind === 'stage' && member.times !== undefined) {
    const read = followedTime(member)?.member;
    if (read === undefined) return member.type;
    return requireMember(model, read).kind === 'measure'
      ? typeOfMeasure(model, read)
      : resolveAlias(model, read, 'dimension').member.type;
  }
  if (expression.kind !== 'aggregate' || !expression.sql) return member.type;
  if (expression.function !== 'min' && expression.function !== 'max') return member.type;
  const [only, ...others] = expression.sql.parts;
  if (only?.kind === 'member' && others.length === 0) {
    const read = requireMember(model, only.member);
    return read.kind === 'dimension' ? read.type : member.type;
  }
  const types = new Set(typesOver(model, member.id, expression.sql));
  const [type = member.type] = types;
  return types.size === 1 ? type : member.type;
}

/** Returns the type of a column's values, more exactly than clients see it. */
export function columnType(model: ModelIndex, { expression, type }: Output): PlanColumnType {
  if (expression.kind !== 'measure') return type;
  return countsRows(model, expression.member) ? 'integer' : typeOfMeasure(model, expression.member);
}

function countsRows(model: ModelIndex, id: MemberId): boolean {
  const { expression } = resolveAlias(model, id, 'measure').member;
  switch (expression.kind) {
    case 'aggregate':
      return counting.has(expression.function);
    case 'stage':
      return counting.has(expression.makes) || expression.makes === 'rank';
    default:
      return false;
  }
}

const counting: ReadonlySet<string> = new Set(['count', 'count-distinct', 'count-distinct-approx']);

/** Type that a column of the measure has in the data source, where times may be texts. */
export function typeInSource(model: ModelIndex, id: MemberId): ValueType {
  const type = typeOfMeasure(model, id);
  if (type !== 'time') return type;
  const { member } = resolveAlias(model, id, 'measure');
  const { expression } = member;
  if (expression.kind !== 'aggregate' || !expression.sql) return type;
  return dimensionsOver(model, member.id, expression.sql).some((dimension) => isTimeText(model, dimension.id))
    ? 'string'
    : type;
}

/**
 * Types of what the dimensions of a cube with the same SQL read. A dimension that shows it as another type tells less
 * than one that does not.
 */
function typesOver(model: ModelIndex, id: MemberId, sql: Fragment): readonly ValueType[] {
  const shown = dimensionsOver(model, id, sql).map(({ id: read, type }) => ({
    type,
    form: shownAs(model, read),
    isText: isTimeText(model, read),
  }));
  const stored = shown.filter(({ type, form, isText }) => (type === 'string' ? form === undefined : !isText));
  return (stored.length > 0 ? stored : shown).map(({ type, form }) => (form && numbers.has(form) ? 'number' : type));
}

function dimensionsOver(model: ModelIndex, id: MemberId, sql: Fragment): readonly Dimension[] {
  return requireCube(model, cubeOf(id)).dimensions.filter(
    ({ expression }) => expression.kind === 'sql' && isSameData(expression.sql.parts, sql.parts),
  );
}

/** Forms that only numbers are shown in. */
const numbers: ReadonlySet<StoredForm> = new Set(['text-of-number', 'text-of-double', 'text-of-single', 'double']);
