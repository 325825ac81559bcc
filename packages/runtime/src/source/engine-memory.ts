/** Division of the memory for all engines of the process. */
export interface EngineMemory {
  /** Memory of the project folder's deployment. */
  readonly ownMb: number;
  /** Memory of each of its branches, which mainly their authors use. */
  readonly branchMb: number;
  /** Memory of all stored deployments together. */
  readonly storedMb: number;
}

/** Gives one half to the project's own deployment; of that, branches get a quarter together. */
export function divideEngineMemory(totalMb: number, branchCount: number): EngineMemory {
  const half = Math.floor(totalMb / 2);
  const branches = branchCount > 0 ? Math.floor(half / 4) : 0;
  return {
    ownMb: half - branches,
    branchMb: branchCount > 0 ? Math.max(1, Math.floor(branches / branchCount)) : 0,
    storedMb: totalMb - half,
  };
}
