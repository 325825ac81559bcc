import { type HostMessage, linkToParent, logoOf, openFrameSession, openTheme } from '@orrery/embed';
import { createRoot, type Root } from 'react-dom/client';
import { platform } from '../api/platform.ts';
import { sessionState } from '../api/session.ts';
import { askAs } from '../api/viewer.ts';
import { setBrand } from '../page/brand.ts';
import type { PageFacts } from '../page/facts.ts';
import { applyTheme } from '../shell/theme.ts';
import { frameWords as words } from '../words/frame-words.ts';
import { applyAppLook } from '../shell/app-look.ts';

type App = NonNullable<PageFacts['app']>;

/**
 * The application of a viewer in creator mode, in a frame: it asks with the session that the page around it has made, tells
 * that page what happens to it, and looks as the account and the session say.
 */
export async function openApp(element: HTMLElement, { frameOrigins }: App, basePath: string): Promise<void> {
  let looks: Parameters<typeof applyAppLook>[1] = {};
  const dress = () => {
    const isDark = applyAppLook(document.documentElement, looks, theme.isDark);
    applyTheme(isDark ? 'dark' : 'light');
  };
  const theme = openTheme(window, () => dress());
  applyTheme(theme.isDark ? 'dark' : 'light');
  const link = linkToParent({ page: window, frameOrigins, onMessage: (message) => void receive(message) });
  const session = openFrameSession({
    page: window,
    basePath,
    onExpiring: (expiresAt) => link.signal({ type: 'SESSION_EXPIRING', payload: { expiresAt } }),
    onExpired: () => {
      link.signal({ type: 'SESSION_EXPIRED', payload: {} });
      sessionState.end();
    },
  });
  askAs(session);
  /** Where the session finds its token when the frame is loaded again. */
  let kept: unknown;
  let isOpen = false;
  /** The root of messages that are shown while the application is not open. */
  let notice: Root | undefined;

  const say = (title: string, text = '') => {
    notice ??= createRoot(element);
    notice.render(
      <main className="page">
        <h1>{title}</h1>
        <p>{text}</p>
      </main>,
    );
  };
  /** The application opens without a theme, too, and says itself what is wrong. */
  const readLooks = async () => {
    try {
      const [config, own] = await Promise.all([platform.getAppConfig(), platform.getEmbedTheme()]);
      looks = { appTheme: config.appTheme, embedTheme: own.embedTheme };
      setBrand({
        title: config.creatorMode?.showWorkspaceTitle ? config.creatorMode.workspaceTitle : undefined,
        logoFor: (isDark) => logoOf(config.appTheme, isDark),
      });
    } catch {
      // It is asked for again with the next session.
    }
    dress();
  };
  const show = async () => {
    kept = keyOfSession();
    if (!session.isCreator) return say(words.notForCreators, words.notForCreatorsHelp);
    await readLooks();
    const { client, openApplication } = await import('../shell/open-application.tsx');
    if (isOpen) return client.invalidateQueries();
    isOpen = true;
    notice?.unmount();
    const router = await openApplication(element);
    router?.subscribe('onResolved', keepKey);
    link.signal({ type: 'LOADED', payload: {} });
    return undefined;
  };
  /** An address that is opened has a state of its own. The router takes what is put into it by its own function for a move. */
  const keepKey = () => {
    if (keyOfSession() === kept) return;
    const { state } = window.history;
    History.prototype.replaceState.call(window.history, { ...state, orrerySession: kept }, '');
  };
  const receive = async (message: HostMessage) => {
    if (message.type === 'SET_THEME') return theme.set(message.payload);
    if (message.type === 'GET_STATE') {
      const { requestId } = message.payload;
      return link.state({
        type: 'STATE',
        payload: { requestId, theme: theme.current, filters: {}, timeGrains: {} },
      });
    }
    if (message.type !== 'SET_SESSION') return undefined; // filters are those of dashboards
    const begun = await session.begin(message.payload.sessionId);
    if (begun !== 'begun') {
      return link.signal({ type: 'ERROR', payload: { code: `session.${begun.replaceAll(' ', '-')}` } });
    }
    sessionState.beginAgain();
    return show();
  };

  link.signal({ type: 'READY', payload: {} });
  const started = await session.start();
  if (started === 'begun') return show();
  if (started === 'unreachable') {
    link.signal({ type: 'ERROR', payload: { code: 'network' } });
    return say(words.unreachable);
  }
  // The page around the frame may begin a session.
  link.signal({ type: 'SESSION_EXPIRED', payload: {} });
  return started === 'absent' ? say(words.needed, words.neededHelp) : say(words.expired);
}

function keyOfSession(): unknown {
  return window.history.state?.orrerySession;
}
