import type { ModelBuild } from '@orrery/semantic';
import type { ConfigProblem, SecurityContext } from '@orrery/kernel';
import type { Project } from '@orrery/config';

/** A version whose model compiles. */
export interface BuiltVersion {
  readonly accountId: number;
  readonly directory: string;
  readonly project: Project;
  /** Returns the model for a security context. */
  buildFor(context: SecurityContext): Promise<ModelBuild>;
}

/** Checks a version against its access tests. */
export type CheckAccess = (built: BuiltVersion) => Promise<{
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly ConfigProblem[];
}>;

/** Used by a process without uploads: tests that cannot run count as failed. */
export const checksNoAccess: CheckAccess = async () => ({
  problems: [{ message: 'The access tests cannot be run here.' }],
  notices: [],
});
