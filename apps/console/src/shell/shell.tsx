import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sessionState } from '../api/session.ts';
import { Button } from '../controls/button.tsx';
import { facts } from '../page/facts.ts';
import { shellWords as words } from '../words/shell-words.ts';
import { Brand } from './brand.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSingleKeys } from './use-keys.ts';
import { useAppliedPreferences, usePreferences } from './use-preferences.ts';

// What lies on top of pages comes when it is opened: none of it is in the first bytes.
const Drawer = lazy(() => import('./drawer.tsx'));
const KeysDialog = lazy(() => import('./keys-dialog.tsx'));
const SessionDialog = lazy(() => (facts.app ? import('./session-over.tsx') : import('./session-dialog.tsx')));

const narrow = matchMedia('(max-width: 767px)');
const foldedKey = 'orrery.sidebar';

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}

/** The browser may have no storage, or a full one; the sidebar is then as it is at first. */
function stored(): boolean {
  try {
    return localStorage.getItem(foldedKey) === 'folded';
  } catch {
    return false;
  }
}

function store(isFolded: boolean): void {
  try {
    localStorage.setItem(foldedKey, isFolded ? 'folded' : 'open');
  } catch {
    // Only this page remembers it.
  }
}

/** The frame around every page: the sidebar or its drawer, and what comes on top. */
export function Shell() {
  useAppliedPreferences();
  const preferences = usePreferences();
  const isNarrow = useIsNarrow();
  const hasDrawer = isNarrow || preferences?.sidebarDrawer === true;
  const [isFolded, setFolded] = useState(stored);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const hasEnded = useSyncExternalStore(sessionState.subscribe, sessionState.hasEnded);
  const navigate = useNavigate();
  const fold = (next: boolean) => {
    setFolded(next);
    store(next);
  };
  useSingleKeys(
    {
      fold: () => (hasDrawer ? setDrawerOpen(true) : fold(!isFolded)),
      help: () => setKeysOpen(true),
      home: () => void navigate({ to: '/' }),
      explore: () => void navigate({ to: '/explore' }),
      workspace: () => void navigate({ to: '/workspace' }),
    },
    preferences?.singleKeys !== false,
  );
  const content = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    // Another page begins at its heading, also for those who hear it.
    if (before.current !== undefined && before.current !== path) content.current?.focus();
    before.current = path;
  }, [path]);
  return (
    <div className="shell" data-has-drawer={hasDrawer || undefined}>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      {hasDrawer ? (
        <div className="top-bar">
          <Button look="quiet" aria-label={words.openMenu} onPress={() => setDrawerOpen(true)}>
            <MenuIcon size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
          <Brand />
        </div>
      ) : (
        <Sidebar isFolded={isFolded} onFold={fold} />
      )}
      {hasDrawer && isDrawerOpen ? (
        <Suspense>
          <Drawer onClose={() => setDrawerOpen(false)} />
        </Suspense>
      ) : null}
      <main id="content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
      {areKeysOpen ? (
        <Suspense>
          <KeysDialog onClose={() => setKeysOpen(false)} />
        </Suspense>
      ) : null}
      {hasEnded ? (
        <Suspense>
          <SessionDialog />
        </Suspense>
      ) : null}
    </div>
  );
}
