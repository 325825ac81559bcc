import { type Broken, joinKey } from './broken-members.ts';
import type { Cube, Dimension, ViewFolder, Hierarchy, Measure, Member, MemberId, Piece, View } from '../model.ts';
import type { Policy, PolicyFilter } from '../form/policy.ts';
import { companionName } from '../resolve/resolve-link.ts';
import { memberId } from '../resolve/scope.ts';

type PieceContent = Omit<Cube, 'hash'> | Omit<View, 'hash'>;

/**
 * Removes members that cannot be computed from a cube or view, and from its lists; returns the same object when there
 * are none. A policy whose row filter needs such a member cannot be applied, and so grants nothing.
 */
export function withoutBroken<P extends PieceContent>(piece: P, { members, joins }: Broken): P {
  const all: readonly Member[] = [...piece.dimensions, ...piece.measures, ...piece.segments];
  const lost = [...members].filter(([id]) => id.startsWith(`${piece.name}.`));
  const hasBrokenJoin = piece.kind === 'cube' && piece.joins.some((join) => joins.has(joinKey(join)));
  const mentions = all.some((member) => member.kind !== 'segment' && mentionsBroken(member));
  if (lost.length === 0 && !hasBrokenJoin && !mentions && !piece.hierarchies.some(isCut)) return piece;
  const isThere = (id: MemberId): boolean => !members.has(id);
  const hidden = new Set(all.filter(({ isPublic }) => !isPublic).map(({ id }) => id));
  const common = {
    dimensions: piece.dimensions.filter(({ id }) => isThere(id)).map(dimensionLeft),
    measures: piece.measures.filter(({ id }) => isThere(id)).map(measureLeft),
    segments: piece.segments.filter(({ id }) => isThere(id)),
    hierarchies: piece.hierarchies
      .map((one): Hierarchy => ({ ...one, levels: one.levels.filter(isThere) }))
      .filter(({ levels }) => levels.length > 0),
    ...(piece.policies ? { policies: piece.policies.flatMap(policyLeft) } : {}),
    unavailable: lost.filter(([id]) => !hidden.has(id)).map(([member, reason]) => ({ member, reason })),
  };
  if (piece.kind === 'cube')
    return {
      ...piece,
      ...common,
      primaryKey: piece.primaryKey.filter(isThere),
      joins: piece.joins.map((join) => {
        const fault = joins.get(joinKey(join));
        return fault === undefined ? join : { ...join, sql: { parts: [] }, fault };
      }),
    };
  const names = new Set<string>(lost.map(([id]) => id));
  return {
    ...piece,
    ...common,
    folders: piece.folders.map((folder) => folderLeft(folder, names)),
    defaultFilters: piece.defaultFilters
      .filter(({ member }) => isThere(member))
      .map((filter) => ({ ...filter, unless: filter.unless.filter(isThere) })),
  };

  function isCut({ levels }: Hierarchy): boolean {
    return levels.some((id) => members.has(id));
  }

  function mentionsBroken(member: Dimension | Measure): boolean {
    if (member.kind === 'measure') return member.drillMembers.some((id) => members.has(id));
    return member.key !== undefined && members.has(member.key);
  }

  function measureLeft(measure: Measure): Measure {
    return { ...measure, drillMembers: measure.drillMembers.filter(isThere) };
  }

  function dimensionLeft({ key, links, ...dimension }: Dimension): Dimension {
    const left = links?.filter(({ name }) => isThere(memberId(piece.name, companionName(dimension.name, name))));
    return {
      ...dimension,
      ...(key !== undefined && isThere(key) ? { key } : {}),
      ...(left ? { links: left } : {}),
    };
  }

  function policyLeft(policy: Policy): readonly Policy[] {
    if (policy.rows?.some(testsBroken)) return [];
    const shows = policy.shows === 'all' ? policy.shows : policy.shows.filter(isThere);
    return [{ ...policy, shows, masks: policy.masks.filter(isThere) }];
  }

  function testsBroken(filter: PolicyFilter): boolean {
    return filter.kind === 'member' ? members.has(filter.member) : filter.filters.some(testsBroken);
  }
}

function folderLeft(folder: ViewFolder, lost: ReadonlySet<string>): ViewFolder {
  return {
    ...folder,
    items: folder.items.flatMap((item): readonly (string | ViewFolder)[] => {
      if (typeof item === 'string') return lost.has(item) ? [] : [item];
      return [folderLeft(item, lost)];
    }),
  };
}

/** Returns why an existing member of a cube or view cannot be queried. */
export function reasonAgainst({ unavailable = [] }: Piece, member: string): string | undefined {
  return unavailable.find((one) => one.member === member)?.reason;
}
