import type { ModelBuild, SecurityContext } from '@orrery/semantic';
import type { ConfigProblem } from '@orrery/kernel';
import type { Project } from '@orrery/config';

/** A version whose model compiles. */
export interface BuiltVersion {
  readonly accountId: number;
  readonly directory: string;
  readonly project: Project;
  /** The model as it is for a security context. */
  buildFor(context: SecurityContext): Promise<ModelBuild>;
}

/** Holds a version to what its access tests say of who sees what. */
export type CheckAccess = (built: BuiltVersion) => Promise<{
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly ConfigProblem[];
}>;

/** Of a process that uploads nothing: what cannot be looked at does not hold. */
export const checksNoAccess: CheckAccess = async () => ({
  problems: [{ message: 'The access tests cannot be run here.' }],
  notices: [],
});
