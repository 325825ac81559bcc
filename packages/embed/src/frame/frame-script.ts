import type { HostMessage } from '../protocol/index.ts';
import type { ShownChat } from './chat/show-chat.ts';
import { type ServerRefusal, Server } from './ask-server.ts';
import { errorOf, type DashboardFrame, showDashboard } from './dashboard/show-dashboard.ts';
import { element } from '../markup/index.ts';
import { followHeight } from './follow-height.ts';
import { FrameLook } from './frame-look.ts';
import { openFrameSession } from './frame-session.ts';
import { linkToParent } from './parent-link.ts';
import { type DashboardAnswer, readAddress, settingsOf, filledText, writeAddress } from '../view/index.ts';
import { showWithoutSession } from './without-session.ts';

const texts = {
  expired: 'This embedded session has expired.',
  notFound: 'Dashboard not found.',
  notEmbedded: 'Embedding is not enabled for this dashboard.',
  noChat: 'Chat is not available here.',
  again: 'Try again',
  another: 'Sign in as somebody else',
} as const;

/** The page of a dashboard or of chats, in the shell that the server sends. */
async function open(page: Window, root: HTMLElement): Promise<void> {
  const facts = settingsOf(JSON.parse(page.document.getElementById('orrery-page')?.textContent ?? '{}'));
  const basePath = filledText(facts['basePath']) ?? '';
  const frameOrigins = Array.isArray(facts['frameOrigins']) ? facts['frameOrigins'].map(String) : [];
  const kind = facts['page'] === 'chat' ? 'chat' : 'dashboard';
  const publicId = filledText(facts['publicId']);
  const deploymentId = facts['deploymentId'] === undefined ? undefined : Number(facts['deploymentId']);
  const banner = element('p', { className: 'banner', hidden: true });
  banner.role = 'status';
  const content = element('div');
  root.replaceChildren(banner, content);
  let shown: DashboardFrame | undefined;
  let chat: ShownChat | undefined;
  /** Whether a user has just signed in, and whether that has opened something. */
  let [hasTried, wasSignedIn] = [false, false];

  const look = new FrameLook({
    ...{ page, root, basePath },
    onScheme: () => {
      shown?.redraw();
      chat?.redraw();
    },
  });
  const link = linkToParent({ page, frameOrigins, onMessage: (message) => void receive(message) });
  const session = openFrameSession({
    page,
    basePath,
    onExpiring: (expiresAt) => link.signal({ type: 'SESSION_EXPIRING', payload: { expiresAt } }),
    onExpired: () => tellExpired(),
  });
  const server = new Server({ basePath, session });
  followHeight(root, (height) => link.signal({ type: 'HEIGHT', payload: { height } }));

  const say = (text: string, again?: () => unknown, label: string = texts.again) =>
    content.replaceChildren(messageElement(text, again && { label, act: again }));
  /** A user who may not see this may sign in as another one; viewers are those of the page around the frame. */
  const sayNotYours = (text: string) => (session.isOfViewer ? say(text) : say(text, signInAsAnother, texts.another));
  const tellExpired = () => {
    link.signal({ type: 'SESSION_EXPIRED', payload: {} });
    banner.textContent = texts.expired;
    banner.hidden = false;
  };
  /** Shows a notice in place of the content; the page around the frame knows already that the session has expired. */
  const sayExpired = () => {
    banner.hidden = true;
    say(texts.expired);
  };
  const refused = (refusal: ServerRefusal, again: () => unknown) => {
    link.signal({ type: 'ERROR', payload: errorOf(refusal) });
    if (refusal.status === 401) {
      if (session.isOfViewer) return sayExpired();
      return wasSignedIn ? tellExpired() : signIn(hasTried);
    }
    if (refusal.status === 403) return sayNotYours(kind === 'chat' ? texts.noChat : texts.notEmbedded);
    if (refusal.status === 404) return sayNotYours(kind === 'chat' ? refusal.text : texts.notFound);
    say(refusal.text, again);
  };
  const signInAsAnother = async (): Promise<void> => {
    const ended = await server.json('/embed/sign-in', undefined, 'DELETE');
    // A session that is over already is as good as one that ends now.
    if (!ended.ok && ended.status !== 401) return say(ended.text, signInAsAnother);
    [hasTried, wasSignedIn] = [false, false];
    return signIn();
  };
  const signIn = (isSignInLost = false) => {
    const onSignedIn = async () => {
      hasTried = true;
      await readLooks();
      await show();
    };
    const account = { deploymentId, dashboard: publicId };
    showWithoutSession({ root: content, page: kind, basePath, account, isSignInLost, onSignedIn });
  };

  const readLooks = () => look.read(server, session.token !== undefined);

  const showOne = async (id: string): Promise<void> => {
    const answer = await server.json<DashboardAnswer>(`/embed/dashboard/${encodeURIComponent(id)}`);
    if (!answer.ok) return refused(answer, () => showOne(id));
    const dashboard = answer.body;
    wasSignedIn ||= session.token === undefined;
    page.document.title = dashboard.title ?? '';
    const { signal, state } = link;
    shown = showDashboard({
      start: readAddress(page.location.search),
      keep: (chosen) => writeAddress(page, chosen),
      look: () => look.body(),
      ...{ server, dashboard, signal, state },
    });
    look.wear({ root: shown.root, theme: dashboard.config.theme });
    content.replaceChildren(shown.root);
    await shown.load();
  };
  const showTheChat = async (): Promise<void> => {
    const { showChat } = await import('./chat/show-chat.ts');
    const query = new URLSearchParams(page.location.search);
    const opened = await showChat({
      ...{ basePath, server, session, deploymentId },
      chatId: filledText(page.history.state?.orreryChat),
      keepChat: (orreryChat) => page.history.replaceState({ ...page.history.state, orreryChat }, ''),
      onTitle: (title) => {
        page.document.title = title;
      },
      agentId: query.get('agentId') ?? undefined,
      look: () => look.body(),
      logo: look.logo,
      onRefused: ({ status, message: text, requestId }) => {
        link.signal({ type: 'ERROR', payload: errorOf({ status, text, requestId }) });
        if (status === 401 && !session.isOfViewer) signIn(hasTried);
      },
    });
    if (!('root' in opened)) return refused(opened, show);
    wasSignedIn ||= session.token === undefined;
    chat = opened;
    content.replaceChildren(opened.root);
    link.signal({ type: 'LOADED', payload: {} });
  };
  const show = async (): Promise<void> => {
    [shown, chat] = [undefined, undefined];
    look.wear(undefined);
    await (kind === 'chat' ? showTheChat() : showOne(publicId ?? ''));
  };

  const receive = async (message: HostMessage): Promise<void> => {
    if (message.type === 'SET_THEME') return look.theme.set(message.payload);
    if (message.type === 'GET_STATE') {
      const { filters, timeGrains } = shown?.state.state() ?? readAddress(page.location.search);
      const { requestId } = message.payload;
      return link.state({ type: 'STATE', payload: { requestId, theme: look.theme.current, filters, timeGrains } });
    }
    if (message.type !== 'SET_SESSION') return shown ? shown.receive(message) : patchAddress(page, message);
    const begun = await session.begin(message.payload.sessionId);
    if (begun !== 'begun') {
      const code = `session.${begun.replaceAll(' ', '-')}`;
      return link.signal({ type: 'ERROR', payload: { code } });
    }
    banner.hidden = true;
    await readLooks();
    const isOfUser = wasSignedIn;
    wasSignedIn = false;
    if (chat && !isOfUser) return chat.renew();
    await (shown && !isOfUser ? shown.load() : show());
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
  await readLooks();
  await show();
}

interface MessageAction {
  readonly label: string;
  readonly act: () => unknown;
}

function messageElement(text: string, action: MessageAction | undefined): HTMLElement {
  const said = element('main', { className: 'message' }, element('p', {}, text));
  if (!action) return said;
  const button = element('button', { type: 'button', textContent: action.label });
  button.addEventListener('click', () => void action.act());
  said.append(button);
  return said;
}

/** Keeps what is set before there is a dashboard: the dashboard starts as its address says. */
function patchAddress(page: Window, { type, payload }: HostMessage): void {
  const { filters, timeGrains } = readAddress(page.location.search);
  if (type === 'SET_FILTERS') writeAddress(page, { filters: patched(filters, payload), timeGrains });
  if (type === 'SET_TIME_GRAINS') writeAddress(page, { filters, timeGrains: patched(timeGrains, payload) });
}

function patched<T>(values: Readonly<Record<string, T>>, given: Readonly<Record<string, T | null>>): Record<string, T> {
  const all = Object.entries({ ...values, ...given });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

const root = document.getElementById('orrery');
if (root) void open(window, root);
