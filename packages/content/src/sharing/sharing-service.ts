import type { Database, Writer } from '@orrery/store';
import { type Action, Forbidden, Invalid, isInScope, NotFound, type Person, type Viewer } from '@orrery/kernel';
import {
  type EmbedTenantService,
  type PolicySubject,
  type ResourcePolicyService,
  type RightsChange,
} from '@orrery/people';
import {
  type ContentAccess,
  type ItemKind,
  type ItemRow,
  ItemStore,
  type Level,
  levelOfRank,
  lockTree,
  mayByKind,
  rankOf,
  type ContentRights,
  contentRightsOf,
  sharedAs,
  workspaceOfAccount,
} from '../item/index.ts';
import { FolderStore } from '../folder/index.ts';
import { type SharingPerson, SharingStore } from './sharing-store.ts';

export interface SharingServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly access: ContentAccess;
  readonly resourcePolicies: ResourcePolicyService;
  readonly embedTenants: Pick<EmbedTenantService, 'ensureSystemGroupNamed'>;
}

/** An item, by its name in policies. */
export interface SharedItem {
  readonly kind: ItemKind;
  readonly id: number;
}

export interface Sharing {
  readonly users: readonly (SharingPerson & Share & { readonly isOwner: boolean })[];
  readonly groups: readonly ({ readonly id: number; readonly name: string } & Share)[];
  /** Access of everyone in the account; `undefined` is none. */
  readonly everyone: Pick<Share, 'inheritedFrom'> & { readonly level: Level | undefined };
}

interface Share {
  readonly level: Level;
  /** The folder it is inherited from; `undefined` when it is set on the item itself. */
  readonly inheritedFrom: { readonly id: number; readonly name: string } | undefined;
}

/** Sharing of items. Reading and changing it requires full access. */
export class SharingService {
  readonly #items: ItemStore;
  readonly #folders: FolderStore;
  readonly #store: SharingStore;
  readonly #dependencies: SharingServiceDependencies;

  constructor(dependencies: SharingServiceDependencies) {
    const { database } = dependencies;
    this.#items = new ItemStore();
    this.#folders = new FolderStore(database);
    this.#store = new SharingStore(dependencies);
    this.#dependencies = dependencies;
  }

  /**
   * Lists the sharing of an item, including what it inherits, the nearest folder for each. @throws NotFound, Forbidden,
   * Invalid
   */
  async list(caller: Person | Viewer, { kind, id }: SharedItem): Promise<Sharing> {
    const { rights, row } = await this.#require(this.#dependencies.database, caller, { kind, id });
    return this.#describe(rights, row);
  }

  async #describe(rights: ContentRights, row: ItemRow): Promise<Sharing> {
    const above =
      row.folder_id === null ? [] : await this.#folders.path(this.#dependencies.database, rights, row.folder_id);
    const places = [row, ...above.toReversed()];
    const users = new Map<number, Sharing['users'][number]>();
    const groups = new Map<number, Sharing['groups'][number]>();
    for (const place of places) {
      const inheritedFrom = place === row ? undefined : { id: place.id, name: place.name };
      const owner = await this.#store.person(rights, place.owner_id);
      if (owner && !users.has(owner.id)) users.set(owner.id, { ...owner, level: 'full', isOwner: true, inheritedFrom });
      for (const { user, group, level } of await this.#store.policies(rights, place)) {
        if (user && !users.has(user.id)) users.set(user.id, { ...user, level, isOwner: false, inheritedFrom });
        if (group && !groups.has(group.id)) groups.set(group.id, { ...group, level, inheritedFrom });
      }
    }
    const open = places.find(({ general_access }) => general_access !== null);
    const everyone = {
      level: levelOfRank(open?.general_access ?? 0),
      inheritedFrom: open === undefined || open === row ? undefined : { id: open.id, name: open.name },
    };
    return { users: [...users.values()], groups: [...groups.values()], everyone };
  }

  /**
   * Shares an item with a user or a group; `undefined` removes the share set on the item.
   *
   * @returns the rights of the caller before the change, for `read` @throws NotFound, Forbidden, Invalid
   */
  async set(
    change: RightsChange,
    caller: Person | Viewer,
    item: SharedItem,
    subject: PolicySubject,
    action: Action | undefined,
  ): Promise<ContentRights> {
    const { rights } = await this.#require(change.transaction, caller, item);
    await this.#store.requireSubject(change, rights, subject);
    const resource = { type: sharedAs[item.kind].type, id: item.id };
    await this.#dependencies.resourcePolicies.set(change, resource, subject, action, rights.deploymentId);
    return rights;
  }

  /** Shares an item as `set` with a group by its name, which may be that of a group of the system. @throws as set */
  async setForGroupNamed(
    change: RightsChange,
    caller: Person | Viewer,
    item: SharedItem,
    name: string,
    action: Action | undefined,
  ): Promise<ContentRights> {
    const { rights } = await this.#require(change.transaction, caller, item);
    if (rights.space === workspaceOfAccount) await this.#dependencies.embedTenants.ensureSystemGroupNamed(change, name);
    const groupId = await this.#store.groupNamed(change, rights, name);
    const resource = { type: sharedAs[item.kind].type, id: item.id };
    await this.#store.requireSubject(change, rights, { groupId });
    await this.#dependencies.resourcePolicies.set(change, resource, { groupId }, action, rights.deploymentId);
    return rights;
  }

  /**
   * Opens an item to everyone in the account, or only to those it is shared with.
   *
   * @param action `undefined`: inherited from the folder; `None`: no access @returns as `set` does @throws NotFound,
   * Forbidden, Invalid
   */
  async setForEveryone(
    change: RightsChange,
    caller: Person | Viewer,
    item: SharedItem,
    action: Action | 'None' | undefined,
  ): Promise<ContentRights> {
    if (caller.kind === 'viewer') {
      throw new Forbidden('sharing.viewer', 'Viewers of embedded content share with users and groups of their tenant');
    }
    const { transaction } = change;
    const { rights } = await this.#require(transaction, caller, item);
    // Keeps folders from moving meanwhile, because access is inherited through them.
    await lockTree(transaction, rights, 'alone');
    await this.#folders.setGeneralAccess(transaction, item.id, rankOfGeneral(item.kind, action));
    const resource = { type: sharedAs[item.kind].type, id: item.id };
    const details = { everyone: true, action: action ?? null };
    await this.#dependencies.resourcePolicies.record(change, resource, details, rights.deploymentId);
    return rights;
  }

  /**
   * Reads the sharing of an item without a check of rights, because a caller may have just given up their own access.
   *
   * @throws NotFound
   */
  async read(rights: ContentRights, item: SharedItem): Promise<Sharing> {
    const row = await this.#items.get(this.#dependencies.database, rights, item.id);
    if (row) return this.#describe(rights, row);
    throw unknownItem(item);
  }

  /** Finds the item in any deployment for which the caller's credential is valid. */
  async #require(
    writer: Writer,
    caller: Person | Viewer,
    { kind, id }: SharedItem,
  ): Promise<{ readonly rights: ContentRights; readonly row: ItemRow }> {
    const deploymentId = await this.#items.deploymentOf(writer, caller.accountId, id);
    if (deploymentId === undefined || !isOpenTo(caller, deploymentId)) throw unknownItem({ kind, id });
    const rights = contentRightsOf(caller, deploymentId);
    const row = await this.#dependencies.access.require(writer, rights, mayByKind[kind].share, id);
    if (row.workbook_id === null) return { rights, row };
    throw new Invalid('sharing.tab', 'This report is a tab: share its workbook');
  }
}

function isOpenTo(caller: Person | Viewer, deploymentId: number): boolean {
  return caller.kind === 'viewer' ? caller.deploymentId === deploymentId : isInScope(caller, deploymentId);
}

function unknownItem({ kind, id }: SharedItem): NotFound {
  return new NotFound('content.unknown', `There is no ${kind.toLowerCase()} ${id}`);
}

function rankOfGeneral(kind: ItemKind, action: Action | 'None' | undefined): number | null {
  if (action === undefined) return null;
  if (action === 'None') return 0;
  const { type, actions } = sharedAs[kind];
  const index = actions.findIndex((one) => one === action);
  if (index < 0) throw new Invalid('sharing.invalid', `The action of a ${type} must be one of ${actions.join(', ')}`);
  return rankOf(levelOfRank(index + 1));
}
