import { finding, type Finding, optional, placeOf } from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import type { CubeName, MemberId, View } from '../model.ts';
import type { Entry, MergedView } from '../names/entry.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import type { Holder } from '../resolve/member-face.ts';
import { resolvePolicies } from '../resolve/resolve-policies.ts';
import { memberId } from '../resolve/scope.ts';
import { titleOf } from '../resolve/title.ts';
import { checkViewPaths } from './check-view-paths.ts';
import { type Expansion, viewInput, type ViewSources } from './expansion.ts';
import { include } from './include-members.ts';
import { keptInclusions } from './split-views.ts';
import { shownAs, withDrillMembers, withKey } from './view-alias.ts';
import { viewDefaultFilters } from './view-default-filters.ts';
import { viewFolders } from './view-folders.ts';
import { viewHierarchies } from './view-hierarchies.ts';
import { resolveViewMembers } from './view-members.ts';

export interface ExpandedView {
  readonly merged: MergedView;
  readonly view: Omit<View, 'hash'>;
  readonly findings: readonly Finding[];
  /** Paths without a declared join, with the members they would bring. */
  readonly isolated: readonly Isolated[];
  readonly dependencies: ReadonlySet<CubeName>;
  /** Inputs it was expanded against. */
  readonly inputs: ReadonlyMap<CubeName, FinishedCube | Entry['kind']>;
}

/** Expands every member of a view to an alias of a cube's member, reached by the path of its inclusion. */
export function expandView(merged: MergedView, sources: ViewSources): ExpandedView {
  const { definition, name } = merged;
  const holder: Holder = { name, title: definition.title ?? titleOf(name), isPublic: definition.isPublic ?? true };
  const expansion: Expansion = {
    merged,
    holder,
    sources,
    findings: [],
    isolated: [],
    walked: new Set(),
    dependencies: new Set(),
    inputs: new Map(),
    members: new Map(),
    definitions: new Map(),
    hierarchies: new Map(),
    targets: new Map(),
  };
  if (definition.extends !== undefined) expansion.dependencies.add(definition.extends);
  const inclusions = keptInclusions(merged);
  for (const inclusion of inclusions) include(inclusion, expansion);
  expansion.findings.push(...checkViewPaths(merged));
  const isWhole = expansion.findings.length === 0 && ![...expansion.inputs.values()].includes('broken');
  if (isWhole) addOwnMembers(expansion);
  const members = [...expansion.members.values()];
  const hierarchies = viewHierarchies(holder, expansion.hierarchies, members);
  if (members.length === 0 || definition.defaultFilters.length > 0) giveUp(expansion);
  const isPartial = !isWhole || expansion.isolated.length > 0 || expansion.findings.length > 0;
  const parts = { name, members, hierarchies, inclusions, isPartial };
  const folders = viewFolders(definition.folders, parts, expansion.findings);
  const defaultFilters = viewDefaultFilters(definition.defaultFilters, parts, expansion.findings);
  const policies = resolvePolicies(
    definition.policies,
    { kind: 'view', name, members, isMissing: () => isPartial },
    expansion.findings,
  );
  const shown = shownAs(members);
  const split = definition.inclusions.find((one) => one.split !== undefined);
  if (policies && split) {
    expansion.findings.push(finding('model.policy-with-split', { view: name }, placeOf(split.place, 'split')));
  }
  return {
    merged,
    view: {
      kind: 'view',
      name,
      title: holder.title,
      ...optional('description', definition.description),
      ...optional('meta', definition.meta),
      isPublic: holder.isPublic,
      file: definition.place.file,
      joinPaths: inclusions.filter((one) => expansion.walked.has(one)).map(({ joinPath }) => joinPath),
      dimensions: members.filter((member) => member.kind === 'dimension').map((dimension) => withKey(dimension, shown)),
      measures: members
        .filter((member) => member.kind === 'measure')
        .map((measure) => withDrillMembers(measure, shown)),
      segments: members.filter((member) => member.kind === 'segment'),
      hierarchies,
      ...optional('policies', policies),
      folders,
      defaultFilters,
      groups: [],
    },
    findings: expansion.findings,
    isolated: expansion.isolated,
    dependencies: expansion.dependencies,
    inputs: expansion.inputs,
  };
}

/** Without any member, or when a filter of the view may test a missing one, the whole view is unavailable. */
function giveUp({ findings, isolated }: Expansion): void {
  findings.push(...isolated.splice(0).map((one) => one.finding));
}

/** Adds members that the view defines itself. */
function addOwnMembers(expansion: Expansion): void {
  const { merged, holder, definitions, sources, findings, isolated, members } = expansion;
  for (const definition of merged.definition.members) {
    if (!members.has(definition.name)) continue;
    const params = { member: definition.name, view: merged.name };
    findings.push(finding('model.include-conflict', params, placeOf(definition.place, 'name')));
  }
  if (findings.length > 0) return;
  const lost = isolated.flatMap(({ takes }) => ('members' in takes ? takes.members : []));
  const included = { definitions, lost: lost.map((id) => id.slice(holder.name.length + 1)) };
  const own = resolveViewMembers(merged, holder, included, sources.entries, findings);
  for (const { member, lostNames, inputs, dependencies, broken } of own) {
    for (const name of inputs) expansion.inputs.set(name, viewInput(name, sources));
    for (const name of dependencies) expansion.dependencies.add(name);
    isolated.push(...broken.map((one) => ({ finding: one, takes: { members: [member.id] } })));
    if (lostNames.length === 0) members.set(member.name, member);
    else takeAlong(member.id, lostNames, isolated, holder);
  }
}

/** Isolates a member of the view that depends on a missing one. */
function takeAlong(id: MemberId, lostNames: readonly string[], isolated: Isolated[], { name }: Holder): void {
  const needed = new Set(lostNames.map((lost) => memberId(name, lost)));
  const at = isolated.findIndex(({ takes }) => 'members' in takes && takes.members.some((one) => needed.has(one)));
  const found = isolated[at];
  if (found && 'members' in found.takes) {
    isolated[at] = { ...found, takes: { members: [...found.takes.members, id] } };
  }
}
