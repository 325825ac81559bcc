import { Forbidden } from '../failure/index.ts';
import { type Action, actions, ruleOf } from './action.ts';
import { type Role, roles } from './role.ts';

/** Rights that a custom role adds to those of the built-in role. */
export interface RoleGrants {
  readonly base: Exclude<Role, 'admin'>;
  /** Actions on the account. */
  readonly actions: readonly Action[];
  readonly policies: readonly DeploymentPolicy[];
}

export interface DeploymentPolicy {
  /** `'all'` includes deployments created later. */
  readonly deployments: 'all' | readonly number[];
  readonly actions: readonly Action[];
}

/** Rights of a user by role, limited to the scope of the credential. */
export interface Rights {
  readonly role: Role;
  /** Grants of the account's custom roles. */
  readonly grants: readonly RoleGrants[];
  /** Deployments the credential is for. */
  readonly deployments: 'all' | ReadonlySet<number>;
}

export type RightsObject = 'account' | { readonly deploymentId: number };

/**
 * Whether a user may perform an action by role. Content has additional rights: users it is shared with may also act on
 * it. A base role of a custom role is a tier of the product; on deployments the role gives only what its policies say.
 */
export function mayDo(rights: Rights, action: Action, object: RightsObject): boolean {
  const { on, from } = ruleOf(action);
  if ((object === 'account') !== (on === 'account')) return false;
  if (object !== 'account' && !isInScope(rights, object.deploymentId)) return false;
  if (rights.role === 'admin') return true;
  if (from !== undefined && isAtLeast(rights.role, from)) return true;
  return rights.grants.some((grants) => {
    if (object !== 'account') return grants.policies.some((policy) => allows(policy, action, object.deploymentId));
    if (from !== undefined && isTier(action) && isAtLeast(grants.base, from)) return true;
    return grants.actions.some((granted) => brings(granted, action));
  });
}

/** Lists what a user may do with a deployment by role. */
export function rightsOn(rights: Rights, deploymentId: number): readonly Action[] {
  return actions.filter((action) => ruleOf(action).on === 'deployment' && mayDo(rights, action, { deploymentId }));
}

/** @throws Forbidden */
export function requireRight(rights: Rights, action: Action, object: RightsObject): void {
  if (object !== 'account' && !isInScope(rights, object.deploymentId)) {
    throw new Forbidden('auth.out-of-scope', `The ${credentialIn(rights)} is not for this deployment`);
  }
  if (!mayDo(rights, action, object)) throw new Forbidden('auth.not-allowed', `This takes the right ${action}`);
}

/** @throws Forbidden */
export function requireAdmin({ role }: Pick<Rights, 'role'>): void {
  if (role !== 'admin') throw new Forbidden('auth.admin-only', 'Only admins may do this');
}

/**
 * Checked before whether the deployments exist, so that a key reveals nothing beyond its scope.
 *
 * @param wanted `'all'` needs a key for all deployments, and so does something that is not there
 * @throws Forbidden
 */
export function requireDeployments(
  rights: Pick<Rights, 'deployments'>,
  wanted: 'all' | readonly number[] | undefined,
): void {
  if (rights.deployments === 'all') return;
  if (wanted !== 'all' && wanted?.every((id) => isInScope(rights, id))) return;
  const scope = scopeInWords(rights.deployments);
  throw new Forbidden(
    'auth.out-of-scope',
    `The ${credentialIn(rights)} is not for this deployment; it is for ${scope}`,
  );
}

/**
 * Checked for what changes rights or credentials of the whole account: a key for some deployments could give itself more.
 *
 * @throws Forbidden
 */
export function requireAllDeployments(rights: Pick<Rights, 'deployments'>): void {
  if (rights.deployments === 'all') return;
  const scope = scopeInWords(rights.deployments);
  const credential = `an ${credentialIn(rights)}`;
  throw new Forbidden('auth.out-of-scope', `This takes ${credential} for all deployments; this one is for ${scope}`);
}

/** Names the credential that limits a person: sessions do not. */
function credentialIn(rights: object): string {
  return 'token' in rights && rights.token !== undefined ? 'access token' : 'API key';
}

function scopeInWords(deployments: ReadonlySet<number>): string {
  const ids = [...deployments].toSorted((one, other) => one - other);
  return ids.length === 0 ? 'no deployment' : `deployment${ids.length > 1 ? 's' : ''} ${ids.join(', ')}`;
}

/** The strongest of a user's roles, which decides what the product offers them. */
export function tierOf({ role, grants }: Pick<Rights, 'role' | 'grants'>): Role {
  return roles.find((candidate) => candidate === role || grants.some(({ base }) => base === candidate)) ?? role;
}

/** Whether the credential is for a deployment. */
export function isInScope({ deployments }: Pick<Rights, 'deployments'>, deploymentId: number): boolean {
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
  // Every right on a deployment includes reading it.
  if (action === 'DeploymentRead') return policy.actions.length > 0;
  return policy.actions.some((granted) => granted === 'All' || brings(granted, action));
}

function brings(granted: Action, action: Action): boolean {
  return granted === action || ruleOf(granted).with?.includes(action) === true;
}
