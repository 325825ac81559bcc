import { Invalid } from '@orrery/kernel';
import type { Change } from '@orrery/people';
import {
  type ContentAccess,
  type ItemKind,
  ItemStore,
  lockTree,
  may,
  mayByKind,
  type ContentRights,
} from '../item/index.ts';
import type { FolderService } from '../folder/index.ts';

export interface MoveServiceDependencies {
  readonly access: ContentAccess;
  readonly folders: Pick<FolderService, 'move' | 'require'>;
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
  async move(change: Change, rights: ContentRights, { kind, id, folderId }: Move): Promise<void> {
    const { access, folders } = this.#dependencies;
    if (kind === 'FOLDER') return void (await folders.move(change, rights, id, folderId));
    const { transaction } = change;
    await lockTree(transaction, rights, 'shared');
    const row = await access.require(transaction, rights, mayByKind[kind].move, id);
    if (row.workbook_id !== null) throw new Invalid('move.tab', 'This report is a tab of a workbook and stays in it');
    if (folderId !== undefined) await folders.require(transaction, rights, folderId, may.folder.addTo.least);
    if (row.folder_id === (folderId ?? null)) return;
    await this.#items.update(transaction, rights, id, {
      folder_id: folderId ?? null,
      updated_by: rights.userId,
      updated_at: change.now,
    });
    const noun = kind.toLowerCase();
    const attributes = { [`${noun}Id`]: id, [noun]: row.name, from: row.folder_id, to: folderId ?? null };
    await change.record({ event: events[kind], deploymentId: rights.deploymentId, attributes });
  }
}
