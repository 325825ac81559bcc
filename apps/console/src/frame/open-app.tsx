import { type HostMessage, linkToParent, logoOf, openFrameSession, openTheme } from '@orrery/embed';
import { createRoot } from 'react-dom/client';
import { platform } from '../api/platform.ts';
import { sessionState } from '../api/session.ts';
import { askAs } from '../api/viewer.ts';
import type { PageFacts } from '../page/facts.ts';
import { applyTheme } from '../shell/theme.ts';
import { frameWords as words } from '../words/frame-words.ts';
import { applyAppLook } from './app-look.ts';
import { setBrand } from '../page/brand.ts';

type App = NonNullable<PageFacts['app']>;

/**
 * The application of a viewer in creator mode, in a frame: it asks with the session that the page around it has made, tells
 * that page what happens to it, and looks as the account and the session say.
 */
export async function openApp(root: HTMLElement, { frameOrigins }: App, basePath: string): Promise<void> {
  let looks: Parameters<typeof applyAppLook>[1] = {};
  const dress = () => {
    applyAppLook(document.documentElement, looks, theme.isDark);
    applyTheme(theme.isDark ? 'dark' : 'light');
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

  const say = (title: string, text = '') =>
    createRoot(root).render(
      <main className="page">
        <h1>{title}</h1>
        <p>{text}</p>
      </main>,
    );
  const readLooks = async () => {
    const [config, own] = await Promise.all([platform.getAppConfig(), platform.getEmbedTheme()]);
    looks = { appTheme: config.appTheme, embedTheme: own.embedTheme };
    setBrand({
      title: config.creatorMode?.showWorkspaceTitle ? config.creatorMode.workspaceTitle : undefined,
      logoFor: (isDark) => logoOf(config.appTheme, isDark),
    });
    dress();
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
    kept = keyOfSession();
    sessionState.beginAgain();
    await readLooks();
    await (await application()).client.invalidateQueries();
  };

  link.signal({ type: 'READY', payload: {} });
  const started = await session.start();
  if (started === 'absent') return say(words.needed, words.neededHelp);
  if (started === 'unreachable') {
    link.signal({ type: 'ERROR', payload: { code: 'network' } });
    return say(words.unreachable);
  }
  if (started !== 'begun') {
    link.signal({ type: 'SESSION_EXPIRED', payload: {} });
    return say(words.expired);
  }
  kept = keyOfSession();
  try {
    await readLooks();
  } catch {
    // The application says what is wrong.
  }
  const { openApplication } = await application();
  const router = await openApplication(root);
  router?.subscribe('onResolved', () => {
    // An address that is opened has a state of its own. What the router has put in place of this function would begin again.
    const { state } = window.history;
    if (keyOfSession() !== kept)
      History.prototype.replaceState.call(window.history, { ...state, orrerySession: kept }, '');
  });
  link.signal({ type: 'LOADED', payload: {} });
}

const application = () => import('../shell/open-application.tsx');

function keyOfSession(): unknown {
  return window.history.state?.orrerySession;
}
