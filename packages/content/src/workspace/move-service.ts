import type { Transaction } from 'kysely';
import { type Database, inTransaction, isUniqueViolation, type Tables } from '@orrery/store';
import { type AuditActor, Invalid } from '@orrery/kernel';
import type { AuditLog } from '@orrery/people';
import {
  type ContentAccess,
  type ItemKind,
  ItemStore,
  lockTree,
  may,
  mayByKind,
  type ContentRights,
} from '../item/index.ts';
import { type FolderService, folderNameTaken } from '../folder/index.ts';

export interface MoveServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  readonly access: ContentAccess;
  readonly folders: Pick<FolderService, 'require' | 'moveIn'>;
}

export interface Move {
  readonly kind: ItemKind;
  readonly id: number;
  /** `undefined` moves to the root. */
  readonly folderId: number | undefined;
}

const events = { WORKBOOK: 'Moved workbook', REPORT: 'Moved report' } as const;

/**
 * Moves items into folders. The folder decides who else sees an item, so moving requires full access to it, and edit
 * access to the target. Moves are atomic, with the folders of the deployment locked meanwhile.
 */
export class MoveService {
  readonly #items: ItemStore;
  readonly #dependencies: MoveServiceDependencies;

  constructor(dependencies: MoveServiceDependencies) {
    this.#items = new ItemStore();
    this.#dependencies = dependencies;
  }

  /** @throws NotFound, Forbidden, Invalid */
  async move(rights: ContentRights, by: AuditActor, { kind, id, folderId }: Move): Promise<void> {
    const { database, folders } = this.#dependencies;
    try {
      await inTransaction(database, async (transaction) => {
        if (kind === 'FOLDER') await folders.moveIn(transaction, rights, by, id, folderId);
        else await this.#moveIn(transaction, rights, by, { kind, id, folderId });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw folderNameTaken((await this.#items.get(this.#dependencies.database, rights, id))?.name ?? '');
    }
  }

  async #moveIn(
    transaction: Transaction<Tables>,
    rights: ContentRights,
    by: AuditActor,
    { kind, id, folderId }: Move & { readonly kind: keyof typeof events },
  ): Promise<void> {
    const { access, audit, clock, folders } = this.#dependencies;
    await lockTree(transaction, rights, 'shared');
    const row = await access.require(transaction, rights, mayByKind[kind].move, id);
    if (row.workbook_id !== null) throw new Invalid('move.tab', 'This report is a tab of a workbook and stays in it');
    if (folderId !== undefined) await folders.require(transaction, rights, folderId, may.folder.addTo.least);
    if (row.folder_id === (folderId ?? null)) return;
    await this.#items.update(transaction, rights, id, {
      folder_id: folderId ?? null,
      updated_by: rights.userId,
      updated_at: clock.now(),
    });
    const noun = kind.toLowerCase();
    const attributes = { [`${noun}Id`]: id, [noun]: row.name, from: row.folder_id, to: folderId ?? null };
    const entry = { event: events[kind], deploymentId: rights.deploymentId, attributes };
    await audit.record(transaction, rights.accountId, by, entry);
  }
}
