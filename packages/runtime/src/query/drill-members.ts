import { type Access, isVisible, type Measure, type Member, type MemberId, type ModelIndex } from '@orrery/semantic';

export interface DrillMembers {
  readonly all: MemberId[];
  readonly grouped: { readonly measures: MemberId[]; readonly dimensions: MemberId[] };
}

/** The members a measure drills into that the caller may see. */
export function groupDrillMembers(measure: Measure, model: ModelIndex, access: Access): DrillMembers {
  const shown = measure.drillMembers.flatMap((id): Member[] => {
    const member = model.members.get(id);
    return member && isVisible(member, model, access) ? [member] : [];
  });
  const idsOf = (kind: Member['kind']) => shown.filter((member) => member.kind === kind).map((member) => member.id);
  return {
    all: shown.map((member) => member.id),
    grouped: { measures: idsOf('measure'), dimensions: idsOf('dimension') },
  };
}
