import { type WireWorkspaceItem, workspaceOperations } from '@orrery/contract';
import type { FolderService, ItemKind, MoveService, Reader, ReportService, WorkbookService } from '@orrery/content';
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
  serve(face, workspaceOperations.move, async ({ reader, by, body: { type, id, folderId } }) => {
    await services.moves.move(reader, by, { kind: type, id, folderId: folderId || undefined });
    return present(services, reader, type, id);
  });
}

/**
 * Returns the moved items, even if the user cannot see them in the new folder. @throws NotFound when one was deleted
 * meanwhile
 */
async function present(
  { folders, workbooks, reports }: MoveServices,
  reader: Reader,
  kind: ItemKind,
  id: number,
): Promise<WireWorkspaceItem> {
  if (kind === 'FOLDER') return presentFolderRow(await folders.read(reader, id));
  const [workbook] = kind === 'WORKBOOK' ? await workbooks.read(reader, [id]) : [];
  if (workbook) return presentWorkbook(workbook);
  const [report] = kind === 'REPORT' ? await reports.read(reader, [id]) : [];
  if (report) return presentReportRow(report);
  throw new NotFound('content.unknown', `There is no ${kind.toLowerCase()} ${id}`);
}
