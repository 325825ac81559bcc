import { Forbidden } from '../http/errors.ts';
import type { Role } from './role.ts';

/** Who asks something of the administration, with which rights. */
export interface Actor {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  /** Deployments the API key is for. */
  readonly deployments: 'all' | ReadonlySet<number>;
}

/** @throws Forbidden */
export function requireAdmin(actor: Actor): void {
  if (actor.role !== 'admin') throw new Forbidden('auth.admin-only', 'Only admins may do this');
}

/** Asked before whether the deployment exists: nobody learns that beyond the scope of a key. @throws Forbidden */
export function requireDeployment(actor: Actor, deploymentId: number): void {
  if (actor.deployments === 'all' || actor.deployments.has(deploymentId)) return;
  throw new Forbidden('auth.out-of-scope', 'The API key is not for this deployment');
}
