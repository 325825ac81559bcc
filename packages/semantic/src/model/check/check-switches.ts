import { finding, placeOf } from '../../source/index.ts';
import type { Isolated } from './broken-members.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import { fragmentsOf, membersIn } from '../facts/fragments-of.ts';
import { maskReadsOf } from '../facts/member-reads.ts';
import type { PlaceOf } from './member-places.ts';
import type { Dimension, Member, MemberId, Piece } from '../model.ts';
import type { PolicyFilter } from '../form/policy.ts';

/**
 * Finds members and joins that need a value in each row but read a switch, or a dimension made of one. Rows have no
 * switch values; only row dimensions and stages of measures may use them.
 */
export function checkSwitches(
  cubes: readonly FinishedCube[],
  pieces: readonly Pick<Piece, 'dimensions' | 'measures' | 'segments' | 'policies'>[],
  placeOfMember: PlaceOf,
): readonly Isolated[] {
  const members = new Map<MemberId, Member>(
    pieces.flatMap((piece) => [...piece.dimensions, ...piece.measures, ...piece.segments]).map((one) => [one.id, one]),
  );
  if (![...members.values()].some(({ expression }) => expression.kind === 'switch')) return [];
  const switches = new Switches(members);
  const tell = (member: string, read: MemberId, takes: Isolated['takes']): readonly Isolated[] => {
    const place = placeOfMember(member);
    const hint = 'A measure can choose by it: case with switch';
    const params = { member, dimension: read };
    return place ? [{ finding: finding('model.switch-in-row', params, placeOf(place, 'sql'), { hint }), takes }] : [];
  };
  const reported = [...members.values()].flatMap((member) => {
    const read = needed(member).find((id) => switches.isReadBy(id));
    return read === undefined ? [] : tell(member.id, read, { members: [member.id] });
  });
  const joins = cubes.flatMap(({ cube }) =>
    cube.joins.flatMap(({ from, to, sql }) => {
      const read = membersIn([sql]).find((id) => switches.isReadBy(id));
      return read === undefined ? [] : tell(from, read, { join: { from, to } });
    }),
  );
  const tested = pieces.flatMap(({ policies = [] }) =>
    policies.flatMap(({ rows = [] }) => rows.flatMap(membersTested)).filter((id) => switches.isReadBy(id)),
  );
  const ruled = [...new Set(tested)].flatMap((id) => tell(id, id, { members: [id] }));
  return [...reported, ...joins, ...ruled];
}

/** Members by which a policy selects rows. */
function membersTested(filter: PolicyFilter): readonly MemberId[] {
  return filter.kind === 'member' ? [filter.member] : filter.filters.flatMap(membersTested);
}

/** Members that a member reads in rows, other than those a row dimension is made of. */
function needed(member: Member): readonly MemberId[] {
  const masks = maskReadsOf(member);
  if (member.kind !== 'dimension') {
    return member.expression.kind === 'stage' ? masks : [...membersIn(fragmentsOf(member)), ...masks];
  }
  return [...neededByDimension(member), ...masks];
}

function neededByDimension(dimension: Dimension): readonly MemberId[] {
  const { expression, granularities = [], timeShifts = [], isPrimaryKey } = dimension;
  const beside = membersIn([
    ...granularities.flatMap(({ buckets }) => (buckets.kind === 'sql' ? [buckets.sql] : [])),
    ...timeShifts.flatMap(({ moves }) => (moves.kind === 'sql' ? [moves.sql] : [])),
  ]);
  switch (expression.kind) {
    case 'sql':
    case 'case':
    case 'choice':
      return isPrimaryKey ? [...membersIn(fragmentsOf(dimension)), ...beside] : beside;
    case 'stage':
      return [...membersIn(fragmentsOf(dimension)), ...expression.include.map(({ member }) => member), ...beside];
    case 'sub-query':
    case 'composed':
      return [...membersIn(fragmentsOf(dimension)), ...beside];
    case 'switch':
    case 'alias':
      return beside;
  }
}

/** Finds dimensions made of switches. */
class Switches {
  readonly #members: ReadonlyMap<MemberId, Member>;
  readonly #known = new Map<MemberId, boolean>();

  constructor(members: ReadonlyMap<MemberId, Member>) {
    this.#members = members;
  }

  isReadBy(id: MemberId): boolean {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    this.#known.set(id, false);
    const found = this.#find(this.#members.get(id));
    this.#known.set(id, found);
    return found;
  }

  #find(member: Member | undefined): boolean {
    if (member?.kind !== 'dimension') return false;
    const { expression } = member;
    switch (expression.kind) {
      case 'switch':
        return true;
      case 'alias':
        return this.isReadBy(expression.member);
      case 'sql':
      case 'case':
      case 'choice':
        return membersIn(fragmentsOf(member)).some((id) => this.isReadBy(id));
      case 'stage':
      case 'sub-query':
      case 'composed':
        return false;
    }
  }
}
