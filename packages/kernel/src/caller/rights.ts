import { Forbidden } from '../failure/index.ts';
import { type Action, ruleOf } from './action.ts';
import { type Role, roles } from './role.ts';

/** What a custom role adds to what its holder may do anyway. */
export interface RoleGrants {
  readonly base: Exclude<Role, 'admin'>;
  /** Of the account. */
  readonly actions: readonly Action[];
  readonly policies: readonly DeploymentPolicy[];
}

export interface DeploymentPolicy {
  /** `'all'` includes deployments of later. */
  readonly deployments: 'all' | readonly number[];
  readonly actions: readonly Action[];
}

/** Somebody whose rights are asked for. */
export interface Holder {
  readonly role: Role;
  readonly grants: readonly RoleGrants[];
  /** Deployments the credential is for. */
  readonly deployments: 'all' | ReadonlySet<number>;
}

export type RightsObject = 'account' | { readonly deploymentId: number };

/**
 * Whether somebody may do this by role. Content has rights of its own beside this: whoever it is shared with may too.
 *
 * A base role of a custom role is a tier of the product; on deployments it gives what its policies say, nothing else.
 */
export function mayDo(holder: Holder, action: Action, object: RightsObject): boolean {
  const { on, from } = ruleOf(action);
  if ((object === 'account') !== (on === 'account')) return false;
  if (object !== 'account' && !isInScope(holder, object.deploymentId)) return false;
  if (holder.role === 'admin') return true;
  if (from !== undefined && isAtLeast(holder.role, from)) return true;
  return holder.grants.some((grants) => {
    if (object !== 'account') return grants.policies.some((policy) => allows(policy, action, object.deploymentId));
    if (from !== undefined && isTier(action) && isAtLeast(grants.base, from)) return true;
    return grants.actions.some((granted) => brings(granted, action));
  });
}

/** @throws Forbidden */
export function requireRight(holder: Holder, action: Action, object: RightsObject): void {
  if (object !== 'account' && !isInScope(holder, object.deploymentId)) {
    throw new Forbidden('auth.out-of-scope', 'The API key is not for this deployment');
  }
  if (!mayDo(holder, action, object)) throw new Forbidden('auth.not-allowed', `This takes the right ${action}`);
}

/** The strongest of a holder's roles: what of the product there is for them. */
export function tierOf({ role, grants }: Pick<Holder, 'role' | 'grants'>): Role {
  return roles.find((candidate) => candidate === role || grants.some(({ base }) => base === candidate)) ?? role;
}

function isInScope({ deployments }: Holder, deploymentId: number): boolean {
  return deployments === 'all' || deployments.has(deploymentId);
}

/** Roles are listed from the strongest on. */
function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(least);
}

function isTier(action: Action): boolean {
  return action.startsWith('AIBI');
}

function allows(policy: DeploymentPolicy, action: Action, deploymentId: number): boolean {
  if (policy.deployments !== 'all' && !policy.deployments.includes(deploymentId)) return false;
  // Nobody updates what they may not open.
  if (action === 'DeploymentRead') return policy.actions.length > 0;
  return policy.actions.some((granted) => granted === 'All' || brings(granted, action));
}

function brings(granted: Action, action: Action): boolean {
  return granted === action || ruleOf(granted).with?.includes(action) === true;
}
