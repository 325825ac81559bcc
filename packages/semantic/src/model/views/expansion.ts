import type { Finding, Inclusion, MemberDefinition } from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import type { CubeName, Member, MemberId } from '../model.ts';
import type { Entry, MergedView } from '../names/entry.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import type { Holder } from '../resolve/member-face.ts';
import type { IncludedHierarchy } from './view-hierarchies.ts';

/** Cubes a view can include, and every other name of the model. */
export interface ViewSources {
  readonly cubes: ReadonlyMap<CubeName, FinishedCube>;
  readonly entries: ReadonlyMap<CubeName, Entry>;
}

export interface Expansion {
  readonly merged: MergedView;
  readonly holder: Holder;
  readonly sources: ViewSources;
  readonly findings: Finding[];
  readonly isolated: Isolated[];
  /** Inclusions whose paths exist. */
  readonly walked: Set<Inclusion>;
  readonly dependencies: Set<CubeName>;
  readonly inputs: Map<CubeName, FinishedCube | Entry['kind']>;
  readonly members: Map<string, Member>;
  /** Definitions of its members, by their names in the view. */
  readonly definitions: Map<string, MemberDefinition>;
  readonly hierarchies: Map<string, IncludedHierarchy>;
  /** Members of the included cubes, by id. */
  readonly targets: Map<FinishedCube['cube'], ReadonlyMap<MemberId, Member>>;
}

/** Returns the present meaning of a name, as recorded in `inputs`. */
export function viewInput(name: CubeName, sources: ViewSources): FinishedCube | Entry['kind'] {
  return sources.cubes.get(name) ?? sources.entries.get(name)?.kind ?? 'missing';
}
