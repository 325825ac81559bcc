import { type Database, isUniqueViolation, type Writer } from '@orrery/store';
import { Forbidden, Invalid, type InvalidInput, invalidValues, nameFault, NotFound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import {
  type ContentAccess,
  type ItemRow,
  ItemStore,
  type SortKeyValues,
  type KeysetRange,
  type Level,
  lockTree,
  may,
  type ItemSpace,
  type ContentRights,
} from '../item/index.ts';
import { deepestFolder, type Folder, type FolderChange, folderKey, type NewFolder, readFolder } from './folder.ts';
import { FolderStore } from './folder-store.ts';

export interface FolderServiceDependencies {
  readonly database: Database;
  readonly access: ContentAccess;
}

/** Folders of a deployment that a user may see. */
export class FolderService {
  readonly #store: FolderStore;
  readonly #items: ItemStore;
  readonly #dependencies: FolderServiceDependencies;

  constructor(dependencies: FolderServiceDependencies) {
    this.#store = new FolderStore(dependencies.database);
    this.#items = new ItemStore();
    this.#dependencies = dependencies;
  }

  /** Lists the folders in a folder, or in the root, with their total number. @throws NotFound */
  async list(
    rights: ContentRights,
    parentId: number | undefined,
    range: KeysetRange,
  ): Promise<{ readonly folders: readonly (Folder & { readonly key: SortKeyValues })[]; readonly count: number }> {
    if (parentId !== undefined) await this.#requireShown(rights, parentId);
    const rows = await this.#store.list(rights, parentId ?? null, range);
    const count = await this.#store.count(rights, parentId ?? null);
    return { folders: rows.map((row) => ({ ...readFolder(row), key: folderKey(row) })), count };
  }

  /** Lists the path from the root down to the folder itself. @throws NotFound */
  async ancestors(rights: ContentRights, id: number): Promise<readonly Folder[]> {
    await this.#requireShown(rights, id);
    return (await this.#store.path(this.#dependencies.database, rights, id)).map(readFolder);
  }

  /** @throws NotFound */
  async get(rights: ContentRights, id: number): Promise<Folder> {
    await this.#requireShown(rights, id);
    return this.read(rights, id);
  }

  /** Reads a folder without a check of rights, which the caller has made. @throws NotFound */
  async read(place: ItemSpace, id: number): Promise<Folder> {
    const row = await this.#items.get(this.#dependencies.database, place, id);
    if (row?.kind !== 'FOLDER') throw unknownFolder(id);
    return readFolder(row);
  }

  /** Creates a folder. The caller has checked that the user may create content. @throws NotFound, Forbidden, Invalid */
  create(change: Change, rights: ContentRights, { name, parentId, position }: NewFolder): Promise<Folder> {
    const written = readName(name);
    const { transaction } = change;
    return inTree(change, rights, written, async () => {
      if (parentId !== undefined) {
        await this.require(transaction, rights, parentId, may.folder.addTo.least);
        if ((await this.#store.depth(transaction, parentId)) >= deepestFolder) throw tooDeep();
      }
      const row = await this.#store.insert(transaction, rights, {
        name: written,
        folder_id: parentId ?? null,
        position: position ?? (await this.#store.nextPosition(rights, parentId ?? null, transaction)),
        owner_id: rights.userId,
        created_at: change.now,
      });
      await record(change, rights, 'Created folder', row, { parentId: parentId ?? null });
      return readFolder(row);
    });
  }

  /** Changes a folder without moving it. @throws NotFound, Forbidden, Invalid */
  update(change: Change, rights: ContentRights, id: number, { name, position }: FolderChange): Promise<Folder> {
    const written = name === undefined ? undefined : readName(name);
    const { transaction } = change;
    return inTree(change, rights, written ?? '', async () => {
      const row = await this.require(transaction, rights, id, may.folder.change.least);
      const wanted = { name: written ?? row.name, position: position ?? row.position };
      const changed = (['name', 'position'] as const).filter((key) => wanted[key] !== row[key]);
      if (changed.length === 0) return readFolder(row);
      const stamp = { updated_by: rights.userId, updated_at: change.now };
      const updated = await this.#items.update(transaction, rights, id, { ...wanted, ...stamp });
      await record(change, rights, 'Updated folder', updated, { changed });
      return readFolder(updated);
    });
  }

  /**
   * Deletes a folder; its items move to the root. Sub-folders must be deleted first. @throws NotFound, Forbidden,
   * Invalid
   */
  delete(change: Change, rights: ContentRights, id: number): Promise<void> {
    const { transaction } = change;
    return inTree(change, rights, '', async () => {
      const row = await this.require(transaction, rights, id, may.folder.delete.least);
      if ((await this.#store.height(transaction, id)) > 1) {
        throw new Invalid('folder.not-empty', 'There are folders in this folder: move or delete them first');
      }
      const detached = await this.#store.empty(transaction, rights, id);
      await this.#items.delete(transaction, rights, id);
      await record(change, rights, 'Deleted folder', row, { detached });
    });
  }

  /**
   * Moves a folder with its content to the end of another folder or of the root. The caller has checked that the user
   * may create content.
   *
   * @throws NotFound, Forbidden, Invalid when it would be inside itself, too deep, or next to a folder of its name
   */
  async move(change: Change, rights: ContentRights, id: number, parentId: number | undefined): Promise<Folder> {
    const { transaction } = change;
    await lockTree(transaction, rights, 'alone');
    const row = await this.require(transaction, rights, id, may.folder.move.least);
    if (parentId !== undefined) {
      await this.require(transaction, rights, parentId, may.folder.addTo.least);
      if (await this.#store.lies(transaction, parentId, { ancestorId: id })) {
        throw new Invalid('folder.circle', 'A folder cannot be moved into itself or a folder inside it');
      }
    }
    if (row.folder_id === (parentId ?? null)) return readFolder(row);
    const above = parentId === undefined ? 0 : await this.#store.depth(transaction, parentId);
    if (above + (await this.#store.height(transaction, id)) > deepestFolder) throw tooDeep();
    const { name } = row;
    const moved = await requireFree(name, async () =>
      this.#store.move(transaction, rights, id, {
        folder_id: parentId ?? null,
        position: await this.#store.nextPosition(rights, parentId ?? null, transaction),
        updated_by: rights.userId,
        updated_at: change.now,
      }),
    );
    const places = { from: row.folder_id, to: parentId ?? null };
    await record(change, rights, 'Moved folder', moved, places);
    return readFolder(moved);
  }

  /**
   * Checks a user's access to a folder. One that only leads to something they may see is not hidden from them.
   *
   * @throws NotFound, Forbidden
   */
  async require(writer: Writer, rights: ContentRights, id: number, least: Level): Promise<ItemRow> {
    try {
      return await this.#dependencies.access.require(writer, rights, { kind: 'FOLDER', least }, id);
    } catch (error) {
      if (!(error instanceof NotFound) || !(await this.#store.isShown(writer, rights, id))) throw error;
      throw new Forbidden('content.not-allowed', `This takes ${least} access to the folder`);
    }
  }

  /** Checks access before any problem of the request is reported. @throws NotFound, Forbidden */
  async requireLevel(rights: ContentRights, id: number, least: Level): Promise<void> {
    await this.require(this.#dependencies.database, rights, id, least);
  }

  async #requireShown(rights: ContentRights, id: number): Promise<void> {
    if (!(await this.#store.isShown(this.#dependencies.database, rights, id))) throw unknownFolder(id);
  }
}

function record(
  change: Change,
  { deploymentId }: ContentRights,
  event: AuditEvent,
  { id, name }: ItemRow,
  details: object,
): Promise<void> {
  return change.record({ event, deploymentId, attributes: { folderId: id, folder: name, ...details } });
}

/** Runs `work` while the folders of the deployment stay as they are. @param name name that must be free */
async function inTree<T>(
  { transaction }: Change,
  rights: ContentRights,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  await lockTree(transaction, rights, 'alone');
  return requireFree(name, work);
}

/** @throws InvalidInput when a folder of the same parent has the name */
async function requireFree<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? folderNameTaken(name) : error;
  }
}

/** @param name name of the existing folder */
function folderNameTaken(name: string): InvalidInput {
  return invalidValues('folder.name-taken', [
    { path: 'name', message: `'${name}' is the name of another folder in the same parent` },
  ]);
}

function tooDeep(): Invalid {
  return new Invalid('folder.too-deep', `Folders can be nested at most ${deepestFolder} levels deep`);
}

function unknownFolder(id: number): NotFound {
  return new NotFound('content.unknown', `There is no folder ${id}`);
}

/** Reads a name in the form in which names that look the same are equal. @throws InvalidInput */
function readName(given: string): string {
  const name = given.trim().normalize('NFC');
  const fault = nameFault(name);
  if (fault !== undefined) throw invalidValues('folder.invalid', [{ path: 'name', message: fault }]);
  return name;
}
