import type { Finding } from '../../source/index.ts';
import type { ExpandedView } from '../views/expand-views.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import { fragmentsOf, membersIn, referencesIn } from '../facts/fragments-of.ts';
import { maskReadsOf, readsOf } from '../facts/member-reads.ts';
import type { Join, Member, MemberId } from '../model.ts';
import { stageNames } from '../facts/stage-names.ts';

/** A part of a model that cannot be computed, although everything else can. */
export interface Isolated {
  readonly finding: Finding;
  /** The affected members, which cannot be queried, or the join, which cannot be taken. */
  readonly takes: { readonly members: readonly MemberId[] } | { readonly join: Pick<Join, 'from' | 'to'> };
}

export interface Broken {
  /** Broken members with the reason. */
  readonly members: ReadonlyMap<MemberId, string>;
  /** Broken joins by the cubes they connect, with the reason. */
  readonly joins: ReadonlyMap<string, string>;
  /** Problems with the names they make unavailable. An inherited problem is reported once. */
  readonly taken: ReadonlyMap<Finding, readonly string[]>;
}

const nothingBroken: Broken = { members: new Map(), joins: new Map(), taken: new Map() };

/** A broken part and its problem. */
interface Break {
  readonly of: { readonly member: MemberId } | { readonly join: string };
  readonly reason: string;
  readonly cause: Finding;
}

/**
 * Finds every member that depends on a broken member, or on a join that cannot be taken.
 *
 * Cost: one pass over the model and one over the broken parts; nothing when there are none.
 */
export function findBroken(
  cubes: Iterable<FinishedCube>,
  views: Iterable<ExpandedView>,
  isolated: readonly Isolated[],
): Broken {
  if (isolated.length === 0) return nothingBroken;
  const needed = dependantsIn([...[...cubes].map(({ cube }) => cube), ...[...views].map(({ view }) => view)]);
  const members = new Map<MemberId, string>();
  const joins = new Map<string, string>();
  const taken = new Map<Finding, string[]>();
  const pending = isolated.toReversed().flatMap(({ finding: cause, takes }): readonly Break[] => {
    const { message: reason } = cause.problem;
    if ('join' in takes) return [{ of: { join: joinKey(takes.join) }, reason, cause }];
    return takes.members.toReversed().map((member) => ({ of: { member }, reason, cause }));
  });
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { of, reason, cause } = next;
    const broken: Map<string, string> = 'member' in of ? members : joins;
    const key = 'member' in of ? of.member : of.join;
    if (broken.has(key)) continue;
    broken.set(key, reason);
    const names = taken.get(cause) ?? [];
    taken.set(cause, names);
    names.push('member' in of ? of.member : `the join from ${of.join.replace(' ', ' to ')}`);
    const because = 'member' in of ? needs(of.member, reason) : reason;
    const dependants = ('member' in of ? needed.ofMembers : needed.ofJoins).get(key) ?? [];
    for (const dependant of dependants.toReversed()) pending.push({ of: dependant, reason: because, cause });
  }
  return { members, joins, taken };
}

/** Dependents of members and of joins. */
function dependantsIn(pieces: readonly (FinishedCube['cube'] | ExpandedView['view'])[]): {
  readonly ofMembers: ReadonlyMap<string, readonly Break['of'][]>;
  readonly ofJoins: ReadonlyMap<string, readonly Break['of'][]>;
} {
  const ofMembers = new Map<string, Break['of'][]>();
  const ofJoins = new Map<string, Break['of'][]>();
  const add = (to: Map<string, Break['of'][]>, key: string, dependant: Break['of']): void => {
    const known = to.get(key);
    if (known) known.push(dependant);
    else to.set(key, [dependant]);
  };
  for (const piece of pieces) {
    const vital = vitalMembers(piece);
    for (const member of [...piece.dimensions, ...piece.measures, ...piece.segments]) {
      const { id } = member;
      const reads = new Set([...readsOf(member), ...maskReadsOf(member), ...namedBy(member), ...vital]);
      for (const read of reads) if (read !== id) add(ofMembers, read, { member: id });
      for (const key of new Set(joinsNamedBy(member))) add(ofJoins, key, { member: id });
    }
    for (const join of piece.kind === 'cube' ? piece.joins : [])
      for (const read of membersIn([join.sql])) add(ofMembers, read, { join: joinKey(join) });
  }
  return { ofMembers, ofJoins };
}

/**
 * Members without which the piece is unusable: without its key the rows of a cube cannot be identified, and without its
 * filters a view would show other numbers.
 */
function vitalMembers(piece: FinishedCube['cube'] | ExpandedView['view']): readonly MemberId[] {
  return piece.kind === 'cube' ? piece.primaryKey : piece.defaultFilters.map(({ member }) => member);
}

export function joinKey({ from, to }: Pick<Join, 'from' | 'to'>): string {
  return `${from} ${to}`;
}

function needs(id: MemberId, reason: string): string {
  return reason.startsWith('It needs ') ? reason : `It needs '${id}'. ${reason}`;
}

/** Members a stage names outside its value. */
function namedBy({ expression }: Member): readonly MemberId[] {
  return expression.kind === 'stage' && 'grain' in expression ? stageNames(expression) : [];
}

/** Joins that a member names for reaching itself or others. */
function joinsNamedBy(member: Member): readonly string[] {
  const { expression, id } = member;
  const own = id.slice(0, id.indexOf('.'));
  const mask = member.kind !== 'segment' && member.mask?.kind === 'sql' ? [member.mask.sql] : [];
  const referred = referencesIn([...fragmentsOf(member), ...mask]).flatMap(({ path }) =>
    path.length === 0 ? [] : [[own, ...path]],
  );
  const paths = expression.kind === 'alias' ? [expression.path, ...referred] : referred;
  return paths.flatMap((path) => path.slice(1).map((to, index) => joinKey({ from: path[index] ?? '', to })));
}
