import {
  asDimension,
  type CubeName,
  cubeOf,
  type Dimension,
  everyPart,
  factOfPart,
  type Fragment,
  type FragmentPart,
  fragmentsOf,
  type Granularity,
  granularityNamed,
  granularitySql,
  isDay,
  isSameData,
  type Member,
  type MemberId,
  membersIn,
  type ModelIndex,
  requireMember,
} from '../../model/index.ts';
import { followedTime } from './followed-time.ts';
import { joinsAlong } from './shortest-path.ts';
import { alongView } from './view-paths.ts';
import { conditionMembers } from '../../query/index.ts';
import { type PlanCondition, type PlanExpression, expressionsIn, fragmentsIn } from '../plan-expression.ts';

/** A cube a query needs. `path` ends with it; more than one entry fixes the joins that lead there. */
export interface Requirement {
  readonly cube: CubeName;
  readonly path: readonly CubeName[];
  /** Set when only this part of the query needs it, so that it does not affect where other rows start. */
  readonly aside?: 'stages' | 'switch';
  /** The cube whose member reads it through a view; the view gives the path. */
  readonly behind?: CubeName;
  /** Equally short paths, when the view names none. */
  readonly tied?: readonly (readonly CubeName[])[];
}

/** A cube's own member, with the path that a view or a reference fixes. */
export interface OwnMember<M extends Member = Member> {
  readonly member: M;
  readonly path: readonly CubeName[];
}

/** Follows a view's alias to the cube's own member. */
export function resolveAlias<K extends Member['kind']>(
  model: ModelIndex,
  id: MemberId,
  kind: K,
): OwnMember<Extract<Member, { kind: K }>> {
  let member = requireMember(model, id);
  let path: readonly CubeName[] = [cubeOf(id)];
  while (member.expression.kind === 'alias') {
    path = member.expression.path;
    member = requireMember(model, member.expression.member);
  }
  // Only expressions of a query read a segment as a value.
  if (member.kind === 'segment' && kind === 'dimension') {
    return { member: asDimension(member) as Extract<Member, { kind: K }>, path };
  }
  if (member.kind !== kind) throw new Error(`'${id}' is a ${member.kind}, not a ${kind}`);
  // The kind was compared above; TypeScript does not narrow a union by a generic parameter.
  return { member: member as Extract<Member, { kind: K }>, path };
}

/** The cubes that one member adds to the join: its own, and those its SQL refers to; in a view, by the view's paths. */
export function requirementsOfMember(model: ModelIndex, id: MemberId): readonly Requirement[] {
  return factOfPart(model, id, findRequirements);
}

function findRequirements(model: ModelIndex, id: MemberId): readonly Requirement[] {
  const found = cubesRead(model, id);
  const view = model.pieces.get(cubeOf(id));
  if (view?.kind !== 'view' || requireMember(model, id).expression.kind !== 'alias') return found;
  const { member, path } = resolveAlias(model, id, requireMember(model, id).kind);
  const joined = joinsAlong(model, path).flatMap((join) => requirementsOfFragment(model, join.sql));
  const further = joined.filter(({ cube }) => !found.some((one) => one.cube === cube) && !path.includes(cube));
  return [...found, ...further].map((one) => {
    const along = alongView(model, view, path, one);
    return along === one ? one : { ...along, behind: cubeOf(member.id) };
  });
}

function cubesRead(model: ModelIndex, id: MemberId): readonly Requirement[] {
  const { member, path } = resolveAlias(model, id, requireMember(model, id).kind);
  const cube = cubeOf(member.id);
  // Members that a view defines have no rows of their own.
  const found: Requirement[] = model.pieces.get(cube)?.kind === 'view' ? [] : [{ cube, path }];
  const isSubQuery = member.kind === 'dimension' && member.expression.kind === 'sub-query';
  const stage = stageDimension(member);
  if (stage) {
    const read = [...stage.include.map((item) => item.member), ...dimensionsNamed(model, member)];
    for (const dimension of read) found.push(...requirementsOfMember(model, dimension));
  } else if (!isSubQuery) {
    for (const sql of fragmentsOf(member)) found.push(...requirementsOfFragment(model, sql));
  }
  // A view's count of inner rows reads only what they are grouped by.
  if (found.length === 0 && member.kind === 'measure' && member.expression.kind === 'stage') {
    for (const item of member.expression.grain.include) found.push(...requirementsOfMember(model, item.member));
  }
  return found;
}

export function requirementsOfFragment(model: ModelIndex, sql: Fragment): readonly Requirement[] {
  return everyPart(sql).flatMap((part): readonly Requirement[] => {
    switch (part.kind) {
      case 'text':
      case 'source':
      case 'filter-params':
      case 'security-filter':
      case 'convert-zone':
      case 'argument':
        return [];
      case 'cube':
        return [{ cube: part.cube, path: [part.cube] }];
      case 'constant':
        return [];
      case 'call':
        return part.arguments.flatMap((argument) => requirementsOfFragment(model, argument.sql));
      case 'mask-choice':
        return [part.test, part.real, part.instead].flatMap((inner) => requirementsOfFragment(model, inner));
      case 'mask-test':
        return part.reads.flatMap((member) => requirementsOfMember(model, member));
      case 'member': {
        const [own, ...further] = requirementsOfMember(model, part.member);
        if (!own) return [];
        const sql = granularitySql(part.granularity === undefined ? undefined : referredGranularity(model, part));
        if (sql) further.push(...requirementsOfFragment(model, sql));
        return [part.path.length > 1 ? { cube: own.cube, path: part.path } : own, ...further];
      }
    }
  });
}

export function requirementsOfExpression(model: ModelIndex, expression: PlanExpression): readonly Requirement[] {
  return membersOfExpression(expression).flatMap((member) => requirementsOfMember(model, member));
}

/** The granularity that the author's SQL names. */
export function referredGranularity(
  model: ModelIndex,
  { member, granularity }: Extract<FragmentPart, { kind: 'member' }>,
): Granularity {
  const dimension = resolveAlias(model, member, 'dimension').member;
  const found = granularity === undefined ? undefined : granularityNamed(dimension, granularity);
  if (!found) throw new Error(`'${member}' has no granularity '${granularity}'`);
  return found;
}

/** Members of cubes that an expression over rows reads. */
export function membersOfExpression(expression: PlanExpression): readonly MemberId[] {
  const own = expression.kind === 'dimension' || expression.kind === 'row-measure' ? [expression.member] : [];
  const sql = expression.kind === 'bucket' ? fragmentsIn(expression) : [];
  return [...own, ...expressionsIn(expression).flatMap(membersOfExpression), ...membersIn(sql)];
}

/** Members of cubes that a condition over rows reads. */
export function membersOfCondition(condition: PlanCondition): readonly MemberId[] {
  return conditionMembers(condition, membersOfExpression);
}

export function requirementsOfCondition(model: ModelIndex, condition: PlanCondition): readonly Requirement[] {
  return membersOfCondition(condition).flatMap((member) => requirementsOfMember(model, member));
}

/** Sub-query dimensions that a member's SQL reads, itself included, without duplicates. */
export function subQueriesOfMember(model: ModelIndex, id: MemberId): readonly MemberId[] {
  return factOfPart(model, id, findSubQueries);
}

function findSubQueries(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, requireMember(model, id).kind);
  if (member.kind === 'dimension' && member.expression.kind === 'sub-query') return [member.id];
  if (stageDimension(member)) {
    return [...new Set(dimensionsNamed(model, member).flatMap((dimension) => subQueriesOfMember(model, dimension)))];
  }
  return [...new Set(fragmentsOf(member).flatMap((sql) => subQueriesOfFragment(model, sql)))];
}

/** Multi-stage dimensions that a member's SQL reads, itself included, without duplicates. */
export function stageDimensionsOfMember(model: ModelIndex, id: MemberId): readonly MemberId[] {
  return factOfPart(model, id, findStageDimensions);
}

function findStageDimensions(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, requireMember(model, id).kind);
  if (member.kind === 'measure' && member.expression.kind === 'stage') return [];
  const isStage = stageDimension(member) !== undefined;
  const named = isStage ? dimensionsNamed(model, member) : membersIn(fragmentsOf(member));
  const read = named.flatMap((one) => stageDimensionsOfMember(model, one));
  return [...new Set(isStage ? [...read, member.id] : read)];
}

function stageDimension(member: Member): Extract<Dimension['expression'], { kind: 'stage' }> | undefined {
  return member.kind === 'dimension' && member.expression.kind === 'stage' ? member.expression : undefined;
}

/** Dimensions that the SQL of a multi-stage dimension reads in a row. */
function dimensionsNamed(model: ModelIndex, member: Member): readonly MemberId[] {
  return membersIn(fragmentsOf(member)).filter((id) => requireMember(model, id).kind === 'dimension');
}

export function subQueriesOfFragment(model: ModelIndex, sql: Fragment): readonly MemberId[] {
  const tested = everyPart(sql).flatMap((part) => (part.kind === 'mask-test' ? part.reads : []));
  return [...membersIn([sql]), ...tested].flatMap((member) => subQueriesOfMember(model, member));
}

/** Whether a time holds wall clock times instead of instants: days, which are equal on every clock, or buckets. */
export function holdsLocalTime(model: ModelIndex, id: MemberId): boolean {
  const { member } = resolveAlias(model, id, requireMember(model, id).kind);
  if (isDay(model, member.id) || isDeclaredLocal(model, member)) return true;
  const real = member.kind === 'dimension' ? shownBesideMask(member.expression) : undefined;
  if (real) return holdsLocalTime(model, real);
  const followed = followedTime(member);
  return followed !== undefined && (followed.granularity !== undefined || holdsLocalTime(model, followed.member));
}

/** Whether the model says so: of a dimension, or of the column whose least or greatest value a measure is. */
function isDeclaredLocal(model: ModelIndex, member: Member): boolean {
  if (member.kind === 'dimension') return member.isLocalTime === true;
  const { expression } = member;
  if (expression.kind !== 'aggregate' || !expression.sql) return false;
  if (expression.function !== 'min' && expression.function !== 'max') return false;
  const piece = model.pieces.get(cubeOf(member.id));
  const { parts } = expression.sql;
  const twins = (piece?.dimensions ?? []).filter(
    (one) => one.expression.kind === 'sql' && isSameData(one.expression.sql.parts, parts),
  );
  return twins.length > 0 && twins.every(({ isLocalTime }) => isLocalTime === true);
}

/**
 * Whether a time dimension shows buckets of another time dimension, or stands for one that does. Buckets are cut on the
 * clock of the query.
 */
export function showsBuckets(model: ModelIndex, id: MemberId): boolean {
  const { member } = resolveAlias(model, id, 'dimension');
  const real = shownBesideMask(member.expression);
  if (real) return showsBuckets(model, real);
  const shown = shownDimension(model, member);
  return shown !== undefined && (shown.granularity !== undefined || showsBuckets(model, shown.member));
}

/** The dimension that another one shows, unchanged or truncated: its SQL is nothing else. */
export function shownDimension(
  model: ModelIndex,
  { expression }: Dimension,
): Extract<FragmentPart, { kind: 'member' }> | undefined {
  if (expression.kind !== 'sql') return undefined;
  const [only, ...others] = expression.sql.parts;
  if (only?.kind !== 'member' || others.length > 0) return undefined;
  return requireMember(model, only.member).kind === 'dimension' ? only : undefined;
}

/** The member that a mask shows on some rows. */
function shownBesideMask(expression: Dimension['expression']): MemberId | undefined {
  if (expression.kind !== 'case') return undefined;
  const [branch] = expression.when;
  const [test] = branch?.condition.parts ?? [];
  if (test?.kind !== 'mask-test' || branch?.label.kind !== 'sql') return undefined;
  const [real] = branch.label.sql.parts;
  return real?.kind === 'member' ? real.member : undefined;
}
