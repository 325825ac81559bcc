import {
  createFolderInputSchema,
  foldersQuerySchema,
  updateFolderInputSchema,
  type WireFolders,
} from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bothForms } from '../both-forms.ts';
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
  for (const url of bothForms('/deployments/:deploymentId/folders')) {
    app.get(url, async (request): Promise<WireFolders> => {
      const reader = await readerIn(request, deployments);
      const { parentId } = readParameters(foldersQuerySchema, request.query);
      const page = readKeysetPage(request.query, order);
      const found = await folders.list(reader, parentId || undefined, page.range);
      const shown = presentKeysetPage(found.folders, page, ({ key }) => key, presentFolder);
      const items = [...shown.items];
      return { items, data: items, pageInfo: shown.pageInfo, count: found.count };
    });

    app.post(url, async (request) => {
      const reader = await makerIn(request, deployments);
      const { name, parentId, position } = readFields(createFolderInputSchema, request.body);
      const wanted = { name, parentId: parentId || undefined, position: position ?? undefined };
      return presentFolder(await folders.create(reader, actingIn(request), wanted));
    });
  }

  for (const url of bothForms('/deployments/:deploymentId/folders/:folderId')) {
    app.put(url, async (request) => {
      const reader = await readerIn(request, deployments);
      const id = folderIn(request);
      await folders.require(reader, id, 'edit');
      const { name, position } = readFields(updateFolderInputSchema, request.body);
      const change = { name: name ?? undefined, position: position ?? undefined };
      return presentFolder(await folders.update(reader, actingIn(request), id, change));
    });

    app.delete(url, async (request, reply) => {
      const reader = await readerIn(request, deployments);
      await folders.delete(reader, actingIn(request), folderIn(request));
      return reply.code(204).send();
    });
  }

  for (const url of bothForms('/deployments/:deploymentId/folders/:folderId/ancestors')) {
    app.get(url, async (request) => {
      const reader = await readerIn(request, deployments);
      return (await folders.ancestors(reader, folderIn(request))).map(presentFolder);
    });
  }
}

function folderIn(request: FastifyRequest): number {
  return pathNumber(request, 'folderId', 'folder');
}
