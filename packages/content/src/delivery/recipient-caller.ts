import type { ContentScope } from '../item/index.ts';
import { claimsOf, mayDo, NotFound, type SecurityContext } from '@orrery/kernel';
import type { EmbedTenantService, RoleService, UserService } from '@orrery/people';
import type { Recipient } from '../notification/index.ts';
import { isMailAddress } from './mail/mail.ts';

export interface PeopleDependencies {
  readonly users: Pick<UserService, 'get'>;
  readonly roles: Pick<RoleService, 'rolesOf'>;
  readonly embedTenants: Pick<EmbedTenantService, 'rightsOf'>;
}

/** The claims to ask with, and where the mail goes; or why there is none. */
export type RecipientCaller =
  | { readonly claims: SecurityContext; readonly address: string }
  | { readonly reason: string };

/** Resolves a recipient by their current rights; called for each right before their mail is made. */
export async function recipientCaller(
  people: PeopleDependencies,
  place: ContentScope,
  recipient: Recipient,
): Promise<RecipientCaller> {
  const caller = await claimsOfRecipient(people, place, recipient);
  if ('reason' in caller) return caller;
  const { email } = recipient;
  if (email === undefined || !isMailAddress(email)) return { reason: 'has no address that mail can be sent to' };
  return { claims: caller.claims, address: email };
}

async function claimsOfRecipient(
  { embedTenants, ...people }: PeopleDependencies,
  place: ContentScope,
  recipient: Recipient,
): Promise<{ readonly claims: SecurityContext } | { readonly reason: string }> {
  if (recipient.type === 'USER') {
    if (!(await isActive(people, place, recipient.userId))) return { reason: 'is not active' };
    if (!(await mayOpen(people, place, recipient.userId))) return { reason: 'may not open the deployment' };
    return { claims: claimsOf(recipient) };
  }
  const { embedUserId, embedTenantId, securityContext } = recipient;
  const scopes = { userScope: embedTenantId, scope: null };
  const rights = await embedTenants.rightsOf(place.accountId, embedUserId, scopes);
  if (!rights) return { reason: 'is not there any more' };
  const { groups, roles, userAttributes } = rights;
  return { claims: { ...securityContext, cubeCloud: { groups, roles, userAttributes } } };
}

/** Whether a person is an active user of the account. */
export async function isActive(
  { users }: Pick<PeopleDependencies, 'users'>,
  { accountId }: Pick<ContentScope, 'accountId'>,
  userId: number,
): Promise<boolean> {
  return (await userOf(users, accountId, userId))?.status === 'active';
}

async function mayOpen(
  { users, roles }: Pick<PeopleDependencies, 'users' | 'roles'>,
  { accountId, deploymentId }: ContentScope,
  userId: number,
): Promise<boolean> {
  const user = await userOf(users, accountId, userId);
  if (!user) return false;
  const grants = (await roles.rolesOf(accountId, [userId])).get(userId) ?? [];
  return mayDo({ role: user.role, grants, deployments: 'all' }, 'DeploymentRead', { deploymentId });
}

async function userOf(users: PeopleDependencies['users'], accountId: number, userId: number) {
  try {
    return await users.get(accountId, userId);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
