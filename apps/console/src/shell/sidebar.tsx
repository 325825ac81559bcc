import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderOpen, House, PanelLeftClose, PanelLeftOpen, Telescope } from 'lucide-react';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { facts } from '../page/facts.ts';
import { shellWords as words } from '../words/shell-words.ts';
import { Brand } from './brand.tsx';
import { mayExplore } from './may-explore.ts';
import { UserMenu } from './user-menu.tsx';

interface SidebarProps {
  readonly isFolded: boolean;
  /** Absent in a drawer, which has no narrow form. */
  readonly onFold?: ((isFolded: boolean) => void) | undefined;
  readonly onNavigate?: (() => void) | undefined;
}

/** Pages that there are, in order. A page that is not for the person is not listed. */
const places = [
  { to: '/', name: words.home, Icon: House, isForViewers: true },
  { to: '/explore', name: words.explore, Icon: Telescope, isForViewers: false },
  { to: '/workspace', name: words.workspace, Icon: FolderOpen, isForViewers: true },
] as const;

/** Where to go, and who is signed in. */
export function Sidebar({ isFolded, onFold, onNavigate }: SidebarProps) {
  const person = useQuery(queries.person).data;
  const open = places.filter(({ to, isForViewers }) => (isForViewers ? !facts.app || to !== '/' : mayExplore(person)));
  const FoldIcon = isFolded ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="sidebar" data-is-folded={isFolded || undefined}>
      <div className="brand">
        <Brand />
      </div>
      <nav aria-label={words.navigation}>
        <ul>
          {open.map(({ to, name, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/' }}
                title={isFolded ? name : undefined}
                onClick={onNavigate}
              >
                <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
                <span className="label">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <UserMenu isFolded={isFolded} />
      {onFold ? (
        <Button
          look="quiet"
          className="fold"
          aria-label={isFolded ? words.unfold : words.fold}
          onPress={() => onFold(!isFolded)}
        >
          <FoldIcon size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  );
}
