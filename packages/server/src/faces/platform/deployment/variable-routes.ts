import { deploymentSettingOperations } from '@orrery/contract';
import type { Variable, VariableService } from '@orrery/deployments';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface VariableServices {
  readonly variables: VariableService;
}

/** Serves the variables a deployment's project may read. */
export function serveVariables(face: PlatformFace, { variables }: VariableServices): void {
  serve(face, deploymentSettingOperations.variables, async ({ accountId, deploymentId }) =>
    present(await variables.list(accountId, deploymentId)),
  );

  serve(face, deploymentSettingOperations.updateVariables, async ({ changeRights, deploymentId, body }) =>
    present(await changeRights((change) => variables.set(change, deploymentId, body.variables))),
  );
}

function present(variables: readonly Variable[]) {
  return { items: variables.map(({ name, updatedAt }) => ({ name, updatedAt: presentInstant(updatedAt) })) };
}
