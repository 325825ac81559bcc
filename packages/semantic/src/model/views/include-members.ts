import {
  finding,
  type IncludedMember,
  type Inclusion,
  maxNameLength,
  type MemberDefinition,
  optional,
} from '../../source/index.ts';
import type { Hierarchy, Member, MemberId } from '../model.ts';
import { isLost } from '../names/entry.ts';
import type { FinishedCube } from '../resolve/finish-cubes.ts';
import { companionName } from '../resolve/resolve-link.ts';
import { cubeNameOf, memberId } from '../resolve/scope.ts';
import { aliasMember } from './alias-member.ts';
import type { Expansion } from './expansion.ts';
import { aliasOf, isSameAlias } from './view-alias.ts';
import { nameInView } from './view-reference.ts';
import { writtenMembers, walkJoinPath } from './walk-join-path.ts';

export function include(inclusion: Inclusion, expansion: Expansion): void {
  const owner = walkJoinPath(inclusion, expansion);
  if (!owner) return;
  expansion.walked.add(inclusion);
  const excluded = new Set(inclusion.excludes);
  const { includes } = inclusion;
  if (includes === '*') {
    for (const { name } of [...writtenMembers(owner), ...owner.cube.hierarchies]) {
      if (!excluded.has(name)) addMember({ name, place: inclusion.place }, inclusion, owner, expansion);
    }
    return;
  }
  for (const item of includes) if (!excluded.has(item.name)) addMember(item, inclusion, owner, expansion);
  includeLevels(inclusion, includes, owner, expansion);
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
