export interface FrameSessionInput {
  readonly page: Window;
  /** Path or address before `/api`, without a slash at the end. */
  readonly basePath: string;
  /** `memory`: the token is in no storage, and the history of the page stays as it is; for pages of others. */
  readonly keptIn?: 'tab' | 'memory' | undefined;
  /** Called once for each token, some minutes before it ends. */
  readonly onExpiring: (expiresAt: number) => void;
  /** Called once for each token, when it has ended or is refused. */
  readonly onExpired: () => void;
}

/** The result of beginning a session. Only `begun` changes the token. */
type Beginning = 'begun' | 'refused' | 'unreachable' | 'of another viewer';

/** The token of a viewer, in memory and, of a tab, in `sessionStorage`, where a frame that is loaded again finds it. */
export interface FrameSession {
  /** The token of requests; `undefined` while there is no valid one. */
  readonly token: string | undefined;
  /**
   * Whether the page belongs to a viewer: it has a token, or had one. No other user replaces the viewer, not even a
   * signed-in one.
   */
  readonly isOfViewer: boolean;
  /** Whether the viewer may make content, also after the end of the token. */
  readonly isCreator: boolean;
  /** The deployment of the viewer, also after the end of the token. */
  readonly deploymentId: number | undefined;
  /**
   * Takes the session out of the address of the page, and begins it or finds the token that it gave before. `absent`: the
   * page was opened without one, and users may sign in instead.
   */
  start(): Promise<Beginning | 'absent'>;
  /** Exchanges a session id, of the same viewer where there was a token before. */
  begin(sessionId: string): Promise<Beginning>;
  /** Ends a token that the server has refused. */
  end(): void;
  close(): void;
}

interface SessionClaims {
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly deploymentId?: unknown;
  readonly embedTenantName?: unknown;
  readonly creatorMode?: unknown;
  readonly publicDashboardId?: unknown;
}

interface HeldSession {
  readonly token: string;
  readonly claims: SessionClaims;
  /** The time of expiry by the clock of this browser, which may differ from the server's. */
  readonly expiresAt: number;
  readonly expiringAt: number;
}

const names = ['session', 'sessionId'] as const;
const storageKey = 'orrery-embed:';
const longestNoticeMs = 300_000;
/** Timers stand still while a machine sleeps, so the clock is looked at again and again. */
const lookEveryMs = 5_000;
/** Tokens that a tab keeps at a time. */
const mostKept = 20;
const waitsMs = [1_000, 2_000, 4_000, 8_000];

export function openFrameSession(input: FrameSessionInput): FrameSession {
  const { page, basePath, keptIn = 'tab', onExpiring, onExpired } = input;
  let held: HeldSession | undefined;
  /** The last token's, also after its end: another viewer never takes over a page. */
  let viewer: string | undefined;
  let deploymentId: number | undefined;
  let isCreator = false;
  let isExpiringTold = false;
  let beginning: Promise<unknown> = Promise.resolve();

  const hold = (token: HeldSession) => {
    held = token;
    viewer = viewerOf(token.claims);
    deploymentId = typeof token.claims.deploymentId === 'number' ? token.claims.deploymentId : undefined;
    isCreator = token.claims.creatorMode === true && token.claims.publicDashboardId === undefined;
    isExpiringTold = false;
  };
  const end = () => {
    if (!held) return;
    held = undefined;
    onExpired();
  };
  const look = () => {
    if (!held) return;
    const now = Date.now();
    if (now >= held.expiresAt) return end();
    if (now < held.expiringAt || isExpiringTold) return;
    isExpiringTold = true;
    onExpiring(held.expiresAt);
  };

  const exchange = async (sessionId: string): Promise<Beginning> => {
    const answer = await fetchToken(`${basePath}/api/v1/embed/session/token`, sessionId);
    if (answer === 'refused' || answer === 'unreachable') return answer;
    const given = read(answer, Date.now());
    if (!given) return 'refused';
    if (viewer !== undefined && viewer !== viewerOf(given.claims)) return 'of another viewer';
    hold(given);
    const key = keptIn === 'tab' ? await keyOf(sessionId) : undefined;
    if (key) {
      page.history.replaceState({ ...page.history.state, orrerySession: key }, '');
      keep(page, key, given);
    }
    return 'begun';
  };
  const begin = (sessionId: string): Promise<Beginning> => {
    const next = beginning.then(() => exchange(sessionId));
    beginning = next.catch(() => undefined);
    return next;
  };

  const timer = page.setInterval(look, lookEveryMs);
  page.document.addEventListener('visibilitychange', look);
  return {
    get token() {
      look();
      return held?.token;
    },
    get isOfViewer() {
      return viewer !== undefined;
    },
    get isCreator() {
      return isCreator;
    },
    get deploymentId() {
      return deploymentId;
    },
    start: async () => {
      const sessionId = takeFromAddress(page);
      const key = sessionId === undefined ? page.history.state?.orrerySession : await keyOf(sessionId);
      const kept = typeof key === 'string' ? find(page, key) : undefined;
      if (!kept && sessionId !== undefined) return begin(sessionId);
      if (!kept) return key === undefined ? 'absent' : 'refused';
      page.history.replaceState({ ...page.history.state, orrerySession: key }, '');
      hold(kept);
      return 'begun';
    },
    begin,
    end,
    close: () => {
      page.clearInterval(timer);
      page.document.removeEventListener('visibilitychange', look);
    },
  };
}

/** Removes the session from the address before anything else can read it there. */
function takeFromAddress(page: Window): string | undefined {
  const url = new URL(page.location.href);
  const [sessionId] = names.flatMap((name) => url.searchParams.get(name) ?? []);
  for (const name of names) url.searchParams.delete(name);
  page.history.replaceState(page.history.state, '', url);
  return sessionId;
}

/** A session id works once, so an answer that was lost is asked for again only while the server says that it is busy. */
async function fetchToken(url: string, sessionId: string): Promise<string | 'refused' | 'unreachable'> {
  for (const waitMs of [...waitsMs, undefined]) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        credentials: 'omit',
        redirect: 'error', // nobody else learns the session
        body: JSON.stringify({ sessionId }),
      });
      if (answer.ok) {
        const { token } = await answer.json();
        return typeof token === 'string' ? token : 'refused';
      }
      if (answer.status < 500 && answer.status !== 429) return 'refused';
    } catch {
      // The network is away; the next attempt tells.
    }
    if (waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return 'unreachable';
}

/** @param now when the token was received: how long it lives is what it says, when it ends is counted from here */
function read(token: string, now: number): HeldSession | undefined {
  const claims = claimsOf(token);
  if (!claims) return undefined;
  const livesMs = (claims.exp - claims.iat) * 1_000;
  const expiresAt = now + livesMs;
  return { token, claims, expiresAt, expiringAt: expiresAt - Math.min(longestNoticeMs, livesMs / 10) };
}

function claimsOf(token: string): SessionClaims | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    const isWhole = typeof claims?.sub === 'string' && Number.isFinite(claims.iat) && Number.isFinite(claims.exp);
    return isWhole ? claims : undefined;
  } catch {
    return undefined; // it is no token
  }
}

/** Sessions with the same text show the same rows of the same place. */
function viewerOf({ sub, deploymentId, embedTenantName, creatorMode, publicDashboardId }: SessionClaims): string {
  return JSON.stringify([sub, deploymentId, embedTenantName, creatorMode, publicDashboardId]);
}

/** @returns `undefined` below a page without HTTPS, where browsers have no hashes: the token stays in memory then */
async function keyOf(sessionId: string): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sessionId));
  return storageKey + Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function keep(page: Window, key: string, { token, expiresAt }: HeldSession): void {
  try {
    removeOld(page.sessionStorage, Date.now());
    page.sessionStorage.setItem(key, JSON.stringify({ token, expiresAt }));
  } catch {
    // The browser stores nothing here: the token stays in memory.
  }
}

/** Removes tokens that are over, and those that end first while there are many: other frames of the tab have some, too. */
function removeOld(storage: Storage, now: number): void {
  const kept = Object.keys(storage).filter((name) => name.startsWith(storageKey));
  const ends = new Map(kept.map((name) => [name, Number(/"expiresAt":(\d+)/.exec(storage.getItem(name) ?? '')?.[1])]));
  const byEnd = kept.toSorted((one, other) => (ends.get(other) ?? 0) - (ends.get(one) ?? 0));
  for (const [at, name] of byEnd.entries()) {
    if (at >= mostKept - 1 || !((ends.get(name) ?? 0) > now)) storage.removeItem(name);
  }
}

function find(page: Window, key: string): HeldSession | undefined {
  try {
    const { token, expiresAt } = JSON.parse(page.sessionStorage.getItem(key) ?? '{}');
    const kept = typeof token === 'string' && Number.isFinite(expiresAt) ? read(token, 0) : undefined;
    if (!kept || Date.now() >= expiresAt) return undefined;
    return { ...kept, expiresAt, expiringAt: expiresAt - (kept.expiresAt - kept.expiringAt) };
  } catch {
    return undefined;
  }
}
