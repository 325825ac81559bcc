import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  authorOf,
  type AccountSettingsService,
  type Change,
  type Changes,
  type Directory,
  type Group,
  type GroupService,
  type RightsChange,
  type UserService,
} from '@orrery/people';
import type { Provisioner } from '../provisioner.ts';
import { requireMatch } from '../etag.ts';
import type { ScimFace, ResourcePage, ResourceChange, Versioned } from '../face.ts';
import { fieldsRead, narrow, search, type ResourceSource, type SearchRequest } from '../list/index.ts';
import {
  elementsOf,
  isSelected,
  readResource,
  requireComplete,
  type ScimResource,
  type Selection,
} from '../resource/index.ts';
import { groupType, type ScimResourceType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { groupResource } from './group-resource.ts';
import { groupTestOf } from './group-tests.ts';

/** Small, because groups may have very many members and other requests should be answered in between. */
const groupsAtATime = 10;

export interface GroupFaceDependencies {
  readonly changes: Changes;
  readonly directory: Directory;
  readonly groups: GroupService;
  readonly users: Pick<UserService, 'addRoles'>;
  readonly settings: Pick<AccountSettingsService, 'rolesByGroup'>;
}

/** Groups of the account, as SCIM reads and writes them. */
export class GroupFace implements ScimFace {
  readonly #dependencies: GroupFaceDependencies;

  constructor(dependencies: GroupFaceDependencies) {
    this.#dependencies = dependencies;
  }

  async typeOf(): Promise<ScimResourceType> {
    return groupType;
  }

  async search(
    caller: Provisioner,
    type: ScimResourceType,
    wanted: SearchRequest,
    selection: Selection,
  ): Promise<ResourcePage> {
    const { condition, isExact } = narrow(wanted.filter, groupTestOf);
    const { directory } = this.#dependencies;
    const { accountId } = caller;
    const read = [...(wanted.filter ? fieldsRead(wanted.filter) : []), ...(wanted.sort ? [wanted.sort] : [])];
    const comparesMembers = read.some(({ attribute }) => attribute.name === 'members');
    const source: ResourceSource<Group> = {
      ...directory.groups(accountId, condition),
      comparable: (groups) => this.#resources(caller, groups, comparesMembers),
    };
    const { total, rows } = await search(source, isExact ? { ...wanted, filter: undefined } : wanted);
    return { total, resources: await this.#resources(caller, rows, isSelected(type, selection, 'members')) };
  }

  async get(caller: Provisioner, type: ScimResourceType, id: string, selection: Selection): Promise<Versioned> {
    const group = await this.#dependencies.groups.getByUid(caller.accountId, id);
    if (!group) throw ScimError.notFound();
    return this.#versioned(caller, type, group, selection);
  }

  async create(caller: Provisioner, type: ScimResourceType, body: unknown, selection: Selection): Promise<Versioned> {
    const { changes, groups } = this.#dependencies;
    const resource = readResource(type, body);
    requireComplete(type, resource);
    const group = await changes.changeRights(authorOf(caller), async (change) => {
      const exactly = await this.#userIds(change, [...memberIds(resource)]);
      const made = await groups.create(change, {
        name: nameIn(resource),
        externalId: externalIdIn(resource),
        members: { exactly },
      });
      await this.#addMappedRoles(change, made, exactly);
      return made;
    });
    return this.#versioned(caller, type, group, selection);
  }

  async change(caller: Provisioner, type: ScimResourceType, id: string, wanted: ResourceChange): Promise<Versioned> {
    const { changes, groups, directory } = this.#dependencies;
    const { accountId, base } = caller;
    const changed = await changes.changeRights(authorOf(caller), async (change) => {
      const { transaction } = change;
      const group = await groups.getByUid(accountId, id, transaction);
      if (!group) throw ScimError.notFound();
      requireMatch(wanted.condition, group.version);
      const members = (await directory.members(accountId, [group.id], transaction)).get(group.id) ?? [];
      const before = groupResource(group, members, base);
      const after = wanted.apply(before);
      requireComplete(type, after);
      const [known, kept] = [memberIds(before), memberIds(after)];
      const add = await this.#userIds(
        change,
        [...kept].filter((uid) => !known.has(uid)),
      );
      const remove = members.filter(({ uid }) => !kept.has(uid)).map((member) => member.id);
      const updated = await groups.update(change, group.id, {
        ...(nameIn(after) === nameIn(before) ? {} : { name: nameIn(after) }),
        ...(externalIdIn(after) === externalIdIn(before) ? {} : { externalId: externalIdIn(after) }),
        members: { add, remove },
      });
      await this.#addMappedRoles(change, updated.group, updated.added);
      return updated.group;
    });
    return this.#versioned(caller, type, changed, wanted.selection);
  }

  async delete(caller: Provisioner, id: string, condition: string | undefined): Promise<void> {
    const { accountId } = caller;
    const { changes, groups } = this.#dependencies;
    await changes.changeRights(authorOf(caller), async (change) => {
      const group = await groups.getByUid(accountId, id, change.transaction);
      if (!group) throw ScimError.notFound();
      requireMatch(condition, group.version);
      await groups.delete(change, group.id);
    });
  }

  /** Adds the roles that the account maps to the group's name. Leaving the group removes none of them. */
  async #addMappedRoles(change: RightsChange, { name }: Group, added: readonly number[]): Promise<void> {
    if (added.length === 0) return;
    const { settings, users } = this.#dependencies;
    const roles = await settings.rolesByGroup(change, name);
    if (roles) await users.addRoles(change, added, roles);
  }

  async #versioned(
    caller: Provisioner,
    type: ScimResourceType,
    group: Group,
    selection: Selection,
  ): Promise<Versioned> {
    const [resource] = await this.#resources(caller, [group], isSelected(type, selection, 'members'));
    if (!resource) throw new Error('a group is one resource');
    return { resource, version: group.version };
  }

  async #resources(
    { accountId, base }: Provisioner,
    groups: readonly Group[],
    withMembers: boolean,
  ): Promise<readonly ScimResource[]> {
    if (!withMembers) return groups.map((group) => groupResource(group, undefined, base));
    const resources: ScimResource[] = [];
    for (let start = 0; start < groups.length; start += groupsAtATime) {
      if (start > 0) await nextTurn();
      const some = groups.slice(start, start + groupsAtATime);
      const ids = some.map(({ id }) => id);
      const members = await this.#dependencies.directory.members(accountId, ids);
      resources.push(...some.map((group) => groupResource(group, members.get(group.id), base)));
    }
    return resources;
  }

  /** @throws ScimError `invalidValue` naming the ids that are not users */
  async #userIds({ transaction, accountId }: Change, uids: readonly string[]): Promise<readonly number[]> {
    const possible = uids.filter((uid) => /^[0-9a-f-]{32,36}$/.test(uid));
    const ids = await this.#dependencies.directory.userIds(accountId, possible, transaction);
    const unknown = uids.filter((uid) => !ids.has(uid));
    if (unknown.length === 0) return [...ids.values()];
    const some = unknown.slice(0, 20).map((uid) => JSON.stringify(uid.slice(0, 64)));
    throw ScimError.bad('invalidValue', `There are no users ${some.join(', ')}`);
  }
}

function memberIds({ core }: ScimResource): ReadonlySet<string> {
  return new Set(elementsOf(core['members']).map(({ value }) => String(value)));
}

function nameIn({ core }: ScimResource): string {
  return String(core['displayName'] ?? '');
}

function externalIdIn({ core }: ScimResource): string | null {
  return typeof core['externalId'] === 'string' ? core['externalId'] : null;
}
