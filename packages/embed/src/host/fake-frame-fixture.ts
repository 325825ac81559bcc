import { followHeight } from '../frame/follow-height.ts';
import { linkToParent } from '../frame/parent-link.ts';
import type { FilterValue, HostMessage, Theme } from '../protocol/index.ts';

// Stands for a dashboard in tests of the host page: it keeps what it is told, and shows nothing.

interface FakeFrame {
  readonly received: HostMessage[];
  readonly sessions: string[];
  /** Takes the place of a viewer who sets a filter. */
  choose(member: string, value: FilterValue): void;
  /** Takes the place of the end of a token. */
  expire(type: 'SESSION_EXPIRING' | 'SESSION_EXPIRED'): void;
}

const { frameOrigins } = JSON.parse(document.getElementById('orrery-page')?.textContent ?? '{}');
const address = new URL(location.href);
const filters = new Map<string, FilterValue>();
for (const [name, value] of address.searchParams) {
  if (name.startsWith('f_')) filters.set(name.slice(2), JSON.parse(value));
}
let theme = (address.searchParams.get('theme') ?? 'auto') as Theme; // tests set no other
const received: HostMessage[] = [];
const sessions: string[] = [];

const state = () => ({ filters: Object.fromEntries(filters), timeGrains: {} });
const link = linkToParent({
  page: window,
  frameOrigins,
  onMessage: (message) => {
    received.push(message);
    const { type, payload } = message;
    if (type === 'SET_THEME') theme = payload;
    if (type === 'SET_FILTERS') {
      for (const [member, value] of Object.entries(payload)) {
        if (value) filters.set(member, value);
        else filters.delete(member);
      }
    }
    if (type === 'SET_SESSION') void exchange(payload.sessionId);
    if (type === 'GET_STATE')
      link.state({ type: 'STATE', payload: { ...state(), theme, requestId: payload.requestId } });
  },
});

async function exchange(sessionId: string): Promise<void> {
  sessions.push(sessionId);
  const answer = await fetch('/exchange', { method: 'POST', body: sessionId });
  link.signal(answer.ok ? { type: 'LOADED', payload: {} } : { type: 'SESSION_EXPIRED', payload: {} });
}

const fake: FakeFrame = {
  received,
  sessions,
  choose: (member, value) => {
    filters.set(member, value);
    link.state({ type: 'FILTERS_CHANGED', payload: state() });
  },
  expire: (type) =>
    link.signal(
      type === 'SESSION_EXPIRED' ? { type, payload: {} } : { type, payload: { expiresAt: Date.now() + 60_000 } },
    ),
};
Object.assign(window, { fake });

const session = address.searchParams.get('session');
history.replaceState(null, '', address.pathname);
const content = document.getElementById('orrery');
if (content) followHeight(content, (height) => link.signal({ type: 'HEIGHT', payload: { height } }));
link.signal({ type: 'READY', payload: {} });
if (session) void exchange(session);
