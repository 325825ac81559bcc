import type { Database } from '@orrery/store';
import { type Action, Invalid, isAction, NotFound, ruleOf } from '@orrery/kernel';
import type { Change, RightsChange } from '../change/index.ts';
import { type PolicySubject, type Resource, type ResourcePolicy, sharingFault } from './resource-policy.ts';
import { ResourcePolicyStore } from './resource-policy-store.ts';

/** Permissions on single resources, in addition to roles. Callers check that the resource belongs to the account. */
export class ResourcePolicyService {
  readonly #store: ResourcePolicyStore;
  readonly #clock: { now(): number };

  constructor({ database, clock }: { readonly database: Database; readonly clock: { now(): number } }) {
    this.#store = new ResourcePolicyStore(database);
    this.#clock = clock;
  }

  /** Lists in order of creation, without viewers whose time is over. */
  async list(accountId: number, resource: Resource): Promise<readonly ResourcePolicy[]> {
    const rows = await this.#store.list(accountId, resource, this.#clock.now());
    return rows.map(({ user_id, group_id, username, group_name, ...row }) => ({
      subject: user_id === null ? { groupId: group_id ?? 0 } : { userId: user_id },
      name: group_name ?? username ?? '',
      email: row.email ?? undefined,
      // The only name that the embedding application gives a viewer.
      firstName: (row.kind === 'external' ? row.display_name : row.given_name) ?? undefined,
      picture: row.picture ?? undefined,
      action: readAction(row.action),
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
    change: RightsChange,
    resource: Resource,
    subject: PolicySubject,
    action: Action | undefined,
    deploymentId?: number,
  ): Promise<void> {
    const fault = action === undefined ? undefined : sharingFault(resource, action);
    if (fault !== undefined) throw new Invalid('sharing.invalid', `The action ${fault}`);
    await requireSubject(change, subject, action);
    await this.#store.set(change.transaction, change.accountId, resource, subject, action);
    await this.record(change, resource, { ...subject, action: action ?? null }, deploymentId);
  }

  /** Audits a change of sharing that is stored elsewhere. */
  async record(
    change: RightsChange,
    resource: Resource,
    details: Readonly<Record<string, unknown>>,
    deploymentId?: number,
  ): Promise<void> {
    const attributes = { resource: resource.type, resourceId: resource.id, ...details };
    await change.record({ event: 'Updated sharing', deploymentId, attributes });
  }

  /** Removes the policies of a resource as part of deleting it. */
  clear({ transaction, accountId }: RightsChange, resource: Resource): Promise<void> {
    return this.#store.clear(transaction, accountId, resource);
  }
}

async function requireSubject(
  { transaction, accountId }: Change,
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
