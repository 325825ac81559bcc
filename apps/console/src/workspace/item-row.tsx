import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, FileChartColumn, Folder, LayoutDashboard, Star } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, ToggleButton } from 'react-aria-components';
import { platform } from '../api/platform.ts';
import { Button } from '../controls/button.tsx';
import { Avatar } from '../shell/avatar.tsx';
import { mayEdit } from '../shell/may-edit.ts';
import { ago, exactMoment } from '../words/ago.ts';
import { controlWords } from '../words/control-words.ts';
import { workspaceWords as words } from '../words/workspace-words.ts';
import { dashboardOf, type Item, itemName } from '../items/item.ts';
import { ItemLink } from '../items/item-link.tsx';
import { kindOf } from '../items/kind-of.ts';

export type ItemAction = 'share' | 'rename' | 'move' | 'duplicate' | 'delete' | 'dashboard';

interface ItemRowProps {
  readonly item: Item;
  readonly isForViewer: boolean;
  readonly onAct: (act: ItemAction, item: Item) => void;
}

const icons = { FOLDER: Folder, WORKBOOK: LayoutDashboard, REPORT: FileChartColumn } as const;

/** One item of the workspace, with what can be done with it. */
export function ItemRow({ item, isForViewer, onAct }: ItemRowProps) {
  const Icon = icons[item.type];
  const name = itemName(item);
  const owner = item.type === 'FOLDER' ? null : item.user;
  const isFull = item.access === 'full';
  const acts = [
    ...(dashboardOf(item) === undefined || isForViewer ? [] : ([['dashboard', words.openDashboard]] as const)),
    ...(isForViewer
      ? []
      : ([
          ...(isFull ? ([['share', words.share]] as const) : []),
          ...(mayEdit(item) ? ([['rename', words.rename]] as const) : []),
          ...(isFull ? ([['move', words.move]] as const) : []),
          ...(item.type === 'WORKBOOK' ? ([['duplicate', words.duplicate]] as const) : []),
          ...(isFull ? ([['delete', words.delete]] as const) : []),
        ] as const)),
  ] as const;
  return (
    <tr>
      <th scope="row">
        <span className="item-name">
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          <ItemLink item={item} isForViewer={isForViewer} />
          {item.type === 'WORKBOOK' ? <Favourite item={item} /> : null}
        </span>
      </th>
      <td>{kindOf(item)}</td>
      <td>
        {owner ? (
          <span className="item-owner">
            <Avatar name={owner.firstName ?? owner.email} picture={owner.picture} />
            {owner.firstName ?? owner.email}
          </span>
        ) : null}
      </td>
      <td>
        <time dateTime={item.updatedAt} title={exactMoment(item.updatedAt)}>
          {ago(item.updatedAt)}
        </time>
      </td>
      <td>
        {acts.length === 0 ? null : (
          <MenuTrigger>
            <Button look="quiet" aria-label={controlWords.actions(name)}>
              <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
            </Button>
            <Popover className="popover" placement="bottom end">
              <Menu
                className="menu"
                aria-label={controlWords.actions(name)}
                onAction={(id) => onAct(id as ItemAction, item)}
              >
                {acts.map(([id, title]) => (
                  <MenuItem key={id} id={id}>
                    {title}
                  </MenuItem>
                ))}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </td>
    </tr>
  );
}

function Favourite({ item }: { readonly item: Extract<Item, { readonly type: 'WORKBOOK' }> }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (isOn: boolean) => {
      const path = { deploymentId: item.deploymentId, id: item.id };
      return isOn ? platform.addFavorite({ path }) : platform.removeFavorite({ path });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', item.deploymentId] }),
  });
  const isOn = change.isPending ? change.variables : item.isFavorite;
  const name = itemName(item);
  return (
    <ToggleButton
      className="button quiet favourite"
      aria-label={isOn ? words.removeFavourite(name) : words.addFavourite(name)}
      isSelected={isOn}
      onChange={(next) => change.mutate(next)}
    >
      <Star size={14} strokeWidth={1.5} fill={isOn ? 'currentColor' : 'none'} aria-hidden="true" />
    </ToggleButton>
  );
}
