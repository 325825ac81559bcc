import {
  finding,
  type Finding,
  formatExpectation,
  type IncludedMember,
  type Inclusion,
  labelOf,
  maxNameLength,
  type MemberDefinition,
  optional,
  placeOf,
  readFormat,
} from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import { checkViewPaths } from './check-view-paths.ts';
import { type Entry, isLost, isLostJoin, type MergedView } from '../names/entry.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import type { Holder } from '../resolve/member-face.ts';
import { companionName } from '../resolve/resolve-link.ts';
import type {
  Alias,
  CubeName,
  Dimension,
  Format,
  Hierarchy,
  Measure,
  Member,
  MemberId,
  Segment,
  View,
} from '../model.ts';
import { cubeNameOf, memberId } from '../resolve/scope.ts';
import { resolvePolicies } from '../resolve/resolve-policies.ts';
import { keptInclusions } from './split-views.ts';
import { titleOf } from '../resolve/title.ts';
import { viewDefaultFilters } from './view-default-filters.ts';
import { viewFolders } from './view-folders.ts';
import { resolveViewMembers } from './view-members.ts';
import { nameInView } from './view-reference.ts';
import { type IncludedHierarchy, viewHierarchies } from './view-hierarchies.ts';

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

/** Cubes a view can include, and every other name of the model. */
export interface ViewSources {
  readonly cubes: ReadonlyMap<CubeName, FinishedCube>;
  readonly entries: ReadonlyMap<CubeName, Entry>;
}

interface Expansion {
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

/** Returns the present meaning of a name, as recorded in `inputs`. */
export function viewInput(name: CubeName, sources: ViewSources): FinishedCube | Entry['kind'] {
  return sources.cubes.get(name) ?? sources.entries.get(name)?.kind ?? 'missing';
}

function include(inclusion: Inclusion, expansion: Expansion): void {
  const owner = walkJoinPath(inclusion, expansion);
  if (!owner) return;
  expansion.walked.add(inclusion);
  const excluded = new Set(inclusion.excludes);
  const { includes } = inclusion;
  if (includes === '*') {
    for (const { name } of [...membersOf(owner), ...owner.cube.hierarchies]) {
      if (!excluded.has(name)) addMember({ name, place: inclusion.place }, inclusion, owner, expansion);
    }
    return;
  }
  for (const item of includes) if (!excluded.has(item.name)) addMember(item, inclusion, owner, expansion);
  includeLevels(inclusion, includes, owner, expansion);
}

/** Lists the members an inclusion would bring; `undefined` when the cube at the end of its path is unknown. */
function namesOf(inclusion: Inclusion, { sources, holder, inputs }: Expansion): readonly MemberId[] | undefined {
  const { includes, excludes, joinPath } = inclusion;
  const last = joinPath.at(-1) ?? '';
  for (const step of joinPath) inputs.set(step, viewInput(step, sources));
  const owner = sources.cubes.get(last);
  if (!owner || joinPath.some((step) => !sources.cubes.has(step))) return undefined;
  const items = includes === '*' ? membersOf(owner).map(({ name }) => ({ name, place: inclusion.place })) : includes;
  return items.flatMap((item) =>
    excludes.includes(item.name) ? [] : [memberId(holder.name, nameInView(item, inclusion.prefix))],
  );
}

function walkJoinPath(inclusion: Inclusion, expansion: Expansion): FinishedCube | undefined {
  const { joinPath, place } = inclusion;
  const at = placeOf(place, 'join_path');
  let from: FinishedCube | undefined;
  for (const step of joinPath) {
    if (from && !from.resolved.merged.joins.some(({ to }) => to === step)) {
      const hint = `${from.cube.name} declares no join to ${step}`;
      if (!isLostJoin(step, from.resolved.merged)) {
        const told = finding('model.no-join', { from: from.cube.name, to: step }, at, { hint });
        const members = namesOf(inclusion, expansion);
        if (members) expansion.isolated.push({ finding: told, takes: { members } });
        else expansion.findings.push(told);
      }
      return undefined;
    }
    const input = viewInput(step, expansion.sources);
    expansion.inputs.set(step, input);
    if (typeof input === 'object') {
      expansion.dependencies.add(step);
      from = input;
    } else if (input === 'broken') {
      expansion.dependencies.add(step);
      return undefined;
    } else {
      const hint = input === 'view' ? `${step} is a view` : { name: step, among: () => expansion.sources.cubes.keys() };
      expansion.findings.push(finding('model.unknown-cube', { cube: step }, at, { hint }));
      return undefined;
    }
  }
  return from;
}

function membersOf({ cube }: FinishedCube): readonly (Dimension | Measure | Segment)[] {
  return [...cube.dimensions.filter(({ isSynthetic }) => !isSynthetic), ...cube.measures, ...cube.segments];
}

function addMember(item: IncludedMember, inclusion: Inclusion, owner: FinishedCube, expansion: Expansion): void {
  const view = expansion.merged.name;
  const definition = owner.resolved.merged.members.get(item.name);
  const target = definition && findMember(definition, owner, expansion);
  const hierarchy = target ? undefined : owner.cube.hierarchies.find(({ name }) => name === item.name);
  if (hierarchy) {
    addHierarchy(item, hierarchy, inclusion, expansion);
    return;
  }
  if (!target) {
    if (isLost(item.name, owner.resolved.merged)) return;
    const among = () => [...owner.resolved.merged.members.keys(), ...owner.cube.hierarchies.map(({ name }) => name)];
    const hint = item.name === '*' ? 'Write includes: "*" to include all of them' : { name: item.name, among };
    expansion.findings.push(finding('model.unknown-include', { member: item.name, view }, item.place, { hint }));
    return;
  }
  const name = nameInView(item, inclusion.prefix);
  if (name.length > maxNameLength) {
    expansion.findings.push(finding('model.bad-name', { kind: 'view member', name: name.slice(0, 80) }, item.place));
    return;
  }
  const known = expansion.members.get(name);
  if (!known && expansion.hierarchies.has(name)) {
    expansion.findings.push(finding('model.include-conflict', { member: name, view }, item.place));
    return;
  }
  if (known) {
    if (!isSameAlias(known, target.id, inclusion.joinPath)) {
      const hint = `${view}.${name} is ${aliasOf(known).member} already`;
      expansion.findings.push(finding('model.include-conflict', { member: name, view }, item.place, { hint }));
    }
    return;
  }
  const member = aliasMember(name, target, definition, item, inclusion.joinPath, expansion);
  expansion.members.set(name, member);
  expansion.definitions.set(name, { ...definition, name });
  addCompanions(member, target, owner, inclusion, expansion);
}

function addHierarchy(item: IncludedMember, hierarchy: Hierarchy, inclusion: Inclusion, expansion: Expansion): void {
  const name = nameInView(item, inclusion.prefix);
  const known = expansion.hierarchies.get(name);
  if (expansion.members.has(name) || (known && known.hierarchy.id !== hierarchy.id)) {
    const params = { member: name, view: expansion.merged.name };
    expansion.findings.push(finding('model.include-conflict', params, item.place));
    return;
  }
  expansion.hierarchies.set(name, { hierarchy, path: inclusion.joinPath, ...optional('title', item.title) });
}

/**
 * Includes the dimensions that are levels of a hierarchy, unless the view has them under another name. A hidden
 * dimension stays hidden.
 */
function includeLevels(
  inclusion: Inclusion,
  items: readonly IncludedMember[],
  owner: FinishedCube,
  expansion: Expansion,
): void {
  if (owner.cube.hierarchies.length === 0) return;
  const excluded = new Set(inclusion.excludes);
  const path = inclusion.joinPath.join('.');
  const shown = [...expansion.members.values()].map(aliasOf);
  const isThere = new Set(shown.filter((alias) => alias.path.join('.') === path).map(({ member }) => member));
  const hierarchies = new Map(owner.cube.hierarchies.map((hierarchy) => [hierarchy.name, hierarchy]));
  for (const item of items) {
    const hierarchy = hierarchies.get(item.name);
    for (const level of hierarchy?.levels ?? []) {
      const name = level.slice(level.indexOf('.') + 1);
      const isElsewhere = cubeNameOf(level) !== owner.cube.name;
      const isHidden = owner.resolved.merged.members.get(name)?.isPublic === false;
      if (isElsewhere || isThere.has(level) || isHidden || excluded.has(name)) continue;
      isThere.add(level);
      addMember({ name, place: item.place }, inclusion, owner, expansion);
    }
  }
}

/** Includes the addresses of a dimension's links with it. */
function addCompanions(
  shown: Member,
  target: Member,
  owner: FinishedCube,
  { joinPath: path }: Inclusion,
  expansion: Expansion,
): void {
  const { members, holder } = expansion;
  if (target.kind !== 'dimension') return;
  for (const link of target.links ?? []) {
    const companion = targetsIn(owner, expansion).get(memberId(owner.cube.name, companionName(target.name, link.name)));
    if (companion?.kind !== 'dimension') continue;
    const name = companionName(shown.name, link.name);
    const shortTitle = `${shown.shortTitle} ${link.label}`;
    members.set(name, {
      ...companion,
      id: memberId(holder.name, name),
      name,
      title: `${holder.title} ${shortTitle}`,
      shortTitle,
      isPublic: holder.isPublic,
      expression: { kind: 'alias', member: companion.id, path },
    });
  }
}

function findMember(definition: MemberDefinition, owner: FinishedCube, expansion: Expansion): Member | undefined {
  const member = targetsIn(owner, expansion).get(memberId(owner.cube.name, definition.name));
  return member?.kind === definition.kind ? member : undefined;
}

function targetsIn({ cube }: FinishedCube, { targets }: Expansion): ReadonlyMap<MemberId, Member> {
  const known = targets.get(cube);
  if (known) return known;
  const members = [...cube.dimensions, ...cube.measures, ...cube.segments];
  const byId = new Map(members.map((member) => [member.id, member]));
  targets.set(cube, byId);
  return byId;
}

function aliasMember(
  name: string,
  target: Member,
  definition: MemberDefinition,
  item: IncludedMember,
  path: readonly CubeName[],
  expansion: Expansion,
): Member {
  const { holder } = expansion;
  // An explicit title is kept; a derived one follows the name in the view.
  const shortTitle = item.title ?? definition.title ?? titleOf(name);
  const face = {
    id: memberId(holder.name, name),
    name,
    title: `${holder.title} ${shortTitle}`,
    shortTitle,
    ...optional('description', item.description ?? target.description),
    ...optional('meta', item.meta ?? target.meta),
    isPublic: holder.isPublic,
    expression: { kind: 'alias', member: target.id, path } satisfies Alias,
  };
  if (target.kind === 'segment') {
    overrideFormat(target, item, expansion);
    return { ...target, ...face };
  }
  return { ...target, ...face, ...optional('format', overrideFormat(target, item, expansion)) };
}

function overrideFormat(target: Member, item: IncludedMember, expansion: Expansion): Format | undefined {
  if (item.format === undefined) return undefined;
  const format = target.kind === 'segment' ? undefined : readFormat(item.format, target.type);
  if (format === undefined) {
    const at = placeOf(item.place, 'format');
    const type = target.kind === 'segment' ? target.kind : target.type;
    const expected = target.kind === 'segment' ? 'nothing: segments have no format' : formatExpectation[target.type];
    const params = { piece: `${expansion.merged.name} view`, path: labelOf(at), type, expected };
    expansion.findings.push(finding('model.bad-format', params, at));
  }
  return format;
}

/** Translates the key into the view, if the view has it. */
function withKey({ key, ...dimension }: Dimension, shown: ReadonlyMap<MemberId, MemberId>): Dimension {
  return { ...dimension, ...optional('key', key && shown.get(key)) };
}

/** Translates drill members into the view; those it does not include are left out. */
function withDrillMembers(measure: Measure, shown: ReadonlyMap<MemberId, MemberId>): Measure {
  if (measure.drillMembers.length === 0) return measure;
  return { ...measure, drillMembers: measure.drillMembers.flatMap((id) => shown.get(id) ?? []) };
}

/** Members of a view by the member they stand for. */
function shownAs(members: readonly Member[]): ReadonlyMap<MemberId, MemberId> {
  const byTarget = new Map<MemberId, MemberId>();
  for (const member of members) {
    const { member: target } = aliasOf(member);
    if (!byTarget.has(target)) byTarget.set(target, member.id);
    // Members that the view defines drill by names of the view.
    byTarget.set(member.id, member.id);
  }
  return byTarget;
}

function isSameAlias(member: Member, target: MemberId, path: readonly CubeName[]): boolean {
  const alias = aliasOf(member);
  return alias.member === target && alias.path.join('.') === path.join('.');
}

function aliasOf({ id, expression }: Member): Alias {
  // A member that the view defines stands for itself.
  return expression.kind === 'alias' ? expression : { kind: 'alias', member: id, path: [] };
}
