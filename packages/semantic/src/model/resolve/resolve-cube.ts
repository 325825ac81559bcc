import {
  defaultDataSource,
  type DimensionDefinition,
  finding,
  type Finding,
  optional,
  placeOf,
} from '../../source/index.ts';
import { bindSql } from './bind-names.ts';
import { resolvePreAggregations } from './resolve-pre-aggregations.ts';
import type { Isolated } from '../check/broken-members.ts';
import { type Entry, isLost, type MergedCube } from '../names/entry.ts';
import { type Cycle, findCycles } from '../graph/find-cycles.ts';
import { classifyOwnMeasures } from './measure-class.ts';
import type { Holder } from './member-face.ts';
import type { ContextPath, Cube, CubeName, Dimension, Join, Measure, MemberId, RefreshKey, Segment } from '../model.ts';
import { resolveDimension, type ResolvedMember, resolveSegment } from './resolve-dimension.ts';
import { resolveHierarchies } from './resolve-hierarchy.ts';
import { resolveLinks } from './resolve-link.ts';
import { resolveMeasure } from './resolve-measure.ts';
import { resolvePolicies } from './resolve-policies.ts';
import { setApart } from './set-apart.ts';
import { cubeNameOf, lookUp, openScope, type CubeScope } from './scope.ts';
import { titleOf } from './title.ts';

type References = ReadonlyMap<MemberId, readonly MemberId[]>;

/** A cube with all its names resolved. Open: its hash, its component, the class of its calculated measures. */
export interface ResolvedCube {
  readonly merged: MergedCube;
  readonly cube: Omit<Cube, 'hash' | 'component'>;
  readonly findings: readonly Finding[];
  readonly isolated: readonly Isolated[];
  readonly notices: readonly Finding[];
  readonly dependencies: ReadonlySet<CubeName>;
  /** Members that its members are made of; members made only of columns are left out. */
  readonly references: References;
  /** Cubes of those members, itself left out. */
  readonly referencedCubes: ReadonlySet<CubeName>;
  /** Cycles among its own members. */
  readonly cycles: readonly Cycle<MemberId>[];
  readonly openMeasures: readonly MemberId[];
  /** Cubes on whose source its own source is built. */
  readonly sources: readonly CubeName[];
  /** Cubes whose source its rows or members read. */
  readonly sourcesRead: ReadonlySet<CubeName>;
  /** Values of the security context that its own SQL reads. */
  readonly contextPaths: readonly ContextPath[];
  /** Entries it was resolved against. */
  readonly inputs: ReadonlyMap<string, Entry>;
}

export function resolveCube(merged: MergedCube, entries: ReadonlyMap<string, Entry>): ResolvedCube {
  const scope = openScope(merged, entries);
  const { definition, name } = merged;
  if (definition.extends !== undefined) lookUp(definition.extends, scope);
  const holder: Holder = { name, title: definition.title ?? titleOf(name), isPublic: definition.isPublic ?? true };
  const references = new Map<MemberId, readonly MemberId[]>();
  const masked = new Map<MemberId, readonly MemberId[]>();
  const dimensions: Dimension[] = [];
  const measures: Measure[] = [];
  const segments: Segment[] = [];
  for (const member of merged.members.values()) {
    const reported = scope.findings.length;
    const resolved = resolveMember();
    setApart(scope, reported, { members: [resolved.member.id] });
    if (resolved.references.length > 0) references.set(resolved.member.id, resolved.references);
    if (resolved.maskReferences?.length) masked.set(resolved.member.id, resolved.maskReferences);

    function keepDimension(definition: DimensionDefinition): ResolvedMember<Dimension> {
      const dimension = keep(resolveDimension(definition, holder, scope), dimensions);
      for (const companion of resolveLinks(definition, dimension.member, scope)) {
        dimensions.push(companion.member);
        if (companion.references.length > 0) references.set(companion.member.id, companion.references);
      }
      return dimension;
    }

    function resolveMember(): ResolvedMember<{ readonly id: MemberId }> {
      switch (member.kind) {
        case 'dimension':
          return keepDimension(member);
        case 'measure':
          return keep(resolveMeasure(member, holder, scope), measures);
        case 'segment':
          return keep(resolveSegment(member, holder, scope), segments);
      }
    }
  }
  for (const clash of merged.clashes) {
    const params = { cube: name, member: clash.name };
    scope.findings.push(finding('model.member-of-two-kinds', params, placeOf(clash.place, 'name')));
  }
  const classified = classifyOwnMeasures(measures, references);
  const source = resolveSource(scope);
  const refreshKey = resolveRefreshKey(scope);
  const joins = resolveJoins(scope);
  const hierarchies = resolveHierarchies(holder, scope);
  const members = [...dimensions, ...classified.measures, ...segments];
  const policies = resolvePolicies(
    definition.policies,
    { kind: 'cube', name, members, isMissing: (member) => isLost(member, merged) },
    scope.findings,
  );
  const made = withMasks(references, masked);
  const preAggregations = resolvePreAggregations(scope);
  return {
    merged,
    cube: {
      kind: 'cube',
      name,
      title: holder.title,
      ...optional('description', definition.description),
      ...optional('meta', definition.meta),
      isPublic: holder.isPublic,
      file: definition.place.file,
      dimensions,
      measures: classified.measures,
      segments,
      hierarchies,
      ...optional('policies', policies),
      source: source.source,
      alias: definition.alias ?? name,
      dataSource: definition.dataSource ?? defaultDataSource,
      ...optional('refreshKey', refreshKey),
      ...optional('isCalendar', definition.isCalendar),
      joins,
      primaryKey: dimensions.filter(({ isPrimaryKey }) => isPrimaryKey).map(({ id }) => id),
      preAggregations,
      ...optional('extends', definition.extends),
    },
    findings: scope.findings,
    isolated: scope.isolated,
    notices: [...preAggregationNotices(merged), ...scope.notices],
    dependencies: scope.dependencies,
    references: made,
    referencedCubes: foreignCubes(name, made),
    cycles: findCycles(made.keys(), (id) => made.get(id) ?? []),
    openMeasures: classified.open,
    sources: source.sources,
    sourcesRead: scope.sources,
    contextPaths: scope.contextPaths,
    inputs: scope.inputs,
  };
}

/** A mask replaces the member, so a cycle through a mask counts too. */
function withMasks(references: References, masked: References): References {
  if (masked.size === 0) return references;
  const all = new Map(references);
  for (const [id, members] of masked) all.set(id, [...(references.get(id) ?? []), ...members]);
  return all;
}

function foreignCubes(name: CubeName, references: References): ReadonlySet<CubeName> {
  const cubes = new Set<CubeName>();
  for (const members of references.values()) for (const member of members) cubes.add(cubeNameOf(member));
  cubes.delete(name);
  return cubes;
}

/** Inherited ones are reported where they are defined. */
function preAggregationNotices({ name: cube, definition }: MergedCube): readonly Finding[] {
  return definition.preAggregations.map(({ name, place }) =>
    finding('model.pre-aggregation-not-built', { name: `${cube}.${name}` }, placeOf(place, 'name')),
  );
}

function keep<T, R extends { readonly member: T }>(resolved: R, list: T[]): R {
  list.push(resolved.member);
  return resolved;
}

function resolveSource(scope: CubeScope): { readonly source: Cube['source']; readonly sources: readonly CubeName[] } {
  const { source, definition, name, losses } = scope.cube;
  if (!source) {
    if (!losses.isOpen && !definition.isDamaged)
      scope.findings.push(finding('model.no-source', { piece: `${name} cube` }, definition.place));
    return { source: { kind: 'table', table: { parts: [] } }, sources: [] };
  }
  const { fragment, sources } = bindSql(source.sql, { kind: 'source' }, scope);
  return {
    source: source.kind === 'table' ? { kind: 'table', table: fragment } : { kind: 'select', sql: fragment },
    sources,
  };
}

function resolveRefreshKey(scope: CubeScope): RefreshKey | undefined {
  const { refreshKey } = scope.cube.definition;
  if (refreshKey?.kind !== 'sql') return refreshKey;
  return { ...refreshKey, sql: bindSql(refreshKey.sql, { kind: 'refresh-key' }, scope).fragment };
}

function resolveJoins(scope: CubeScope): readonly Join[] {
  const from = scope.cube.name;
  return scope.cube.joins.flatMap(({ to, relationship, sql, place }) => {
    if (to === from) {
      scope.findings.push(
        finding('model.self-join', { cube: from }, placeOf(place, 'name'), {
          hint: `Define a cube that extends ${from} and join that one`,
        }),
      );
      return [];
    }
    const target = lookUp(to, scope);
    if (target.kind === 'broken') return [];
    if (target.kind !== 'cube') {
      const hint = target.kind === 'view' ? `${to} is a view` : { name: to, among: () => scope.entries.keys() };
      scope.findings.push(finding('model.unknown-cube', { cube: to }, placeOf(place, 'name'), { hint }));
      return [];
    }
    const reported = scope.findings.length;
    const bound = bindSql(sql, { kind: 'join', to }, scope);
    for (const reference of bound.references) {
      if (reference.definition.kind !== 'measure') continue;
      const params = { member: `${from} -> ${to}`, kind: 'join', measure: reference.member };
      scope.findings.push(finding('model.measure-in-row', params, sql.place));
    }
    setApart(scope, reported, { join: { from, to } });
    return [{ from, to, relationship, sql: bound.fragment }];
  });
}
