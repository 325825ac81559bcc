import {
  type FiltersPatch,
  type FrameMessage,
  type GrainsPatch,
  type HostMessage,
  MessageAllowance,
  readFrameMessage,
  type Theme,
  type ViewerState,
} from '../protocol/index.ts';
import { type FrameAddress, frameAddress, type StartState } from './frame-address.ts';
import { sandboxPermissions } from './sandbox-permissions.ts';
import { type FetchSession, renewSessions } from './session-renewal.ts';

export interface EmbedOptions extends FrameAddress, StartState {
  readonly container: Element;
  /** Called for the first session and for each renewal. Absent: the viewer signs in inside of the frame. */
  readonly fetchSession?: FetchSession | undefined;
  /** `content` follows the height of the dashboard, `fill` takes that of the container, a number is in CSS pixels. */
  readonly height?: 'content' | 'fill' | number | undefined;
  /** Name of the frame for screen readers. */
  readonly title?: string | undefined;
  readonly sandbox?: string | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
}

/** The messages of the frame as events; `ERROR` with the code `session.unavailable` when `fetchSession` fails. */
export type EmbedEvent = Exclude<FrameMessage, { readonly type: 'STATE' }>;

type EmbedState = ViewerState & { readonly theme: Theme };

export interface EmbeddedDashboard {
  setTheme(theme: Theme): void;
  /** Sets the named filters; `null` sets one back to its start value. */
  setFilters(filters: FiltersPatch): void;
  setTimeGrains(timeGrains: GrainsPatch): void;
  /** Rejects when the frame does not answer within ten seconds. */
  getState(): Promise<EmbedState>;
  /** Loads the frame again with a new session, in the state it is in. */
  reload(): void;
  /** @returns a function that ends it */
  on<T extends EmbedEvent['type']>(
    type: T,
    listener: (payload: Extract<EmbedEvent, { readonly type: T }>['payload']) => void,
  ): () => void;
  destroy(): void;
}

const answersWithinMs = 10_000;

/** Shows a dashboard in a frame inside of the container. */
export function embedDashboard(options: EmbedOptions): EmbeddedDashboard {
  const { container, fetchSession, height = 'content', onEvent } = options;
  const { origin } = frameAddress(options, {}, undefined);
  const frame = makeFrame(options);
  const listeners = new Set<(event: EmbedEvent) => void>(onEvent ? [onEvent] : []);
  const asked = new Map<string, (state: EmbedState) => void>();
  const allowance = new MessageAllowance(() => performance.now());
  let state: StartState = options;
  /** The messages that wait until the frame listens; `undefined` while it listens. */
  let outbox: HostMessage[] | undefined = [];
  let isLoaded = false;
  let questions = 0;

  const post = (message: HostMessage) => {
    if (outbox) outbox.push(message);
    else frame.contentWindow?.postMessage(message, origin);
  };
  const tell = (event: EmbedEvent) => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        reportError(error); // the other listeners are told all the same
      }
    }
  };
  const load = (session?: string) => {
    isLoaded = true;
    outbox = [];
    const { href } = frameAddress(options, state, session);
    // A frame that is loaded again leaves no entry in the history of the page.
    if (frame.src) frame.contentWindow?.location.replace(href);
    else frame.src = href;
  };
  const renewal =
    fetchSession &&
    renewSessions(
      fetchSession,
      (sessionId) => (isLoaded ? post({ type: 'SET_SESSION', payload: { sessionId } }) : load(sessionId)),
      () => tell({ type: 'ERROR', payload: { code: 'session.unavailable' } }),
    );
  const ask = () => {
    const requestId = `${(questions += 1)}`;
    post({ type: 'GET_STATE', payload: { requestId } });
    return requestId;
  };

  const receive = (event: MessageEvent) => {
    if (event.source !== frame.contentWindow || event.origin !== origin || !allowance.take()) return;
    const message = readFrameMessage(event.data);
    if (!message) return;
    const { type, payload } = message;
    if (type === 'READY') {
      const waiting = outbox ?? [];
      outbox = undefined;
      if (state.theme) post({ type: 'SET_THEME', payload: state.theme }); // may have changed since the frame was made
      for (const each of waiting) post(each);
      ask(); // tells the frame who asks, and this page the state that it starts in
    } else if (type === 'HEIGHT' && height === 'content') {
      frame.style.height = `${Math.ceil(payload.height)}px`;
    } else if (type === 'SESSION_EXPIRING' || type === 'SESSION_EXPIRED') {
      renewal?.renew();
    } else if (type === 'FILTERS_CHANGED' || type === 'STATE') {
      state = { ...state, filters: payload.filters, timeGrains: payload.timeGrains };
    }
    if (type !== 'STATE') return tell(message);
    asked.get(payload.requestId)?.(payload);
    asked.delete(payload.requestId);
  };
  const hurry = () => renewal?.hurry();

  addEventListener('message', receive);
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  container.append(frame);
  if (renewal) renewal.renew();
  else load();

  return {
    setTheme: (theme) => {
      state = { ...state, theme };
      if (!outbox) post({ type: 'SET_THEME', payload: theme });
    },
    setFilters: (filters) => {
      state = { ...state, filters: { ...state.filters, ...filters } };
      post({ type: 'SET_FILTERS', payload: filters });
    },
    setTimeGrains: (timeGrains) => {
      state = { ...state, timeGrains: { ...state.timeGrains, ...timeGrains } };
      post({ type: 'SET_TIME_GRAINS', payload: timeGrains });
    },
    getState: () =>
      new Promise((resolve, reject) => {
        const requestId = ask();
        asked.set(requestId, resolve);
        setTimeout(() => {
          if (asked.delete(requestId)) reject(new Error('the frame does not answer'));
        }, answersWithinMs);
      }),
    reload: () => {
      isLoaded = false;
      if (!renewal) return load();
      renewal.renew();
      renewal.hurry();
    },
    on: (type, listener) => {
      const listen = (event: EmbedEvent) => {
        if (event.type === type) listener(event.payload as never); // the type says which payload it is
      };
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    destroy: () => {
      renewal?.end();
      removeEventListener('message', receive);
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      frame.remove();
    },
  };
}

function makeFrame(options: EmbedOptions): HTMLIFrameElement {
  const { height = 'content', title = 'Dashboard', sandbox = sandboxPermissions } = options;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.loading = 'lazy';
  frame.referrerPolicy = 'no-referrer';
  frame.allowFullscreen = true;
  frame.setAttribute('sandbox', sandbox);
  const tall = height === 'fill' ? '100%' : `${height === 'content' ? 150 : height}px`;
  frame.style.cssText = `display:block;width:100%;border:0;height:${tall}`;
  return frame;
}
