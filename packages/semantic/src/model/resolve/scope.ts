import type { Finding } from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import { type Entry, type MergedCube, missing } from '../names/entry.ts';
import type { ContextPath, CubeName, MemberId } from '../model.ts';

/** What resolving one cube looks at and finds out. Everything looked up is noted: the result is good while that stays. */
export interface Scope {
  readonly cube: MergedCube;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly inputs: Map<string, Entry>;
  readonly findings: Finding[];
  /** What is wrong with some of its members and joins alone. */
  readonly isolated: Isolated[];
  /** Names that are defined where nobody can read them, and were referred to. */
  readonly lost: string[];
  /** What works, and may not be meant. */
  readonly notices: Finding[];
  /** Cubes without which this one has no meaning. */
  readonly dependencies: Set<CubeName>;
  /** What it reads of the security context. */
  readonly contextPaths: ContextPath[];
  /** Cubes whose source its rows or members read. */
  readonly sources: Set<CubeName>;
}

export function openScope(cube: MergedCube, entries: ReadonlyMap<string, Entry>): Scope {
  return {
    cube,
    entries,
    inputs: new Map(),
    findings: [],
    isolated: [],
    lost: [],
    notices: [],
    dependencies: new Set(),
    contextPaths: [],
    sources: new Set(),
  };
}

/** The entry of a name this cube refers to. */
export function lookUp(name: string, scope: Scope): Entry {
  const entry = scope.entries.get(name) ?? missing;
  scope.inputs.set(name, entry);
  if (entry !== missing && name !== scope.cube.name) scope.dependencies.add(name);
  return entry;
}

/** Whether a name is taken by a cube or view, without making it one this cube depends on. */
export function isTaken(name: string, scope: Scope): boolean {
  const entry = scope.entries.get(name) ?? missing;
  scope.inputs.set(name, entry);
  return entry !== missing;
}

export function cubeNameOf(member: MemberId): CubeName {
  return member.slice(0, member.indexOf('.'));
}

export function memberId(cube: CubeName, member: string): MemberId {
  return `${cube}.${member}` as MemberId;
}
