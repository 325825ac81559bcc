import type { Measure, MemberId, ModelIndex } from '@orrery/semantic';

export interface DrillMembers {
  readonly all: MemberId[];
  readonly grouped: { readonly measures: MemberId[]; readonly dimensions: MemberId[] };
}

/** The members a measure drills into, without those that are not public. */
export function groupDrillMembers(measure: Measure, model: ModelIndex): DrillMembers {
  const shown = measure.drillMembers.filter((id) => model.members.get(id)?.isPublic);
  return {
    all: shown,
    grouped: {
      measures: shown.filter((id) => model.members.get(id)?.kind === 'measure'),
      dimensions: shown.filter((id) => model.members.get(id)?.kind === 'dimension'),
    },
  };
}
