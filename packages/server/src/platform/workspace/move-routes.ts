import { moveWorkspaceObjectInputSchema, type WireWorkspaceItem } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { ItemKind } from '../../content/level.ts';
import type { Reader } from '../../content/reader.ts';
import { NotFound } from '../../http/errors.ts';
import { makerIn } from '../content/reader-in.ts';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn } from '../request-actor.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';
import { presentFolderRow, presentReportRow } from './present-row.ts';

type MoveDependencies = Pick<PlatformDependencies, 'deployments' | 'folders' | 'moves' | 'reports' | 'workbooks'>;

/** Puts folders, workbooks and reports into folders. */
export function registerMoveRoutes(app: FastifyInstance, dependencies: MoveDependencies): void {
  const { deployments, moves } = dependencies;
  app.post('/deployments/:deploymentId/workspace/move', async (request) => {
    const reader = await makerIn(request, deployments);
    const { type, id, folderId } = readFields(moveWorkspaceObjectInputSchema, request.body);
    await moves.move(reader, actingIn(request), { kind: type, id, folderId: folderId || undefined });
    return present(dependencies, reader, type, id);
  });
}

/** What was moved, also to whoever cannot see it where it lies now. @throws NotFound when it was deleted at once */
async function present(
  { folders, workbooks, reports }: MoveDependencies,
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
