import { moveWorkspaceObjectInputSchema, type WireMovedWorkspaceObject } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { ItemKind } from '../../content/level.ts';
import type { Reader } from '../../content/reader.ts';
import { bothForms } from '../both-forms.ts';
import { makerIn } from '../content/reader-in.ts';
import { presentFolder } from '../folder/present-folder.ts';
import { readFields } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentReport } from '../report/present-report.ts';
import { actingIn } from '../request-actor.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';

type MoveDependencies = Pick<PlatformDependencies, 'deployments' | 'folders' | 'moves' | 'reports' | 'workbooks'>;

/** Puts folders, workbooks and reports into folders. */
export function registerMoveRoutes(app: FastifyInstance, dependencies: MoveDependencies): void {
  const { deployments, moves } = dependencies;
  for (const url of bothForms('/deployments/:deploymentId/workspace/move')) {
    app.post(url, async (request) => {
      const reader = await makerIn(request, deployments);
      const { type, id, folderId } = readFields(moveWorkspaceObjectInputSchema, request.body);
      await moves.move(reader, actingIn(request), { kind: type, id, folderId: folderId || undefined });
      return present(dependencies, reader, type, id);
    });
  }
}

async function present(
  { folders, workbooks, reports }: MoveDependencies,
  reader: Reader,
  kind: ItemKind,
  id: number,
): Promise<WireMovedWorkspaceObject> {
  switch (kind) {
    case 'FOLDER':
      return presentFolder(await folders.get(reader, id));
    case 'WORKBOOK':
      return presentWorkbook(await workbooks.get(reader, id));
    case 'REPORT':
      return presentReport(await reports.get(reader, id));
  }
}
