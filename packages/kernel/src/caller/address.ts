import type { FastifyRequest } from 'fastify';

/** The deployment that every installation has; addresses without a number refer to it. */
export const defaultDeploymentId = 1;

/** Deployment and branch in the path of a request. */
export interface RequestAddress {
  /** `undefined` when the path names an impossible deployment. */
  readonly deploymentId: number | undefined;
  readonly branch: string | null;
}

export function addressOf({ params: given }: Pick<FastifyRequest, 'params'>): RequestAddress {
  const params = given as { readonly deploymentId?: string; readonly branch?: string }; // the pattern of the route defines these names
  const { deploymentId, branch } = params;
  return {
    deploymentId: deploymentId === undefined ? defaultDeploymentId : parseId(deploymentId),
    branch: branch ?? null,
  };
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
