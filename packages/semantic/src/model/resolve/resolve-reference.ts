import {
  finding,
  type Finding,
  type Mark,
  type MemberDefinition,
  type Near,
  type KeyPath,
} from '../../source/index.ts';
import { isTimeUnit } from '../../time/index.ts';
import { isLost, isLostJoin, type MergedCube, type MergedView } from '../names/entry.ts';
import type { CubeName, MemberId } from '../model.ts';
import { isTaken, lookUp, memberId, type CubeScope } from './scope.ts';
import { followView } from '../views/view-reference.ts';

export type ResolvedReference =
  | { readonly kind: 'cube'; readonly cube: CubeName }
  | {
      readonly kind: 'member';
      readonly id: MemberId;
      readonly owner: CubeName;
      readonly definition: MemberDefinition;
      /** The same as in `FragmentPart`. */
      readonly path: readonly CubeName[];
      readonly granularity?: string;
    };

export interface ReferenceSite {
  /** Full name of the referring member, or the cube. */
  readonly from: string;
  readonly place: KeyPath;
  readonly mark?: Mark;
  /** `{orders}.id`: a column follows, so the name means the cube even if a member has the same name. */
  readonly isBeforeColumn?: boolean;
}

/**
 * Resolves the steps of a reference, seen from the scope's cube. Reports why they name nothing; `undefined` without a
 * finding means that the target exists but is broken.
 */
export function resolveReference(
  steps: readonly string[],
  site: ReferenceSite,
  scope: CubeScope,
): ResolvedReference | undefined {
  const [head = ''] = steps;
  return steps.length === 1 ? resolveName(head, site, scope) : resolvePath(steps, site, scope);
}

function resolveName(name: string, site: ReferenceSite, scope: CubeScope): ResolvedReference | undefined {
  const { cube } = scope;
  if (isSelf(name)) return { kind: 'cube', cube: cube.name };
  const own = cube.members.get(name);
  if (own && !(site.isBeforeColumn && isTaken(name, scope))) return ownMember(own, cube);
  if (name === cube.name) return { kind: 'cube', cube: cube.name };
  if (isTaken(name, scope)) {
    const entry = lookUp(name, scope);
    if (entry.kind === 'cube') return { kind: 'cube', cube: name };
    if (entry.kind === 'view')
      note(scope, finding('model.not-a-cube-reference', { name, member: site.from }, site.place, options(site)));
    return undefined;
  }
  if (isLost(name, cube)) return noteLost(name, scope);
  const hint = { name, among: () => [...cube.members.keys(), ...scope.entries.keys()] };
  return unresolved(`${cube.name}.${name}`, site, scope, hint);
}

function resolvePath(steps: readonly string[], site: ReferenceSite, scope: CubeScope): ResolvedReference | undefined {
  const [head = ''] = steps;
  const view = scope.entries.get(head);
  if (view?.kind === 'view' && head !== scope.cube.name && !scope.cube.members.has(head)) {
    return resolveOfView(view, steps, site, scope);
  }
  const isOwn = isSelf(head) || head === scope.cube.name;
  const own = scope.cube.members.get(head);
  const ownGranularity = own && !isOwn && steps.length === 2 ? granularityOf(steps[1], own) : undefined;
  if (ownGranularity && isTime(own)) return { ...ownMember(own, scope.cube), granularity: ownGranularity };
  if (ownGranularity && !scope.entries.has(head)) {
    note(scope, finding('model.no-granularity', { reference: steps.join('.') }, site.place, options(site)));
    return undefined;
  }
  let owner = isOwn ? scope.cube : findCube(head, steps, site, scope);
  if (!owner) return undefined;
  const path = [owner.name];
  for (const [index, step] of steps.slice(1, -1).entries()) {
    const truncated: MemberDefinition | undefined = owner.members.get(step);
    const granularity = index === steps.length - 3 ? granularityOf(steps.at(-1), truncated) : undefined;
    if (truncated && granularity && !owner.joins.some(({ to }) => to === step)) {
      if (truncated.kind !== 'dimension' || truncated.type !== 'time') {
        note(scope, finding('model.no-granularity', { reference: steps.join('.') }, site.place, options(site)));
        return undefined;
      }
      return { ...memberAt(truncated, owner, path, isOwn), granularity };
    }
    if (!owner.joins.some(({ to }) => to === step)) {
      if (isLostJoin(step, owner)) return undefined;
      if (scope.entries.has(step)) {
        const hint = `${owner.name} declares no join to ${step}`;
        note(scope, finding('model.no-join', { from: owner.name, to: step }, site.place, { ...options(site), hint }));
        return undefined;
      }
      const { members } = owner;
      return unresolved(steps.join('.'), site, scope, { name: step, among: () => members.keys() });
    }
    owner = findCube(step, steps, site, scope);
    if (!owner) return undefined;
    path.push(step);
  }
  const last = steps.at(-1) ?? '';
  const member = owner.members.get(last);
  if (member) return memberAt(member, owner, path, isOwn);
  if (isLost(last, owner)) return noteLost(last, scope);
  const hint = { name: last, among: () => owner.members.keys() };
  return unresolved(steps.join('.'), site, scope, hint);
}

/** Follows a view to the member of a cube; the result depends on the view being unchanged. */
function resolveOfView(
  view: MergedView,
  steps: readonly string[],
  site: ReferenceSite,
  scope: CubeScope,
): ResolvedReference | undefined {
  isTaken(view.name, scope);
  const found = followView(view, steps, (name) => lookUp(name, scope));
  switch (found.kind) {
    case 'steps':
      return resolvePath(found.steps, site, scope);
    case 'broken':
      return undefined;
    case 'unresolved':
      return unresolved(steps.join('.'), site, scope, found.hint);
    case 'refused': {
      const params = { name: view.name, member: site.from };
      note(scope, finding('model.not-a-cube-reference', params, site.place, { ...options(site), hint: found.hint }));
    }
  }
}

function findCube(
  name: string,
  steps: readonly string[],
  site: ReferenceSite,
  scope: CubeScope,
): MergedCube | undefined {
  const entry = lookUp(name, scope);
  switch (entry.kind) {
    case 'cube':
      return entry;
    case 'view':
      note(scope, finding('model.not-a-cube-reference', { name, member: site.from }, site.place, options(site)));
      return undefined;
    case 'broken':
      return undefined;
    case 'missing':
      return unresolved(steps.join('.'), site, scope, { name, among: () => scope.entries.keys() });
  }
}

function ownMember(definition: MemberDefinition, cube: MergedCube): Extract<ResolvedReference, { kind: 'member' }> {
  return { kind: 'member', id: memberId(cube.name, definition.name), owner: cube.name, definition, path: [] };
}

function memberAt(
  definition: MemberDefinition,
  owner: MergedCube,
  path: readonly CubeName[],
  isOwn: boolean,
): Extract<ResolvedReference, { kind: 'member' }> {
  return isOwn && path.length === 1
    ? ownMember(definition, owner)
    : { kind: 'member', id: memberId(owner.name, definition.name), owner: owner.name, definition, path };
}

function unresolved(reference: string, site: ReferenceSite, scope: CubeScope, hint: Near): undefined {
  note(scope, finding('model.unresolved', { reference }, site.place, { ...options(site), hint }));
}

function noteLost(name: string, scope: CubeScope): undefined {
  scope.lost.push(name);
}

function options(site: ReferenceSite): { readonly mark?: Mark } {
  return site.mark === undefined ? {} : { mark: site.mark };
}

function note(scope: CubeScope, one: Finding): undefined {
  scope.findings.push(one);
}

function isSelf(name: string): boolean {
  return name === 'CUBE' || name === 'TABLE';
}

function isTime(
  member: MemberDefinition | undefined,
): member is MemberDefinition & { kind: 'dimension'; type: 'time' } {
  return member?.kind === 'dimension' && member.type === 'time';
}

/** Resolves a step as a granularity: a built-in one, or one of the dimension before it. */
function granularityOf(step: string | undefined, member: MemberDefinition | undefined): string | undefined {
  if (step === undefined) return undefined;
  const isOwn = member?.kind === 'dimension' && member.granularities.some(({ name }) => name === step);
  return isOwn || isTimeUnit(step) ? step : undefined;
}
