import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { contentQueries } from '../api/content-queries.ts';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useKeptFocus } from '../controls/use-kept-focus.ts';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { workspaceWords as words } from '../words/workspace-words.ts';
import { dashboardOf, type Item } from '../items/item.ts';
import { DeleteDialog, MoveDialog, RenameDialog } from './item-dialogs.tsx';
import { type ItemAction, ItemRow } from './item-row.tsx';
import { type WorkspaceSearch, workspaceQuery } from './workspace-search.ts';

interface ItemListProps {
  readonly deploymentId: number;
  readonly folderId: number | undefined;
  readonly shown: WorkspaceSearch;
  readonly isForViewer: boolean;
  readonly onChange: (next: Partial<WorkspaceSearch>) => void;
  readonly onShare: (item: Item) => void;
  /** The message about the last action; empty once the user begins another one. */
  readonly said: string;
  readonly onSaid: (said: string) => void;
}

const searchAfterMs = 200;
const dialogs = { rename: RenameDialog, move: MoveDialog, delete: DeleteDialog } as const;

/** Items of a folder, or those that fit a search, with the actions of each. */
export function ItemList({
  deploymentId,
  folderId,
  shown,
  isForViewer,
  onChange,
  onShare,
  said,
  onSaid,
}: ItemListProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useInfiniteQuery(contentQueries.workspace(deploymentId, workspaceQuery(shown, folderId)));
  const [acting, setActing] = useState<{ readonly act: keyof typeof dialogs; readonly item: Item }>();
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  const duplicate = useMutation({
    mutationFn: (item: Item) => platform.duplicateWorkbook({ path: { deploymentId, workbookId: item.id }, body: {} }),
    onSuccess: async ({ name }) => {
      onSaid(words.made(name ?? ''));
      await client.invalidateQueries({ queryKey: ['workspace', deploymentId] });
    },
  });
  const act = (what: ItemAction, item: Item) => {
    onSaid('');
    if (what === 'share') onShare(item);
    else if (what === 'duplicate') duplicate.mutate(item);
    else if (what === 'dashboard')
      void navigate({ to: '/dashboards/$publicId', params: { publicId: dashboardOf(item) ?? '' } });
    else setActing({ act: what, item });
  };
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const Asking = acting && dialogs[acting.act];
  return (
    <div className="item-list" ref={place}>
      <Toolbar shown={shown} onChange={onChange} />
      <div role="status" className="help">
        {said || (list.isSuccess ? words.shown(items.length) : '')}
      </div>
      <div role="alert">
        {duplicate.isError ? <p className="notice negative">{messageOf(duplicate.error)}</p> : null}
      </div>
      {list.isPending ? <Waiting what={words.items} height={240} /> : null}
      {list.isError ? <Failure error={list.error} onAgain={() => void list.refetch()} /> : null}
      {list.isSuccess && items.length === 0 ? <p>{emptyOf(shown)}</p> : null}
      {items.length > 0 ? (
        <div className="items">
          <table aria-label={words.items}>
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.kind}</th>
                <th scope="col">{words.owner}</th>
                <th scope="col">{words.changed}</th>
                <th scope="col">
                  <span className="unseen">{words.more}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <ItemRow key={`${item.type} ${item.id}`} item={item} isForViewer={isForViewer} onAct={act} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words.showMore}
        </Button>
      ) : null}
      {Asking ? <Asking item={acting.item} onClose={() => setActing(undefined)} onDone={onSaid} /> : null}
    </div>
  );
}

function emptyOf({ search, show }: WorkspaceSearch): string {
  if (search !== undefined) return words.noMatch;
  if (show === 'favourites') return words.noFavourites;
  return show === 'ofOthers' ? words.nothingOfOthers : words.noItems;
}

function Toolbar({ shown, onChange }: Pick<ItemListProps, 'shown' | 'onChange'>) {
  const [typed, setTyped] = useState(shown.search ?? '');
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === (shown.search ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ search: wanted === '' ? undefined : wanted }), searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, shown.search, onChange]);
  const option = <Id extends keyof typeof words & string>(id: Id) => ({ id, title: String(words[id]) });
  return (
    <div className="workspace-tools">
      <TextField label={words.search} type="search" value={typed} onChange={setTyped} maxLength={255} />
      <Choice
        label={words.show}
        value={shown.show}
        sections={[{ title: '', options: (['everything', 'favourites', 'ofOthers'] as const).map(option) }]}
        onChange={(id) => onChange({ show: id as WorkspaceSearch['show'] })}
      />
      <Choice
        label={words.sort}
        value={shown.sort}
        sections={[{ title: '', options: (['lastChanged', 'lastViewed', 'byName', 'created'] as const).map(option) }]}
        onChange={(id) => onChange({ sort: id as WorkspaceSearch['sort'] })}
      />
    </div>
  );
}
