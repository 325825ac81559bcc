/** How the memory for all engines of the process is divided. */
export interface EngineMemory {
  /** Of the deployment of the project folder. */
  readonly ownMb: number;
  /** Of each of its branches: they are looked at by those who write them. */
  readonly branchMb: number;
  /** Of all deployments of the store together. */
  readonly storedMb: number;
}

/** One half is the project's own, whatever others do; of that, branches have a quarter together. */
export function divideEngineMemory(totalMb: number, branchCount: number): EngineMemory {
  const half = Math.floor(totalMb / 2);
  const branches = branchCount > 0 ? Math.floor(half / 4) : 0;
  return {
    ownMb: half - branches,
    branchMb: branchCount > 0 ? Math.max(1, Math.floor(branches / branchCount)) : 0,
    storedMb: totalMb - half,
  };
}
