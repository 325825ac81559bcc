import { cubeOf, type MemberId, type ModelIndex, touchedAnywhere } from '../model/index.ts';
import { type Access, type BoundQuery, isVisible, membersOf, membersOfFilter } from '../query/index.ts';

/** Names of members as a caller may read them. */
export interface ShownNames {
  /** The member's name; else what the caller asked for that is made of it; else words without a name. */
  member(id: MemberId): string;
  /** Whether the caller sees something of a cube. */
  seesCube(name: string): boolean;
}

export function shownNames(query: BoundQuery, model: ModelIndex, access: Access): ShownNames {
  const requested = membersAsked(query);
  const sees = (id: MemberId) => {
    const member = model.members.get(id);
    return member !== undefined && isVisible(member, model, access);
  };
  return {
    member(id) {
      if (sees(id)) return id;
      const made = requested.find((one) => sees(one) && reads(model, one, id));
      return made ?? 'something that you cannot see';
    },
    seesCube: (name) => [...model.members.keys()].some((id) => cubeOf(id) === name && sees(id)),
  };
}

function reads(model: ModelIndex, id: MemberId, read: MemberId): boolean {
  return touchedAnywhere(model, [id]).members.has(read);
}

/** Members that the caller names, without those of rules and of filters that views add. */
export function membersAsked({ outputs, rowFilters, groupFilters, defaultFilters }: BoundQuery): readonly MemberId[] {
  const own = [...rowFilters, ...groupFilters].filter((filter) => !defaultFilters.includes(filter));
  return [...new Set([...outputs.flatMap(({ expression }) => membersOf(expression)), ...own.flatMap(membersOfFilter)])];
}
