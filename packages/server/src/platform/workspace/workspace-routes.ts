import type { WireWorkspace, WireWorkspaceItem } from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { WorkspaceItem } from '../../content/workspace-service.ts';
import { Forbidden } from '../../http/errors.ts';
import { readerIn } from '../content/reader-in.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentWorkbook } from '../workbook/present-workbook.ts';
import { readWorkspaceRequest, writePosition } from './workspace-page.ts';
import { presentFolderRow, presentReportRow } from './present-row.ts';

const base = '/deployments/:deploymentId';

/** Everything of a deployment that the caller may see, in one list. */
export function registerWorkspaceRoutes(
  app: FastifyInstance,
  { deployments, workspace }: Pick<PlatformDependencies, 'deployments' | 'workspace'>,
): void {
  app.get(`${base}/workspace`, async (request): Promise<WireWorkspace> => {
    const reader = await readerIn(request, deployments);
    const { query, after, size } = readWorkspaceRequest(request.query);
    const { items, hasMore, start, end } = await workspace.list(reader, query, { after, most: size });
    return {
      items: items.map(present),
      pageInfo: {
        hasNextPage: hasMore,
        hasPreviousPage: after !== undefined,
        startCursor: writePosition(start, query),
        endCursor: writePosition(end, query),
      },
    };
  });

  app.get(`${base}/shared-workspace`, async (request): Promise<WireWorkspace> => {
    await readerIn(request, deployments);
    readWorkspaceRequest(request.query);
    throw new Forbidden('workspace.shared', 'What is shared with viewers of embedded content is for them alone');
  });

  app.put(`${base}/workspace/:id/favorite`, async (request, reply) => {
    const reader = await readerIn(request, deployments);
    await workspace.setFavourite(reader, pathNumber(request, 'id', 'item'), true);
    return reply.code(204).send();
  });

  app.delete(`${base}/workspace/:id/favorite`, async (request, reply) => {
    const reader = await readerIn(request, deployments);
    await workspace.setFavourite(reader, pathNumber(request, 'id', 'item'), false);
    return reply.code(204).send();
  });
}

function present(item: WorkspaceItem): WireWorkspaceItem {
  if (item.kind === 'FOLDER') return presentFolderRow(item.folder);
  return item.kind === 'WORKBOOK' ? presentWorkbook(item.workbook) : presentReportRow(item.report);
}
