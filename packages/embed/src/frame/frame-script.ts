import type { HostMessage } from '../protocol/index.ts';
import { showApp } from './app/show-app.ts';
import { type Refusal, Server } from './ask-server.ts';
import { type DashboardAnswer, settingsOf, textOf } from './dashboard/dashboard.ts';
import { errorOf, type ShownDashboard, showDashboard } from './dashboard/show-dashboard.ts';
import { element } from './elements.ts';
import { followHeight } from './follow-height.ts';
import { openFrameSession } from './frame-session.ts';
import { linkToParent } from './parent-link.ts';
import { applyLook, openTheme } from './theme.ts';
import { showWithoutSession } from './without-session.ts';

const texts = {
  expired: 'This embedded session has expired.',
  notFound: 'Dashboard not found.',
  notEmbedded: 'Embedding is not enabled for this dashboard.',
  again: 'Try again',
  back: 'Back to the list',
} as const;

/** The page of a dashboard or of the application, in the shell that the server sends. */
async function open(page: Window, root: HTMLElement): Promise<void> {
  const facts = settingsOf(JSON.parse(page.document.getElementById('orrery-page')?.textContent ?? '{}'));
  const basePath = textOf(facts['basePath']) ?? '';
  const frameOrigins = Array.isArray(facts['frameOrigins']) ? facts['frameOrigins'].map(String) : [];
  const kind = facts['page'] === 'app' ? 'app' : 'dashboard';
  const banner = element('p', { className: 'banner', hidden: true });
  banner.role = 'status';
  const content = element('div');
  root.replaceChildren(banner, content);
  let shown: ShownDashboard | undefined;
  /** Whether a user has just signed in, and whether that has opened something. */
  let [hasTried, wasSignedIn] = [false, false];

  const theme = openTheme(page, () => shown?.redraw());
  const link = linkToParent({ page, frameOrigins, onMessage: (message) => void receive(message) });
  const session = openFrameSession({
    page,
    basePath,
    onExpiring: (expiresAt) => link.signal({ type: 'SESSION_EXPIRING', payload: { expiresAt } }),
    onExpired: () => tellExpired(),
  });
  const server = new Server({ basePath, session });
  followHeight(root, (height) => link.signal({ type: 'HEIGHT', payload: { height } }));

  const say = (text: string, again?: () => unknown) => {
    const said = element('main', { className: 'message' }, element('p', {}, text));
    if (again) {
      const button = element('button', { type: 'button', textContent: texts.again });
      button.addEventListener('click', () => void again());
      said.append(button);
    }
    content.replaceChildren(said);
  };
  const tellExpired = () => {
    link.signal({ type: 'SESSION_EXPIRED', payload: {} });
    banner.textContent = texts.expired;
    banner.hidden = false;
  };
  const refused = (refusal: Refusal, again: () => unknown) => {
    link.signal({ type: 'ERROR', payload: errorOf(refusal) });
    if (refusal.status === 401) return session.claims || wasSignedIn ? tellExpired() : signIn(hasTried);
    if (refusal.status === 403) return say(texts.notEmbedded);
    if (refusal.status === 404) return say(texts.notFound);
    say(refusal.text, again);
  };
  const signIn = (isSignInLost = false) => {
    const onSignedIn = () => {
      hasTried = true;
      void show();
    };
    showWithoutSession({ root: content, page: kind, basePath, isSignInLost, onSignedIn });
  };

  const showOne = async (publicId: string, isOfApp = false): Promise<void> => {
    const answer = await server.json<DashboardAnswer>(`/embed/dashboard/${encodeURIComponent(publicId)}`);
    if (!answer.ok) return refused(answer, () => showOne(publicId, isOfApp));
    const dashboard = answer.body;
    wasSignedIn ||= session.token === undefined;
    page.document.title = dashboard.title ?? '';
    const locale = new URLSearchParams(page.location.search).get('locale') ?? undefined;
    const look = () => ({ isDark: theme.isDark, locale: isLocale(locale) ? locale : undefined });
    const { signal, state } = link;
    shown = showDashboard({ page, server, dashboard, look, signal, state });
    applyLook(shown.root, dashboard.config.theme);
    content.replaceChildren(...(isOfApp ? [backTo(show)] : []), shown.root);
    await shown.load();
  };
  const show = async (): Promise<void> => {
    shown = undefined;
    if (kind === 'dashboard') return showOne(textOf(facts['publicId']) ?? '');
    if (session.token === undefined) return signIn();
    const deploymentId = Number(facts['deploymentId']);
    content.replaceChildren(await showApp({ server, deploymentId, open: (publicId) => void showOne(publicId, true) }));
    link.signal({ type: 'LOADED', payload: {} });
  };

  const receive = async (message: HostMessage): Promise<void> => {
    if (message.type === 'SET_THEME') return theme.set(message.payload);
    if (message.type === 'GET_STATE') {
      const { filters, timeGrains } = shown?.state.state() ?? { filters: {}, timeGrains: {} };
      const { requestId } = message.payload;
      return link.state({ type: 'STATE', payload: { requestId, theme: theme.current, filters, timeGrains } });
    }
    if (message.type !== 'SET_SESSION') return shown?.receive(message);
    const begun = await session.begin(message.payload.sessionId);
    if (begun !== 'begun') {
      const code = `session.${begun.replaceAll(' ', '-')}`;
      return link.signal({ type: 'ERROR', payload: { code } });
    }
    banner.hidden = true;
    await (shown ? shown.load() : show());
  };

  link.signal({ type: 'READY', payload: {} });
  const started = await session.start();
  if (started === 'refused' || started === 'of another viewer') {
    link.signal({ type: 'SESSION_EXPIRED', payload: {} });
    return say(texts.expired);
  }
  if (started === 'unreachable') {
    link.signal({ type: 'ERROR', payload: { code: 'network' } });
    return say('The server cannot be reached.');
  }
  if (session.token !== undefined) {
    const look = await server.json<{ readonly embedTheme: unknown }>('/users/embed-theme');
    if (look.ok) applyLook(root, look.body.embedTheme);
  }
  await show();
}

function backTo(list: () => Promise<void>): HTMLElement {
  const button = element('button', { type: 'button', className: 'quiet', textContent: texts.back });
  button.addEventListener('click', () => void list());
  return button;
}

function isLocale(text: string | undefined): boolean {
  try {
    return text !== undefined && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const root = document.getElementById('orrery');
if (root) void open(window, root);
