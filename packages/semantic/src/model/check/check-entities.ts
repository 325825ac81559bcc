import { finding, placeOf } from '../../source/index.ts';
import type { Isolated } from './broken-members.ts';
import { fragmentsOf, membersIn } from '../facts/fragments-of.ts';
import type { PlaceOf } from './member-places.ts';
import type { Dimension, GrainItem, Member, MemberId } from '../model.ts';

/**
 * Finds multi-stage dimensions that read others, and list in `add_group_by` what those do not. They would be read by
 * entities of another grain than their own, and a row would have two values of them.
 *
 * @param all all served members @param placeOfMember where a member is defined
 */
export function checkEntities(all: Iterable<Member>, placeOfMember: PlaceOf): readonly Isolated[] {
  const members = new Map([...all].map((member) => [member.id, member]));
  return [...members.values()].flatMap((member): readonly Isolated[] => {
    const listed = member.kind === 'dimension' ? listedBy(member) : [];
    if (listed.length === 0) return [];
    for (const id of stagesInside(members, member)) {
      const inner = members.get(id);
      const own = inner?.kind === 'dimension' ? listedBy(inner) : [];
      const item = listed.find((one) => !own.some((other) => isSame(one, other)));
      const place = item && placeOfMember(member.id);
      if (!place) continue;
      const params = { member: member.id, dimension: id, item: nameOf(item) };
      const hint = `List ${params.item} in add_group_by of ${id} too, or leave it out of ${member.id}`;
      const reported = finding('model.entities-of-two-grains', params, placeOf(place, 'add_group_by'), { hint });
      return [{ finding: reported, takes: { members: [member.id] } }];
    }
    return [];
  });
}

function listedBy({ expression, distinguishedBy = [] }: Dimension): readonly GrainItem[] {
  return expression.kind === 'stage' ? expression.include : distinguishedBy;
}

/** Multi-stage dimensions that a dimension reads in its rows, through any number of dimensions. */
function stagesInside(members: ReadonlyMap<MemberId, Member>, start: Member): readonly MemberId[] {
  const seen = new Set(dimensionsRead(members, start));
  // A set also iterates over items added during the walk.
  for (const id of seen) for (const read of dimensionsRead(members, members.get(id))) seen.add(read);
  return [...seen].filter((id) => members.get(id)?.expression.kind === 'stage');
}

function dimensionsRead(members: ReadonlyMap<MemberId, Member>, member: Member | undefined): readonly MemberId[] {
  return member ? membersIn(fragmentsOf(member)).filter((id) => members.get(id)?.kind === 'dimension') : [];
}

function isSame(one: GrainItem, other: GrainItem): boolean {
  return one.member === other.member && one.granularity === other.granularity;
}

function nameOf({ member, granularity }: GrainItem): string {
  return granularity === undefined ? member : `${member}.${granularity}`;
}
