import {
  type CubeName,
  cubeOf,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  type View,
} from '../../model/index.ts';
import { type Problem, problem } from '../../problem/index.ts';
import { type Access, type BoundQuery, isVisible, membersOf, membersOfFilter } from '../../query/index.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import { mayName } from './queryable-members.ts';
import { requirementsOf } from '../joins/query-requirements.ts';
import { requirementsOfMember, resolveAlias } from '../joins/requirement.ts';

/**
 * Lists the problems of a query. For cubes that no join connects, it adds the reason: which join is missing, and which
 * direction, view or hint would help. Names only what the caller may see.
 */
export function adviseJoins(
  problems: readonly Problem[],
  query: BoundQuery,
  model: ModelIndex,
  access: Access,
): readonly Problem[] {
  return problems.map((one) => (one.code === 'plan.no-join-path' ? advised(one, query, model, access) : one));
}

function advised(known: Problem, query: BoundQuery, model: ModelIndex, access: Access): Problem {
  const required = requirementsOf(query, model);
  if (findJoinTree(model, required).ok) return known; // of something inside the query
  const cubes = [...new Set(required.map(({ cube }) => cube))];
  const named = [...new Set(membersNamed(query).map((id) => pieceShown(id, model, access)))];
  const said = cubes.every((cube) => mayName(model, access, cube)) ? cubes : named;
  return problem('plan.no-join-path', { cubes: said }, { hint: adviceFor(query, cubes, model, access) });
}

function adviceFor(query: BoundQuery, cubes: readonly CubeName[], model: ModelIndex, access: Access): string {
  const views = viewsHolding(membersNamed(query), model, access);
  if (views.length > 0) return `Query the view ${quoted(views.slice(0, 3))}, which holds all of these members.`;
  const start = startsOf(cubes, model, access)[0];
  if (start !== undefined) {
    const hints = cubes.filter((cube) => cube !== start).map((cube) => wayFrom(model, start, cube) ?? []);
    if (hints.every((path) => path.every((cube) => mayName(model, access, cube)))) {
      return `Joins lead from '${start}' to all of them: add a member of it, or "joinHints": ${JSON.stringify(hints)}.`;
    }
  }
  return missingJoin(cubes, model, access);
}

/** Cubes from which joins lead to all of the given ones, nearest first. */
function startsOf(cubes: readonly CubeName[], model: ModelIndex, access: Access): readonly CubeName[] {
  const lengthFrom = (start: CubeName): number =>
    cubes.reduce((sum, cube) => sum + (wayFrom(model, start, cube)?.length ?? Number.POSITIVE_INFINITY), 0);
  return [...model.pieces.values()]
    .filter(({ kind, name }) => kind === 'cube' && !cubes.includes(name) && mayName(model, access, name))
    .map(({ name }) => ({ name, length: lengthFrom(name) }))
    .filter(({ length }) => Number.isFinite(length))
    .sort((one, other) => one.length - other.length)
    .map(({ name }) => name);
}

/** The cube that reaches most others, and those it does not reach. */
function missingJoin(cubes: readonly CubeName[], model: ModelIndex, access: Access): string {
  const unreached = (start: CubeName) => cubes.filter((cube) => wayFrom(model, start, cube) === undefined);
  const [best = ''] = cubes.toSorted((one, other) => unreached(one).length - unreached(other).length);
  const missing = unreached(best).filter((cube) => mayName(model, access, cube));
  const backwards = missing.filter((cube) => wayFrom(model, cube, best) !== undefined);
  if (!mayName(model, access, best) || missing.length === 0) return 'The model declares no join between them.';
  const direction = backwards.length > 0 ? ` Joins lead from ${quoted(backwards)} to '${best}', and not back.` : '';
  return `No join leads from '${best}' to ${quoted(missing)}.${direction} Declare a join, or query them separately.`;
}

/** Cubes on a shortest path along joins, both ends included. */
function wayFrom(model: ModelIndex, start: CubeName, target: CubeName): readonly CubeName[] | undefined {
  const before = new Map<CubeName, CubeName | undefined>([[start, undefined]]);
  for (const cube of before.keys()) {
    if (cube === target) break;
    for (const { to } of requireCube(model, cube).joins) {
      if (!before.has(to) && model.pieces.has(to)) before.set(to, cube);
    }
  }
  if (!before.has(target)) return undefined;
  const way: CubeName[] = [];
  for (let cube: CubeName | undefined = target; cube !== undefined; cube = before.get(cube)) way.unshift(cube);
  return way;
}

/** Views with the same members, in which each measure is joined to all the others. */
function viewsHolding(members: readonly MemberId[], model: ModelIndex, access: Access): readonly string[] {
  const wanted = [...new Set(members.map((id) => resolveAlias(model, id, requireMember(model, id).kind).member))];
  const answers = (view: View): boolean => {
    const own = new Map(
      [...view.measures, ...view.dimensions, ...view.segments].flatMap((member) =>
        member.expression.kind === 'alias' && isVisible(member, model, access)
          ? [[member.expression.member, member] as const]
          : [],
      ),
    );
    const held = wanted.flatMap(({ id }) => own.get(id) ?? []);
    if (held.length < wanted.length) return false;
    const others = held.filter(({ kind }) => kind !== 'measure');
    const questions = held.filter(({ kind }) => kind === 'measure').map((measure) => [measure, ...others]);
    return (questions.length > 0 ? questions : [others]).every((requested) => {
      return findJoinTree(
        model,
        requested.flatMap(({ id }) => requirementsOfMember(model, id)),
      ).ok;
    });
  };
  const views = [...model.pieces.values()].filter((piece) => piece.kind === 'view');
  return views.filter(answers).map(({ name }) => name);
}

function membersNamed(query: BoundQuery): readonly MemberId[] {
  const isMeasure = ({ role }: BoundQuery['outputs'][number]) => role === 'measure';
  const outputs = [...query.outputs.filter(isMeasure), ...query.outputs.filter((output) => !isMeasure(output))];
  return [
    ...outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
  ];
}

/** The cube behind a member, or the queried view when the caller does not know that cube. */
function pieceShown(id: MemberId, model: ModelIndex, access: Access): string {
  const cube = cubeOf(resolveAlias(model, id, requireMember(model, id).kind).member.id);
  return mayName(model, access, cube) ? cube : cubeOf(id);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
