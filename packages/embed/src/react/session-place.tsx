import { useCallback, useEffect, useRef } from 'react';
import type { ServerRefusal } from '../frame/index.ts';
import { useSession } from './contexts.ts';
import { type PartOpener, SessionView } from './session-view.ts';
import { type LookProps, ShadowPlace, useIsDark } from './shadow-place.tsx';

/** A problem that a part reports to the page when it has no content to show, or when a session has ended. */
export interface EmbedProblem {
  /** 0 when the server cannot be reached. */
  readonly status: number;
  readonly text: string;
  /** Finds the request in the log of the server. */
  readonly requestId: string | undefined;
}

interface SessionPlaceProps extends LookProps {
  /** Opens the part; the same function as long as the same is shown. */
  readonly open: PartOpener;
  readonly textOf: (refusal: ServerRefusal) => string;
  readonly onError: ((problem: EmbedProblem) => void) | undefined;
}

/** The place of a part that a module of frames shows. */
export function SessionPlace({ open, textOf, onError, theme, locale, className }: SessionPlaceProps) {
  const session = useSession();
  const isDark = useIsDark(theme);
  const view = useRef<SessionView>(undefined);
  const latest = useRef({ isDark, locale, onError });
  const show = useCallback(
    (root: HTMLElement) => {
      const made = new SessionView(root, {
        ...{ session, open, textOf },
        look: latest.current,
        onError: (refusal) => latest.current.onError?.(refusal),
      });
      view.current = made;
      return () => made.close();
    },
    [session, open, textOf],
  );
  useEffect(() => {
    latest.current = { isDark, locale, onError };
    if (view.current) view.current.look = { isDark, locale };
  }, [isDark, locale, onError]);
  return <ShadowPlace isDark={isDark} className={className} show={show} />;
}
