import type { FastifyRequest } from 'fastify';

/** The deployment every installation has; addresses without a number mean it. */
export const defaultDeploymentId = 1;

/** What a request's path says it is for. */
export interface RequestAddress {
  /** `undefined`: the path names something that can be no deployment. */
  readonly deploymentId: number | undefined;
  readonly branch: string | null;
}

export function addressOf(request: FastifyRequest): RequestAddress {
  const params = request.params as { readonly deploymentId?: string; readonly branch?: string }; // from the router's own pattern
  const { deploymentId, branch } = params;
  return {
    deploymentId: deploymentId === undefined ? defaultDeploymentId : parseId(deploymentId),
    branch: branch ?? null,
  };
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
