import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileChartColumn, Folder, LayoutDashboard } from 'lucide-react';
import { useState } from 'react';
import { contentQueries } from '../api/content-queries.ts';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { Button } from '../controls/button.tsx';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { dashboardOf, type Item, itemName } from '../items/item.ts';
import { frameWords as words } from '../words/frame-words.ts';
import { workspaceWords } from '../words/workspace-words.ts';

const icons = { FOLDER: Folder, WORKBOOK: LayoutDashboard, REPORT: FileChartColumn } as const;

/** The items that the company shares with all viewers: to look at, and to copy into the own workspace. */
export default function SharedItems({ deploymentId }: { readonly deploymentId: number }) {
  const client = useQueryClient();
  const [path, setPath] = useState<readonly Item[]>([]);
  const list = useInfiniteQuery(contentQueries.sharedWorkspace(deploymentId, path.at(-1)?.id));
  const duplicate = useMutation({
    mutationFn: (item: Item) =>
      platform.duplicateWorkbook({ path: { deploymentId, workbookId: item.id }, body: { shared: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', deploymentId] }),
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isEmpty = list.isSuccess && items.length === 0;
  if (isEmpty && path.length === 0) return null;
  return (
    <section aria-labelledby="shared-items">
      <h2 id="shared-items">{words.shared}</h2>
      {path.length > 0 ? (
        <div className="folder-path">
          <Button onPress={() => setPath(path.slice(0, -1))}>{words.back}</Button> {path.map(itemName).join(' / ')}
        </div>
      ) : null}
      <div role="status" className="help">
        {duplicate.isSuccess ? workspaceWords.made(duplicate.data.name ?? '') : ''}
      </div>
      <div role="alert">
        {duplicate.isError ? <p className="notice negative">{messageOf(duplicate.error)}</p> : null}
      </div>
      {list.isPending ? <Waiting what={words.sharedItems} height={120} /> : null}
      {list.isError ? <Failure error={list.error} onAgain={() => void list.refetch()} /> : null}
      {isEmpty ? <p>{words.nothingShared}</p> : null}
      {items.length > 0 ? (
        <div className="items">
          <table aria-label={words.sharedItems}>
            <tbody>
              {items.map((item) => (
                <tr key={`${item.type} ${item.id}`}>
                  <th scope="row">
                    <Opened item={item} onFolder={() => setPath([...path, item])} />
                  </th>
                  <td>
                    {item.type === 'WORKBOOK' ? (
                      <Button
                        aria-label={words.duplicateOf(itemName(item))}
                        isPending={duplicate.isPending && duplicate.variables === item}
                        onPress={() => duplicate.mutate(item)}
                      >
                        {words.duplicate}
                      </Button>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {workspaceWords.showMore}
        </Button>
      ) : null}
    </section>
  );
}

/** Leads to what is shared: into a folder, or to a published dashboard. */
function Opened({ item, onFolder }: { readonly item: Item; readonly onFolder: () => void }) {
  const Icon = icons[item.type];
  const publicId = dashboardOf(item);
  const name = itemName(item);
  return (
    <span className="item-name">
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      {item.type === 'FOLDER' ? (
        <Button look="quiet" aria-label={words.open(name)} onPress={onFolder}>
          {name}
        </Button>
      ) : publicId === undefined ? (
        <span>
          {name} {item.type === 'WORKBOOK' ? <span className="help">{words.notPublished}</span> : null}
        </span>
      ) : (
        <Link to="/dashboards/$publicId" params={{ publicId }}>
          {name}
        </Link>
      )}
    </span>
  );
}
