import type { Finding } from '../../source/index.ts';
import type { Isolated } from '../check/broken-members.ts';
import { type Entry, type MergedCube, missing } from '../names/entry.ts';
import type { ContextPath, CubeName, MemberId } from '../model.ts';

/**
 * The inputs and findings of resolving one cube. Every lookup is recorded: the result is valid while those inputs are
 * unchanged.
 */
export interface CubeScope {
  readonly cube: MergedCube;
  readonly entries: ReadonlyMap<string, Entry>;
  readonly inputs: Map<string, Entry>;
  readonly findings: Finding[];
  /** Problems of single members and joins. */
  readonly isolated: Isolated[];
  /** Referenced names whose definition cannot be read. */
  readonly lost: string[];
  /** Valid parts that may be unintended. */
  readonly notices: Finding[];
  /** Cubes this one cannot do without. */
  readonly dependencies: Set<CubeName>;
  /** Values of the security context that it reads. */
  readonly contextPaths: ContextPath[];
  /** Cubes whose source its rows or members read. */
  readonly sources: Set<CubeName>;
}

export function openScope(cube: MergedCube, entries: ReadonlyMap<string, Entry>): CubeScope {
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

/** Returns the entry of a name this cube refers to. */
export function lookUp(name: string, scope: CubeScope): Entry {
  const entry = scope.entries.get(name) ?? missing;
  scope.inputs.set(name, entry);
  if (entry !== missing && name !== scope.cube.name) scope.dependencies.add(name);
  return entry;
}

/** Whether a cube or view has this name, without adding it to the dependencies. */
export function isTaken(name: string, scope: CubeScope): boolean {
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
