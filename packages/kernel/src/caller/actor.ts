import { Forbidden } from '../failure/index.ts';
import type { RoleGrants } from './rights.ts';
import type { Role } from './role.ts';

/** Who asks something of the administration, with which rights. */
export interface Actor {
  readonly accountId: number;
  readonly userId: number;
  readonly username: string;
  /** For the audit log. */
  readonly email: string | undefined;
  readonly role: Role;
  /** What the account's own roles add. */
  readonly grants: readonly RoleGrants[];
  /** Deployments the API key is for. */
  readonly deployments: 'all' | ReadonlySet<number>;
}

/** @throws Forbidden */
export function requireAdmin(actor: Actor): void {
  if (actor.role !== 'admin') throw new Forbidden('auth.admin-only', 'Only admins may do this');
}

/**
 * Asked before whether the deployments exist: nobody learns that beyond the scope of a key.
 *
 * @param wanted `'all'` takes a key for all
 * @throws Forbidden
 */
export function requireDeployments({ deployments }: Actor, wanted: 'all' | readonly number[]): void {
  if (deployments === 'all') return;
  if (wanted !== 'all' && wanted.every((id) => deployments.has(id))) return;
  throw new Forbidden('auth.out-of-scope', 'The API key is not for this deployment');
}
