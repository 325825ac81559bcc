import { finding, type Finding, placeOf } from '../../source/index.ts';
import type { Entry } from '../names/entry.ts';
import type { CubeName, Member, MemberId, Piece, View } from '../model.ts';
import { maskReadsOf, readsOf } from '../facts/member-reads.ts';
import type { Policy } from '../form/policy.ts';

const mostNamed = 3;

/**
 * Finds views whose rows are limited by policies of cubes that some members do not read: cubes where their joins start or
 * through which these lead, and cubes of default filters.
 */
export function viewsOverPolicies(
  pieces: ReadonlyMap<CubeName, Piece>,
  entries: ReadonlyMap<CubeName, Entry>,
): readonly Finding[] {
  const limiting = new Set([...pieces.values()].filter(limitsSome).map(({ name }) => name));
  if (limiting.size === 0) return [];
  const known = new Map([...pieces.values()].flatMap(membersOf).map((member) => [member.id, member]));
  return [...pieces.values()].flatMap((piece) => {
    const entry = entries.get(piece.name);
    if (piece.kind !== 'view' || !piece.isPublic || entry?.kind !== 'view') return [];
    return limitedBy(piece, limiting, known).map((params) =>
      finding('model.view-over-policies', params, placeOf(entry.definition.place, 'name'), {
        hint: 'Ask as one of these callers, and compare. If such rows are for everybody, give the cube a policy that shows them',
      }),
    );
  });
}

interface Limited {
  readonly view: string;
  readonly cubes: readonly string[];
  readonly members: readonly string[];
  readonly more: number;
}

/** Returns at most one finding for the whole view. */
function limitedBy(
  view: View,
  limiting: ReadonlySet<CubeName>,
  known: ReadonlyMap<MemberId, Member>,
): readonly Limited[] {
  const filtered = view.defaultFilters.flatMap(({ member }) => cubesOf(member, known));
  const cubes = new Set<CubeName>();
  const members = membersOf(view).filter(({ id, isPublic, expression }) => {
    if (!isPublic) return false;
    const read = new Set(piecesRead(id, known));
    const joined = [...(expression.kind === 'alias' ? expression.path : []), ...filtered];
    const beside = joined.filter((cube) => limiting.has(cube) && !read.has(cube));
    for (const cube of beside) cubes.add(cube);
    return beside.length > 0;
  });
  if (members.length === 0) return [];
  const named = members.slice(0, mostNamed).map(({ id }) => id);
  return [{ view: view.name, cubes: [...cubes], members: named, more: members.length - named.length }];
}

/** Cubes that a member reads, and those through which its path leads. */
function cubesOf(id: MemberId, known: ReadonlyMap<MemberId, Member>): readonly CubeName[] {
  const expression = known.get(id)?.expression;
  return [...piecesRead(id, known), ...(expression?.kind === 'alias' ? expression.path : [])];
}

function piecesRead(id: MemberId, known: ReadonlyMap<MemberId, Member>): readonly CubeName[] {
  const read = new Set([id]);
  // A set also iterates over items added during the walk.
  for (const one of read) {
    const member = known.get(one);
    if (member) for (const part of [...readsOf(member), ...maskReadsOf(member)]) read.add(part);
  }
  return [...new Set([...read].map((one) => one.slice(0, one.indexOf('.'))))];
}

/** Whether a cube has policies that leave some callers without some rows of it. */
function limitsSome({ kind, policies = [] }: Piece): boolean {
  return kind === 'cube' && policies.length > 0 && !policies.some(opensToAll);
}

function opensToAll({ needs, conditions, rows }: Policy): boolean {
  return (!needs || needs.names.includes('*')) && conditions.length === 0 && rows === undefined;
}

function membersOf({ dimensions, measures, segments }: Piece): readonly Member[] {
  return [...dimensions, ...measures, ...segments];
}
