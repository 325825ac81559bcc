import { type WireWorkspaceItem, workspaceOperations } from '@orrery/contract';
import type {
  FolderService,
  ItemKind,
  MoveService,
  ContentRights,
  ReportService,
  WorkbookService,
} from '@orrery/content';
import { NotFound } from '@orrery/kernel';
import { type PlatformFace, serve } from '../serve.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';
import { presentFolderRow, presentReportRow } from './present-row.ts';

export interface MoveServices {
  readonly moves: MoveService;
  readonly folders: Pick<FolderService, 'read'>;
  readonly reports: Pick<ReportService, 'read'>;
  readonly workbooks: Pick<WorkbookService, 'read'>;
}

/** Puts folders, workbooks and reports into folders. */
export function serveMoves(face: PlatformFace, services: MoveServices): void {
  serve(face, workspaceOperations.move, async ({ rights, makeChange, body: { type, id, folderId } }) => {
    const move = { kind: type, id, folderId: folderId || undefined };
    await makeChange((change) => services.moves.move(change, rights, move));
    return present(services, rights, type, id);
  });
}

/**
 * Returns the moved items, even if the user cannot see them in the new folder. @throws NotFound when one was deleted
 * meanwhile
 */
async function present(
  { folders, workbooks, reports }: MoveServices,
  rights: ContentRights,
  kind: ItemKind,
  id: number,
): Promise<WireWorkspaceItem> {
  if (kind === 'FOLDER') return presentFolderRow(await folders.read(rights, id));
  const [workbook] = kind === 'WORKBOOK' ? await workbooks.read(rights, [id]) : [];
  if (workbook) return presentWorkbook(workbook, rights);
  const [report] = kind === 'REPORT' ? await reports.read(rights, [id]) : [];
  if (report) return presentReportRow(report);
  throw new NotFound('content.unknown', `There is no ${kind.toLowerCase()} ${id}`);
}
