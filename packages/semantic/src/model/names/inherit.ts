import {
  type CubeDefinition,
  type Definition,
  finding,
  type Finding,
  type HierarchyDefinition,
  type JoinDefinition,
  type MemberDefinition,
  placeOf,
  type PreAggregationDefinition,
  type ViewDefinition,
} from '../../source/index.ts';
import type { NamedDefinitions } from './collect-names.ts';
import { broken, type Entry, type MergedCube, type MergedView, missing } from './entry.ts';
import { splitViews } from '../views/split-views.ts';

/** An entry with its inputs, reused by the next compile when both are unchanged. */
interface Merged {
  readonly entry: MergedCube | MergedView;
  readonly definition: Definition;
  readonly base: Entry | undefined;
}

export interface Inheritance {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Names of definitions in order, each followed by the views split off from it. */
  readonly order: readonly string[];
  readonly merged: ReadonlyMap<string, Merged>;
  readonly splits: ReadonlyMap<MergedView, readonly MergedView[]>;
  readonly findings: readonly Finding[];
}

/** Bound on levels of inheritance: each level repeats all inherited members. */
const mostSteps = 64;

/** Builds the entry of every name: the definition with everything it inherits. */
export function inherit(names: NamedDefinitions, previous?: Inheritance): Inheritance {
  const entries = new Map<string, Entry>();
  const merged = new Map<string, Merged>();
  const findings: Finding[] = [];
  /** Number of levels to the first definition that extends nothing. */
  const steps = new Map<string, number>();
  for (const name of names.brokenNames) entries.set(name, broken);
  for (const name of names.definitions.keys()) enter(name);
  const splits = new Map<MergedView, readonly MergedView[]>();
  const order = [...names.definitions.keys()].flatMap((name) => [name, ...enterSplits(name)]);
  return { entries, merged, order, splits, findings };

  function enterSplits(name: string): readonly string[] {
    const entry = entries.get(name);
    if (entry?.kind !== 'view' || entry.definition.inclusions.every(({ split }) => split === undefined)) return [];
    const views = previous?.splits.get(entry) ?? splitViews(entry);
    splits.set(entry, views);
    return views.flatMap((view) => {
      if (entries.has(view.name)) {
        const hint = `The view '${name}' makes a view of this name by split: true`;
        const at = placeOf(entry.definition.place, 'name');
        findings.push(finding('model.duplicate-view', { name: view.name }, at, { hint }));
        return [];
      }
      entries.set(view.name, view);
      return [view.name];
    });
  }

  /** Enters the base first, without recursion: chains may be longer than the stack. */
  function enter(first: string): void {
    const chain: Definition[] = [];
    const positions = new Map<string, number>();
    let name: string | undefined = first;
    while (name !== undefined && !entries.has(name)) {
      const start = positions.get(name);
      if (start !== undefined) {
        breakCircle(chain.slice(start).map((one) => one.name));
        break;
      }
      const definition = names.definitions.get(name);
      if (!definition) break;
      positions.set(name, chain.length);
      chain.push(definition);
      name = definition.extends;
    }
    for (const definition of chain.toReversed()) enterOver(definition);
  }

  function breakCircle(circle: readonly string[]): void {
    const [first = ''] = circle;
    const last = names.definitions.get(circle.at(-1) ?? first);
    if (last)
      findings.push(finding('model.extends-itself', { chain: [...circle, first] }, placeOf(last.place, 'extends')));
    for (const one of circle) entries.set(one, broken);
  }

  /** Enters a definition whose base has been entered, if it has one. */
  function enterOver(definition: Definition): void {
    const { name } = definition;
    if (entries.has(name)) return;
    const step = definition.extends === undefined ? 0 : (steps.get(definition.extends) ?? 0) + 1;
    steps.set(name, step);
    // Deeper definitions depend on this one.
    if (step === mostSteps + 1) {
      findings.push(extendsTooDeep(definition));
      entries.set(name, broken);
      return;
    }
    const base = definition.extends === undefined ? undefined : baseOf(definition, definition.extends);
    const last = previous?.merged.get(name);
    const entry = last?.definition === definition && last.base === base ? last.entry : merge(definition, base);
    entries.set(name, entry);
    merged.set(name, { entry, definition, base });
  }

  function baseOf(definition: Definition, name: string): Entry {
    const base = entries.get(name) ?? missing;
    if (base.kind === 'broken' || base.kind === definition.kind) return base;
    const sameKind = () => [...names.definitions.values()].filter(({ kind }) => kind === definition.kind);
    const hint = { name, among: () => sameKind().map((one) => one.name) };
    const at = placeOf(definition.place, 'extends');
    findings.push(
      definition.kind === 'cube'
        ? finding('model.unknown-cube', { cube: name }, at, { hint })
        : finding('model.unknown-view', { view: name }, at, { hint }),
    );
    return missing;
  }
}

function extendsTooDeep({ name, place }: Definition): Finding {
  const hint = 'Extend something nearer to the first definition';
  return finding('model.extends-too-deep', { name, most: mostSteps }, placeOf(place, 'extends'), { hint });
}

function merge(definition: Definition, base: Entry | undefined): MergedCube | MergedView {
  return definition.kind === 'cube'
    ? mergeCube(definition, base?.kind === 'cube' ? base : undefined)
    : mergeView(definition, base?.kind === 'view' ? base : undefined);
}

function mergeCube(own: CubeDefinition, base: MergedCube | undefined): MergedCube {
  const members = new Map<string, MemberDefinition>(base?.members);
  const clashes: (MemberDefinition | HierarchyDefinition | PreAggregationDefinition)[] = [];
  for (const member of own.members) {
    const other = members.get(member.name);
    if (other && other.kind !== member.kind) clashes.push(member);
    members.set(member.name, member);
  }
  const ownNames = new Set(own.preAggregations.map(({ name }) => name));
  const inherited = base?.preAggregations.filter(({ name }) => !ownNames.has(name)) ?? [];
  for (const one of own.preAggregations) {
    if (members.has(one.name) || own.hierarchies.some(({ name }) => name === one.name)) clashes.push(one);
  }
  for (const one of inherited) {
    const member = members.get(one.name);
    if (member && own.members.includes(member)) clashes.push(member);
  }
  const hierarchies = [
    ...(base?.hierarchies ?? []).filter(({ name }) => own.hierarchies.every((one) => one.name !== name)),
    ...own.hierarchies,
  ];
  for (const one of hierarchies) {
    const member = members.get(one.name);
    const isHere = member && (own.hierarchies.includes(one) || own.members.includes(member));
    if (isHere) clashes.push(own.hierarchies.includes(one) ? one : member);
  }
  return {
    kind: 'cube',
    name: own.name,
    // A child with the alias of its base could not be used in one query with it.
    definition: base
      ? { ...withoutAlias(base.definition), ...own, policies: [...base.definition.policies, ...own.policies] }
      : own,
    source: own.source ?? base?.source,
    members,
    hierarchies,
    clashes,
    joins: mergeJoins(own, base?.joins ?? []),
    preAggregations: [...own.preAggregations, ...inherited],
    losses: {
      names: [...own.losses.names, ...(base?.losses.names ?? [])],
      joins: [...own.losses.joins, ...(base?.losses.joins ?? [])],
      isOpen: own.losses.isOpen || (own.extends !== undefined && (!base || base.losses.isOpen)),
    },
  };
}

function withoutAlias({ alias: _, ...definition }: CubeDefinition): Omit<CubeDefinition, 'alias'> {
  return definition;
}

/** A cube may extend one that joins it, as a second name of one table: the inherited join would lead to itself. */
function mergeJoins(
  { name, joins }: Pick<CubeDefinition, 'name' | 'joins'>,
  inherited: readonly JoinDefinition[],
): readonly JoinDefinition[] {
  const own = new Set([name, ...joins.map(({ to }) => to)]);
  return [...inherited.filter(({ to }) => !own.has(to)), ...joins];
}

function mergeView(own: ViewDefinition, base: MergedView | undefined): MergedView {
  return {
    kind: 'view',
    name: own.name,
    definition: base
      ? {
          ...base.definition,
          ...own,
          inclusions: [...base.definition.inclusions, ...own.inclusions],
          members: [
            ...base.definition.members.filter(({ name }) => own.members.every((one) => one.name !== name)),
            ...own.members,
          ],
          folders: [...base.definition.folders, ...own.folders],
          defaultFilters: [...base.definition.defaultFilters, ...own.defaultFilters],
          groups: [...base.definition.groups, ...own.groups],
          policies: [...base.definition.policies, ...own.policies],
        }
      : own,
  };
}
