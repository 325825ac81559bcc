import {
  authorOf,
  type AttributeService,
  type Changes,
  type Directory,
  type GroupService,
  type User,
  type UserService,
} from '@orrery/people';
import { Conflict } from '@orrery/kernel';
import type { Provisioner } from '../provisioner.ts';
import { requireMatch } from '../etag.ts';
import type { ScimFace, ResourcePage, ResourceChange, Versioned } from '../face.ts';
import { fieldsRead, narrow, search, type ResourceSource, type SearchRequest } from '../list/index.ts';
import { isSelected, readResource, requireComplete, type ScimResource, type Selection } from '../resource/index.ts';
import { type ScimResourceType, userAttributeSchema, userType } from '../schema/index.ts';
import { ScimError } from '../scim-error.ts';
import { withShownNames } from './shown-names.ts';
import { attributeValues, userChange } from './user-change.ts';
import { userProfile } from './user-profile.ts';
import { userResource, type UserSurroundings } from './user-resource.ts';
import { userTestOf } from './user-tests.ts';

export interface UserFaceDependencies {
  readonly changes: Changes;
  readonly directory: Directory;
  readonly users: UserService;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  readonly attributeUrn: string;
}

/** Related data to load with the users. */
interface Needs {
  readonly groups: boolean;
  readonly values: boolean;
}

/** Users of the account, as SCIM reads and writes them. */
export class UserFace implements ScimFace {
  readonly #dependencies: UserFaceDependencies;

  constructor(dependencies: UserFaceDependencies) {
    this.#dependencies = dependencies;
  }

  async typeOf(accountId: number): Promise<ScimResourceType> {
    const { attributes, attributeUrn } = this.#dependencies;
    return userType(userAttributeSchema(await attributes.list(accountId), attributeUrn));
  }

  async search(
    caller: Provisioner,
    type: ScimResourceType,
    wanted: SearchRequest,
    selection: Selection,
  ): Promise<ResourcePage> {
    const { total, rows } = await search(this.#source(caller, wanted), this.#rest(wanted));
    return { total, resources: await this.#resources(caller, rows, needsOf(type, selection)) };
  }

  async get(caller: Provisioner, type: ScimResourceType, id: string, selection: Selection): Promise<Versioned> {
    const user = await this.#dependencies.users.getByUid(caller.accountId, id);
    if (!user) throw ScimError.notFound();
    return this.#versioned(caller, type, user, selection);
  }

  async create(caller: Provisioner, type: ScimResourceType, body: unknown): Promise<Versioned> {
    const resource = readResource(type, body);
    requireComplete(type, resource);
    const { changes, users } = this.#dependencies;
    const input = {
      ...userProfile(resource),
      status: resource.core['active'] === false ? ('deactivated' as const) : ('active' as const),
      attributes: attributeValues(resource.extension),
    };
    const user = await changes.make(authorOf(caller), (change) => users.create(change, input));
    const { attributes: values } = input;
    return { resource: withShownNames(userResource(user, { values }, caller.base)), version: user.version };
  }

  async change(caller: Provisioner, type: ScimResourceType, id: string, wanted: ResourceChange): Promise<Versioned> {
    const { changes, users, attributes } = this.#dependencies;
    const { accountId, base } = caller;
    const changed = await changes.changeRights(authorOf(caller), async (change) => {
      const { transaction } = change;
      const user = await users.getByUid(accountId, id, transaction);
      if (!user) throw ScimError.notFound();
      requireMatch(wanted.condition, user.version);
      const values = type.extension
        ? (await attributes.valuesOf(accountId, [user.id], transaction)).get(user.id)
        : undefined;
      const before = userResource(user, { values }, base);
      const after = wanted.apply(before);
      requireComplete(type, after);
      const difference = userChange(before, after);
      return difference ? users.update(change, user.id, difference) : user;
    });
    return this.#versioned(caller, type, changed, wanted.selection);
  }

  async delete(caller: Provisioner, id: string, condition: string | undefined): Promise<void> {
    const { accountId } = caller;
    const { changes, users } = this.#dependencies;
    try {
      await changes.changeRights(authorOf(caller), async (change) => {
        const user = await users.getByUid(accountId, id, change.transaction);
        if (!user) throw ScimError.notFound();
        requireMatch(condition, user.version);
        await users.delete(change, user.id);
      });
    } catch (error) {
      if (error instanceof Conflict && error.code === 'user.last-admin') throw ScimError.plain(403, error.message);
      throw error;
    }
  }

  #source(caller: Provisioner, { filter, sort }: SearchRequest): ResourceSource<User> {
    const { directory } = this.#dependencies;
    const { accountId } = caller;
    const { condition } = narrow(filter, userTestOf);
    const read = [...(filter ? fieldsRead(filter) : []), ...(sort ? [sort] : [])];
    const needs = {
      groups: read.some(({ attribute }) => attribute.name === 'groups'),
      values: read.some(({ place }) => place === 'extension'),
    };
    return {
      ...directory.users(accountId, condition),
      comparable: (users) => this.#resources(caller, users, needs),
    };
  }

  /** Returns the part of a search that the directory cannot do itself. */
  #rest(wanted: SearchRequest): SearchRequest {
    return narrow(wanted.filter, userTestOf).isExact ? { ...wanted, filter: undefined } : wanted;
  }

  async #versioned(caller: Provisioner, type: ScimResourceType, user: User, selection: Selection): Promise<Versioned> {
    const [resource] = await this.#resources(caller, [user], needsOf(type, selection));
    if (!resource) throw new Error('a user is one resource');
    return { resource, version: user.version };
  }

  async #resources(
    { accountId, base }: Provisioner,
    users: readonly User[],
    needs: Needs,
  ): Promise<readonly ScimResource[]> {
    const { groups, attributes } = this.#dependencies;
    const ids = users.map(({ id }) => id);
    const [groupsOf, valuesOf] = await Promise.all([
      needs.groups ? groups.groupsOf(accountId, ids) : undefined,
      needs.values ? attributes.valuesOf(accountId, ids) : undefined,
    ]);
    return users.map((user) => {
      const surroundings: UserSurroundings = {
        groups: groupsOf?.get(user.id)?.filter(({ isSystem }) => !isSystem),
        values: valuesOf?.get(user.id),
      };
      return withShownNames(userResource(user, surroundings, base));
    });
  }
}

/** Lists the related data to load. A resource's schemas depend on its values, whatever is selected. */
function needsOf(type: ScimResourceType, selection: Selection): Needs {
  return {
    groups: isSelected(type, selection, 'groups'),
    values: type.extension !== undefined,
  };
}
