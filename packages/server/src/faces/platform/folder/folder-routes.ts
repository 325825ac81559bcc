import { folderOperations } from '@orrery/contract';
import type { FolderService, SortKeyValues } from '@orrery/content';
import { type ListOrder, presentPage, readPage } from '../page.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentFolder } from './present-folder.ts';

export interface FolderServices {
  readonly folders: FolderService;
}

const order: ListOrder<{ readonly key: SortKeyValues }> = {
  name: 'folders by position',
  key: ['number', 'text', 'number'],
  keyOf: ({ key }) => key,
};

/** Serves the folders of a deployment to callers who may see them or an item in them. */
export function serveFolders(face: PlatformFace, { folders }: FolderServices): void {
  serve(face, folderOperations.list, async ({ rights, query }) => {
    const page = readPage(query, order);
    const found = await folders.list(rights, query.parentId || undefined, page.range);
    const { items, pageInfo } = presentPage(found.folders, page, ({ key: _, ...folder }) => presentFolder(folder));
    return { items, data: items, pageInfo, count: found.count };
  });

  serve(face, folderOperations.create, async ({ rights, makeChange, body: { name, parentId, position } }) => {
    const wanted = { name, parentId: parentId || undefined, position: position ?? undefined };
    return presentFolder(await makeChange((change) => folders.create(change, rights, wanted)));
  });

  serve(
    face,
    folderOperations.update,
    async ({ rights, makeChange, params: { folderId }, body: { name, position } }) => {
      const wanted = { name: name ?? undefined, position: position ?? undefined };
      return presentFolder(await makeChange((change) => folders.update(change, rights, folderId, wanted)));
    },
  );

  serve(face, folderOperations.delete, ({ rights, makeChange, params: { folderId } }) =>
    makeChange((change) => folders.delete(change, rights, folderId)),
  );

  serve(face, folderOperations.ancestors, async ({ rights, params: { folderId } }) =>
    (await folders.ancestors(rights, folderId)).map(presentFolder),
  );
}
