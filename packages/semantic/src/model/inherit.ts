import type {
  CubeDefinition,
  Definition,
  JoinDefinition,
  MemberDefinition,
  PreAggregationDefinition,
  ViewDefinition,
} from '../source/definition.ts';
import { finding, type Finding, placeOf } from '../source/finding.ts';
import { didYouMean } from '../problem/nearest.ts';
import type { NamedDefinitions } from './collect-names.ts';
import { broken, type Entry, type MergedCube, type MergedView, missing } from './entry.ts';

/** An entry with what it was made of, to be taken over by the next compile when both are the same. */
interface Merged {
  readonly entry: MergedCube | MergedView;
  readonly definition: Definition;
  readonly base: Entry | undefined;
}

export interface Inheritance {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly merged: ReadonlyMap<string, Merged>;
  readonly findings: readonly Finding[];
}

/** Gives every name its entry: the definition with all it extends. */
export function inherit(names: NamedDefinitions, previous?: Inheritance): Inheritance {
  const entries = new Map<string, Entry>();
  const merged = new Map<string, Merged>();
  const findings: Finding[] = [];
  for (const name of names.brokenNames) entries.set(name, broken);
  for (const name of names.definitions.keys()) enter(name, []);
  return { entries, merged, findings };

  function enter(name: string, chain: readonly string[]): Entry {
    const known = entries.get(name);
    if (known) return known;
    const definition = names.definitions.get(name);
    if (!definition) return missing;
    const base =
      definition.extends === undefined ? undefined : enterBase(definition, definition.extends, [...chain, name]);
    // A circle of definitions has already been marked as broken from inside.
    const fromInside = entries.get(name);
    if (fromInside) return fromInside;
    const last = previous?.merged.get(name);
    const entry = last?.definition === definition && last.base === base ? last.entry : merge(definition, base);
    entries.set(name, entry);
    merged.set(name, { entry, definition, base });
    return entry;
  }

  function enterBase(definition: Definition, name: string, chain: readonly string[]): Entry {
    const at = placeOf(definition.place, 'extends');
    const start = chain.indexOf(name);
    if (start >= 0) {
      const circle = [...chain.slice(start), name];
      findings.push(finding('model.extends-itself', { chain: circle }, at));
      for (const one of circle) entries.set(one, broken);
      return broken;
    }
    const base = enter(name, chain);
    if (base.kind === 'broken' || base.kind === definition.kind) return base;
    const sameKind = [...names.definitions.values()].filter((one) => one.kind === definition.kind);
    const hint = didYouMean(
      name,
      sameKind.map((one) => one.name),
    );
    findings.push(
      definition.kind === 'cube'
        ? finding('model.unknown-cube', { cube: name }, at, { hint })
        : finding('model.unknown-view', { view: name }, at, { hint }),
    );
    return missing;
  }
}

function merge(definition: Definition, base: Entry | undefined): MergedCube | MergedView {
  return definition.kind === 'cube'
    ? mergeCube(definition, base?.kind === 'cube' ? base : undefined)
    : mergeView(definition, base?.kind === 'view' ? base : undefined);
}

function mergeCube(own: CubeDefinition, base: MergedCube | undefined): MergedCube {
  const members = new Map<string, MemberDefinition>(base?.members);
  const clashes: (MemberDefinition | PreAggregationDefinition)[] = [];
  for (const member of own.members) {
    const other = members.get(member.name);
    if (other && other.kind !== member.kind) clashes.push(member);
    members.set(member.name, member);
  }
  const ownNames = new Set(own.preAggregations.map(({ name }) => name));
  const inherited = base?.preAggregations.filter(({ name }) => !ownNames.has(name)) ?? [];
  for (const one of own.preAggregations) if (members.has(one.name)) clashes.push(one);
  for (const one of inherited) {
    const member = members.get(one.name);
    if (member && own.members.includes(member)) clashes.push(member);
  }
  return {
    kind: 'cube',
    name: own.name,
    // A child with the alias of its base could not stand in one query with it.
    definition: base ? { ...withoutAlias(base.definition), ...own } : own,
    source: own.source ?? base?.source,
    members,
    clashes,
    joins: mergeJoins(own.joins, base?.joins ?? []),
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

function mergeJoins(own: readonly JoinDefinition[], inherited: readonly JoinDefinition[]): readonly JoinDefinition[] {
  const targets = new Set(own.map(({ to }) => to));
  return [...inherited.filter(({ to }) => !targets.has(to)), ...own];
}

function mergeView(own: ViewDefinition, base: MergedView | undefined): MergedView {
  return {
    kind: 'view',
    name: own.name,
    definition: base
      ? { ...base.definition, ...own, inclusions: [...base.definition.inclusions, ...own.inclusions] }
      : own,
  };
}
