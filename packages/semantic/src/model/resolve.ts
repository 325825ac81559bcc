import type { Problem } from '../problem/index.ts';
import {
  finding,
  type Finding,
  costsOnlyItself,
  isInPreAggregation,
  optional,
  type ParsedFile,
  pathOf,
  type KeyPath,
} from '../source/index.ts';
import { findBroken, type Isolated } from './check/broken-members.ts';
import { withoutBroken } from './check/without-broken.ts';
import { byCause, dependencyProblem, findDependants } from './check/availability.ts';
import { aliasNotices, checkCubes } from './check/check.ts';
import { checkConnections } from './check/check-connections.ts';
import { checkEntities } from './check/check-entities.ts';
import { checkMembers } from './check/check-expansion.ts';
import { checkSwitches } from './check/check-switches.ts';
import { checkWindows } from './check/check-windows.ts';
import { collectNames } from './names/collect-names.ts';
import type { Entry } from './names/entry.ts';
import { type ExpandedView, expandView } from './views/expand-views.ts';
import { viewInput, type ViewSources } from './views/expansion.ts';
import { type FinishedCube, finishCube } from './resolve/finish-cubes.ts';
import { type ContentHashes, type HashInput, hashPieces } from './graph/hash-pieces.ts';
import { inherit, type Inheritance } from './names/inherit.ts';
import { findComponents } from './graph/join-graph.ts';
import { findHolistic } from './resolve/measure-class.ts';
import { expandSources } from './check/measure-expansion.ts';
import { nameNotices } from './names/name-notices.ts';
import { findContextPaths } from './facts/context-paths.ts';
import { memberPlaces } from './check/member-places.ts';
import type { ContextPath, CubeName, Member, Piece } from './model.ts';
import { type ResolvedCube, resolveCube } from './resolve/resolve-cube.ts';
import { isRefused } from './resolve/set-apart.ts';
import { openViews } from './check/open-views.ts';
import { viewsOverPolicies } from './check/views-over-policies.ts';
import { idlePolicies, policyNotices } from './check/policy-notices.ts';
import { collectGroups, groupsOf, unknownGroups, type ViewGroups } from './views/view-groups.ts';

/** Data that one compile passes to the next. */
export interface ModelResolution {
  readonly inheritance: Inheritance;
  readonly resolved: ReadonlyMap<CubeName, ResolvedCube>;
  readonly finished: ReadonlyMap<CubeName, FinishedCube>;
  readonly views: ReadonlyMap<CubeName, ExpandedView>;
  readonly pieces: ReadonlyMap<CubeName, Piece>;
  readonly contentHashes: ContentHashes;
}

interface Reasons {
  readonly findings: readonly Finding[];
  readonly reasons: readonly Problem[];
  /** The piece with the problems, when it is another one and public. */
  readonly cause?: CubeName;
}

export interface ResolvedModel {
  /** Cubes and views that can be queried, in order of files and definitions. */
  readonly pieces: readonly Piece[];
  readonly findings: readonly Finding[];
  readonly notices: readonly Finding[];
  /** Unavailable names: their own findings, and problems of their dependencies. */
  readonly unavailable: ReadonlyMap<CubeName, Reasons>;
  /** Names that each finding makes unavailable. */
  readonly taken: ReadonlyMap<Finding, readonly string[]>;
  /** Dependents that each name makes unavailable. */
  readonly takenBy: ReadonlyMap<CubeName, readonly CubeName[]>;
  readonly resolution: ModelResolution;
}

/** Runs the steps from definitions to pieces, in order. Each reuses its last results for unchanged input. */
export function resolve(files: readonly ParsedFile[], previous?: ModelResolution): ResolvedModel {
  const names = collectNames(files);
  const inheritance = inherit(names, previous?.inheritance);
  const { entries } = inheritance;
  const resolved = resolveCubes(entries, previous?.resolved);
  const sources = expandSources([...resolved.values()].map(({ cube }) => cube));
  const checks = checkCubes(resolved, sources);

  const faults = new Faults();
  const ownerOf = owners(files);
  for (const name of names.brokenNames) faults.addName(name);
  for (const one of files.flatMap((file) => file.findings)) faults.add(one, ownerOf(one.place));
  for (const one of [...names.findings, ...inheritance.findings]) faults.add(one, ownerOf(one.place));
  for (const { finding: one, cubes } of checks) faults.add(one, cubes);
  for (const cube of resolved.values())
    for (const one of ownFindings(cube, resolved)) faults.add(one, costsNoCube(one) ? [] : [cube.cube.name]);
  for (const [name, entry] of entries) if (isFaulty(entry)) faults.addName(name);

  const cubeDependencies = new Map([...resolved].map(([name, cube]) => [name, cube.dependencies] as const));
  const cubeDependants = findDependants(cubeDependencies, faults.names);
  const serving = new Map([...resolved].filter(([name]) => !faults.names.has(name) && !cubeDependants.has(name)));
  // A problem with part of a cube is reported with the problem that makes the whole cube unavailable.
  for (const [name, cube] of resolved)
    if (!serving.has(name)) for (const { finding: one } of own(cube, resolved)) faults.add(one, []);
  const finished = finishCubes(resolved, serving, previous?.finished);
  const groups = collectGroups(files);
  for (const one of groups.findings) faults.add(one, []);
  const views = expandViews(entries, { cubes: finished, entries }, previous?.views);
  for (const view of views.values()) {
    const own = [...ownViewFindings(view, views), ...unknownGroups(view.merged, groups)];
    for (const one of own) faults.add(one, [view.view.name]);
  }

  const dependencies = new Map<CubeName, ReadonlySet<CubeName>>(cubeDependencies);
  for (const [name, view] of views) dependencies.set(name, view.dependencies);
  const dependants = findDependants(dependencies, faults.names);
  const isServing = (name: CubeName): boolean => !faults.names.has(name) && !dependants.has(name);

  const servedCubes = [...finished.values()].filter(({ cube }) => isServing(cube.name));
  const servedViews = [...views.values()].filter(({ view }) => isServing(view.name));
  const placeOfMember = memberPlaces(servedCubes, servedViews);
  const servedPieces = [...servedCubes.map(({ cube }) => cube), ...servedViews.map(({ view }) => view)];
  const servedMembers = servedPieces.flatMap(({ dimensions, measures, segments }): readonly Member[] => [
    ...dimensions,
    ...measures,
    ...segments,
  ]);
  const isolated = [
    ...[...serving.values()].flatMap((cube) => own(cube, resolved)),
    ...servedViews.flatMap(({ isolated: some }) => some),
    ...checkMembers(servedCubes, servedViews, sources, placeOfMember),
    ...checkEntities(servedMembers, placeOfMember),
    ...checkSwitches(servedCubes, servedPieces, placeOfMember),
    ...checkWindows(servedCubes, servedViews),
    ...checkConnections(servedCubes, placeOfMember),
  ];
  const broken = findBroken(servedCubes, servedViews, isolated);
  for (const one of [...broken.taken.keys()].filter(isRefused)) faults.add(one, []);
  const takenBy = byCause(dependants);
  const contentHashes: ContentHashes = previous?.contentHashes ?? new WeakMap();
  const inputs = new Map<CubeName, HashInput>();
  for (const [name, { cube, resolved: from }] of finished) {
    if (isServing(name)) inputs.set(name, { content: withoutBroken(cube, broken), dependencies: from.dependencies });
  }
  for (const [name, view] of views) {
    const { dependencies: on } = view;
    if (isServing(name)) inputs.set(name, { content: withoutBroken(grouped(view, groups), broken), dependencies: on });
  }
  const contextPaths = findContextPaths(dependencies, resolved);
  const hashes = hashPieces(inputs, contentHashes);
  const pieces = nameHashes(inheritance.order, { inputs, hashes, contextPaths }, previous?.pieces);
  return {
    pieces: [...pieces.values()],
    findings: faults.findings,
    notices: [
      ...[...broken.taken.keys()].filter((one) => !isRefused(one)),
      ...aliasNotices(resolved),
      ...[...serving.values()].flatMap((cube) => cube.notices),
      ...[...entries.values()].flatMap(idleAliases),
      ...[...entries.values()].flatMap(nameNotices),
      ...[...entries.values()].flatMap(policyNotices),
      ...[...pieces.values()].flatMap((piece) => idlePolicies(entries.get(piece.name), piece)),
      ...openViews(pieces, entries),
      ...viewsOverPolicies(pieces, entries),
    ],
    unavailable: faults.unavailable(dependants, withoutHidden(takenBy, entries)),
    taken: new Map([...faults.taken(takenBy), ...broken.taken]),
    takenBy,
    resolution: { inheritance, resolved, finished, views, pieces, contentHashes },
  };
}

/** Reports aliases that have no effect; they are accepted because the reference accepts them. */
function idleAliases(entry: Entry): readonly Finding[] {
  if (entry.kind !== 'view') return [];
  return entry.definition.inclusions.flatMap(({ idleAlias }) =>
    idleAlias ? [finding('model.idle-alias', { view: entry.name }, idleAlias)] : [],
  );
}

/** Removes hidden pieces from the reasons shown to callers of their dependents. */
function withoutHidden(
  takenBy: ResolvedModel['takenBy'],
  entries: ReadonlyMap<CubeName, Entry>,
): ReadonlyMap<CubeName, CubeName> {
  const isNamed = (name: CubeName): boolean => {
    const entry = entries.get(name);
    return (entry?.kind === 'cube' || entry?.kind === 'view') && entry.definition.isPublic !== false;
  };
  return new Map([...takenBy].flatMap(([cause, some]) => (isNamed(cause) ? some.map((name) => [name, cause]) : [])));
}

/** Adds its groups to a view; returns the same object when it has none. */
function grouped(view: ExpandedView, groups: ViewGroups): ExpandedView['view'] {
  const own = groupsOf(view.merged, groups);
  return own.length === 0 ? view.view : { ...view.view, groups: own };
}

function resolveCubes(
  entries: ReadonlyMap<CubeName, Entry>,
  previous: ReadonlyMap<CubeName, ResolvedCube> | undefined,
): ReadonlyMap<CubeName, ResolvedCube> {
  const resolved = new Map<CubeName, ResolvedCube>();
  for (const [name, entry] of entries) {
    if (entry.kind !== 'cube') continue;
    const last = previous?.get(name);
    resolved.set(name, last?.merged === entry && isFresh(last, entries) ? last : resolveCube(entry, entries));
  }
  return resolved;
}

/** Whether a cube can be reused. One with problems is resolved again, because hints depend on the whole model. */
function isFresh({ inputs, findings }: ResolvedCube, entries: ReadonlyMap<CubeName, Entry>): boolean {
  if (findings.length > 0) return false;
  for (const [name, entry] of inputs) {
    const now = entries.get(name);
    if (now === undefined ? entry.kind !== 'missing' : now !== entry) return false;
  }
  return true;
}

function finishCubes(
  cubes: ReadonlyMap<CubeName, ResolvedCube>,
  serving: ReadonlyMap<CubeName, ResolvedCube>,
  previous: ReadonlyMap<CubeName, FinishedCube> | undefined,
): ReadonlyMap<CubeName, FinishedCube> {
  const components = findComponents(serving);
  const holistic = findHolistic(cubes);
  return new Map(
    [...cubes].map(([name, cube]) => [name, finishCube(cube, components.get(name), holistic, previous?.get(name))]),
  );
}

function expandViews(
  entries: ReadonlyMap<CubeName, Entry>,
  sources: ViewSources,
  previous: ReadonlyMap<CubeName, ExpandedView> | undefined,
): ReadonlyMap<CubeName, ExpandedView> {
  const views = new Map<CubeName, ExpandedView>();
  for (const [name, entry] of entries) {
    if (entry.kind !== 'view') continue;
    const last = previous?.get(name);
    const isSame =
      last?.merged === entry &&
      last.findings.length === 0 &&
      [...last.inputs].every(([other, input]) => viewInput(other, sources) === input);
    views.set(name, isSame ? last : expandView(entry, sources));
  }
  return views;
}

/** Returns pieces in order of definition, with their hashes; unchanged pieces are the same object as before. */
function nameHashes(
  order: Iterable<CubeName>,
  {
    inputs,
    hashes,
    contextPaths,
  }: {
    readonly inputs: ReadonlyMap<CubeName, HashInput>;
    readonly hashes: ReadonlyMap<CubeName, string>;
    readonly contextPaths: ReadonlyMap<CubeName, readonly ContextPath[]>;
  },
  previous: ReadonlyMap<CubeName, Piece> | undefined,
): ReadonlyMap<CubeName, Piece> {
  const pieces = new Map<CubeName, Piece>();
  for (const name of order) {
    const input = inputs.get(name);
    const hash = hashes.get(name);
    if (!input || hash === undefined) continue;
    const last = previous?.get(name);
    const component = 'component' in input.content ? input.content.component : undefined;
    const isSame = last?.hash === hash && (last.kind === 'view' || last.component === component);
    // The content is a cube or view that lacks only its hash.
    const reads = optional('contextPaths', contextPaths.get(name));
    pieces.set(name, isSame ? last : ({ ...input.content, ...reads, hash } as Piece));
  }
  return pieces;
}

/** Problems of an inherited member are reported with the cube that defines it. */
function own({ merged, isolated }: ResolvedCube, all: ReadonlyMap<CubeName, ResolvedCube>): readonly Isolated[] {
  const { extends: base } = merged.definition;
  const parent = base === undefined || isolated.length === 0 ? undefined : all.get(base);
  const reported = new Map((parent ? own(parent, all) : []).map(({ finding: one }) => [codeAndPlace(one), one]));
  return isolated.map((one) => ({ ...one, finding: reported.get(codeAndPlace(one.finding)) ?? one.finding }));
}

/** Problems of an inherited member are reported once, where it is defined. */
function ownFindings(cube: ResolvedCube, all: ReadonlyMap<CubeName, ResolvedCube>): readonly Finding[] {
  const { extends: base } = cube.merged.definition;
  if (base === undefined || cube.findings.length === 0) return cube.findings;
  return unreported(cube.findings, all.get(base)?.findings ?? []);
}

function ownViewFindings(view: ExpandedView, all: ReadonlyMap<CubeName, ExpandedView>): readonly Finding[] {
  const { extends: base } = view.merged.definition;
  if (base === undefined || view.findings.length === 0) return view.findings;
  return unreported(view.findings, all.get(base)?.findings ?? []);
}

/** Keeps findings unless another has the same code and place. */
function unreported(own: readonly Finding[], reported: readonly Finding[]): readonly Finding[] {
  const known = new Set(reported.map(codeAndPlace));
  return own.filter((one) => !known.has(codeAndPlace(one)));
}

function codeAndPlace({ problem, place }: Finding): string {
  return JSON.stringify([problem.code, place.file, ...pathOf(place)]);
}

/** Whether resolving left out what a finding is about, and nothing else. */
function costsNoCube({ place, problem: { code } }: Finding): boolean {
  return isInPreAggregation(place) || code === 'model.granularity-sql';
}

function isFaulty(entry: Entry): boolean {
  return entry.kind === 'broken' || ((entry.kind === 'cube' || entry.kind === 'view') && entry.definition.isDamaged);
}

/** Returns the cube or view that contains a place. */
function owners(files: readonly ParsedFile[]): (place: KeyPath) => readonly CubeName[] {
  const names = new Map<string, ReadonlyMap<string, CubeName>>();
  for (const { path, definitions } of files) {
    const keyed = definitions.map(({ kind, place, name }) => [`${kind} ${place.key}`, name] as const);
    names.set(path, new Map(keyed.toReversed()));
  }
  return (place) => {
    if (costsOnlyItself(place)) return [];
    let at: KeyPath = place;
    while (at.parent?.parent?.parent) at = at.parent;
    const [section, index] = [at.parent?.key, at.key];
    if (typeof index !== 'number') return [];
    const owner = names.get(place.file)?.get(`${section === 'cubes' ? 'cube' : 'view'} ${index}`);
    return owner === undefined ? [] : [owner];
  };
}

/** Findings by the names they make unavailable. */
class Faults {
  readonly findings: Finding[] = [];
  readonly names = new Set<CubeName>();
  private readonly byName = new Map<CubeName, Finding[]>();

  add(one: Finding, owners: readonly CubeName[]): void {
    this.findings.push(one);
    for (const name of owners) {
      this.names.add(name);
      const known = this.byName.get(name);
      if (known) known.push(one);
      else this.byName.set(name, [one]);
    }
  }

  addName(name: CubeName): void {
    this.names.add(name);
  }

  /** Findings with the names they make unavailable. */
  taken(takenBy: ResolvedModel['takenBy']): ResolvedModel['taken'] {
    const taken = new Map<Finding, CubeName[]>();
    for (const [name, findings] of this.byName) {
      for (const one of findings) taken.set(one, [...(taken.get(one) ?? []), name, ...(takenBy.get(name) ?? [])]);
    }
    return taken;
  }

  unavailable(
    dependants: ReadonlyMap<CubeName, CubeName>,
    causes: ReadonlyMap<CubeName, CubeName>,
  ): ResolvedModel['unavailable'] {
    const found = new Map<CubeName, Reasons>();
    for (const name of this.names) found.set(name, { findings: this.byName.get(name) ?? [], reasons: [] });
    for (const [name, on] of dependants) {
      const cause = optional('cause', causes.get(name));
      found.set(name, { findings: [], reasons: [dependencyProblem(name, on)], ...cause });
    }
    return found;
  }
}
