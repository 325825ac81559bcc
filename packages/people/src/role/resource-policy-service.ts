import type { Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { type AuditActor, type Action, Invalid, isAction, NotFound, ruleOf } from '@orrery/kernel';
import type { AuditLog } from '../audit/index.ts';
import { changeStanding, type StandingDependencies } from '../user/index.ts';
import { type PolicySubject, type Resource, type ResourcePolicy, sharingFault } from './resource-policy.ts';
import { ResourcePolicyStore } from './resource-policy-store.ts';

export interface ResourcePolicyServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
}

/** Permissions on single resources, in addition to roles. Callers check that the resource belongs to the account. */
export class ResourcePolicyService {
  readonly #store: ResourcePolicyStore;
  readonly #dependencies: ResourcePolicyServiceDependencies;

  constructor(dependencies: ResourcePolicyServiceDependencies) {
    this.#store = new ResourcePolicyStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(accountId: number, resource: Resource): Promise<readonly ResourcePolicy[]> {
    const rows = await this.#store.list(accountId, resource);
    return rows.map(({ user_id, group_id, username, group_name, email, given_name, picture, action }) => ({
      subject: user_id === null ? { groupId: group_id ?? 0 } : { userId: user_id },
      name: group_name ?? username ?? '',
      email: email ?? undefined,
      firstName: given_name ?? undefined,
      picture: picture ?? undefined,
      action: readAction(action),
    }));
  }

  /** Whether the resource itself is shared with a user for this action, directly or through a group. */
  async allows(accountId: number, resource: Resource, userId: number, action: Action): Promise<boolean> {
    const held = await this.#store.actionsOf(accountId, resource, userId);
    return held.map(readAction).some((one) => one === action || ruleOf(one).with?.includes(action) === true);
  }

  /**
   * Shares a resource for one action, which replaces the previous one; `undefined` removes it.
   *
   * @throws Invalid, NotFound
   */
  async set(
    accountId: number,
    by: AuditActor,
    resource: Resource,
    subject: PolicySubject,
    action: Action | undefined,
  ): Promise<void> {
    await changeStanding(this.#dependencies, accountId, (transaction) =>
      this.setIn(transaction, accountId, by, resource, subject, action),
    );
  }

  /** Does the same as part of a larger change made by `changeStanding`. @throws Invalid, NotFound */
  async setIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    resource: Resource,
    subject: PolicySubject,
    action: Action | undefined,
    deploymentId?: number,
  ): Promise<void> {
    const fault = action === undefined ? undefined : sharingFault(resource, action);
    if (fault !== undefined) throw new Invalid('sharing.invalid', `The action ${fault}`);
    await requireSubject(transaction, accountId, subject, action);
    await this.#store.set(transaction, accountId, resource, subject, action);
    await this.recordIn(transaction, accountId, by, resource, { ...subject, action: action ?? null }, deploymentId);
  }

  /** Audits a change of sharing that is stored elsewhere. */
  async recordIn(
    transaction: Transaction<Tables>,
    accountId: number,
    by: AuditActor,
    resource: Resource,
    change: Readonly<Record<string, unknown>>,
    deploymentId?: number,
  ): Promise<void> {
    const attributes = { resource: resource.type, resourceId: resource.id, ...change };
    const entry = { event: 'Updated sharing' as const, deploymentId, attributes };
    await this.#dependencies.audit.record(transaction, accountId, by, entry);
  }

  /** Removes the policies of a resource as part of deleting it. */
  clearIn(transaction: Transaction<Tables>, accountId: number, resource: Resource): Promise<void> {
    return this.#store.clear(transaction, accountId, resource);
  }
}

async function requireSubject(
  transaction: Transaction<Tables>,
  accountId: number,
  subject: PolicySubject,
  action: Action | undefined,
): Promise<void> {
  if ('userId' in subject) {
    const users = transaction.selectFrom('account_user').select('id').where('account_id', '=', accountId);
    if (await users.where('id', '=', subject.userId).executeTakeFirst()) return;
    throw new NotFound('user.unknown', `There is no user ${subject.userId}`);
  }
  const groups = transaction.selectFrom('user_group').select('kind').where('account_id', '=', accountId);
  const group = await groups.where('id', '=', subject.groupId).executeTakeFirst();
  if (!group) throw new NotFound('group.unknown', `There is no group ${subject.groupId}`);
  if (group.kind === 'own' || action === undefined || action.endsWith('Read')) return;
  throw new Invalid('sharing.system-group', 'With a system group things are shared for viewing only');
}

function readAction(text: string): Action {
  if (isAction(text)) return text;
  throw new Error(`a resource policy has the action '${text}', which is none`);
}
