import {
  createFolderInputSchema,
  foldersQuerySchema,
  updateFolderInputSchema,
  type WireFolders,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makerIn, readerIn } from '../content/reader-in.ts';
import { readFields, readParameters } from '../invalid-fields.ts';
import { type ListOrder, presentKeysetPage, readKeysetPage } from '../keyset-page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn } from '../request-actor.ts';
import { presentFolder } from './present-folder.ts';

const order: ListOrder = { name: 'folders by position', key: ['number', 'text', 'number'] };

/** Folders of a deployment, each for those who may see it or something in it. */
export function registerFolderRoutes(
  app: FastifyInstance,
  { folders, deployments }: Pick<PlatformDependencies, 'folders' | 'deployments'>,
): void {
  app.get('/deployments/:deploymentId/folders', async (request): Promise<WireFolders> => {
    const reader = await readerIn(request, deployments);
    const { parentId } = readParameters(foldersQuerySchema, request.query);
    const page = readKeysetPage(request.query, order);
    const found = await folders.list(reader, parentId || undefined, page.range);
    const shown = presentKeysetPage(found.folders, page, ({ key }) => key, presentFolder);
    const items = [...shown.items];
    return { items, data: items, pageInfo: shown.pageInfo, count: found.count };
  });

  app.post('/deployments/:deploymentId/folders', async (request) => {
    const reader = await makerIn(request, deployments);
    const { name, parentId, position } = readFields(createFolderInputSchema, request.body);
    const wanted = { name, parentId: parentId || undefined, position: position ?? undefined };
    return presentFolder(await folders.create(reader, actingIn(request), wanted));
  });

  app.put('/deployments/:deploymentId/folders/:folderId', async (request) => {
    const reader = await readerIn(request, deployments);
    const id = folderIn(request);
    await folders.require(reader, id, 'edit');
    const { name, position } = readFields(updateFolderInputSchema, request.body);
    const change = { name: name ?? undefined, position: position ?? undefined };
    return presentFolder(await folders.update(reader, actingIn(request), id, change));
  });

  app.delete('/deployments/:deploymentId/folders/:folderId', async (request, reply) => {
    const reader = await readerIn(request, deployments);
    await folders.delete(reader, actingIn(request), folderIn(request));
    return reply.code(204).send();
  });

  app.get('/deployments/:deploymentId/folders/:folderId/ancestors', async (request) => {
    const reader = await readerIn(request, deployments);
    return (await folders.ancestors(reader, folderIn(request))).map(presentFolder);
  });
}

function folderIn(request: FastifyRequest): number {
  return pathNumber(request, 'folderId', 'folder');
}
