import { isDeepStrictEqual } from 'node:util';
import { type AccountUsers, type AccountViewers, growingCache, type Viewer, type ViewerRights } from '@orrery/kernel';
import type { Database, Epochs } from '@orrery/store';
import { settingsOf } from '../account/index.ts';
import type { EmbedTenantService } from '../tenant/index.ts';
import { EmbedSessionStore, type ViewerRow } from './embed-session-store.ts';

/** How long a process relies on what it has read of a session: a change elsewhere acts within a second. */
const freshMs = 800;
/** Sessions remembered, a kilobyte each. */
const rememberedSessions = 10_000;
const rememberedChanges = 100_000;

export interface ViewerSessionsDependencies {
  readonly database: Database;
  readonly epochs: Pick<Epochs, 'of'>;
  readonly clock: { now(): number };
  readonly embedTenants: Pick<EmbedTenantService, 'rightsOf'>;
  /** The users of an account, for sessions of internal users. */
  readonly usersOf: (accountId: number) => Pick<AccountUsers, 'of'>;
}

/** A session with the viewer and the current rights. */
export interface ViewerSession {
  readonly viewer: Viewer;
  readonly rights: ViewerRights;
  readonly embedTheme: Readonly<Record<string, unknown>> | undefined;
}

interface CachedSession {
  /** `undefined` for a session that is unknown or over. */
  readonly session: ViewerSession | undefined;
  readonly epoch: number;
  /** Monotonic milliseconds, taken before the store was read. */
  readonly readAt: number;
}

/**
 * The sessions of viewers, with their current rights. A session is read once and remembered for less than a second, or
 * until something is revoked in the account: a change of one viewer makes no process read the others again. A change by
 * this process acts on the next request.
 */
export class ViewerSessions {
  readonly #dependencies: ViewerSessionsDependencies;
  readonly #store = new EmbedSessionStore();
  /** The remembered sessions by account and `jti`. */
  readonly #remembered = growingCache<string, CachedSession>(rememberedSessions);
  /** Monotonic instants at which this process changed a viewer. */
  readonly #changed = growingCache<number, number>(rememberedChanges);

  constructor(dependencies: ViewerSessionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the session again on the next request. Called after a change of the viewer has been committed. */
  forget(userId: number): void {
    this.#changed.set(userId, performance.now());
  }

  /**
   * @returns `undefined` for a session that is unknown, over or revoked, for viewers who are not there any more, and while
   * the account has switched embedding, or creator mode for those in it, off
   */
  async of(accountId: number, sessionId: string): Promise<ViewerSession | undefined> {
    const known = this.#recall(accountId, sessionId);
    if (known) return known.session;
    const [epoch, readAt] = [this.#dependencies.epochs.of(accountId), performance.now()];
    const read = await this.#read(accountId, sessionId);
    const before = this.#remembered.get(keyOf(accountId, sessionId))?.session;
    // The same object while nothing has changed, by which repeated requests are known.
    const session = isDeepStrictEqual(read, before) ? before : read;
    this.#remembered.set(keyOf(accountId, sessionId), { session, epoch, readAt });
    return session && this.#alive(session);
  }

  /** Returns the sessions of one account, for the services that answer queries. */
  in(accountId: number): AccountViewers {
    return {
      of: async (sessionId) => (await this.of(accountId, sessionId))?.rights,
      stillHold: (sessionId, rights) => this.#recall(accountId, sessionId)?.session?.rights === rights,
    };
  }

  /** @returns the remembered state if it is certain; `undefined` when the store has to be read */
  #recall(accountId: number, sessionId: string): { readonly session: ViewerSession | undefined } | undefined {
    const known = this.#remembered.get(keyOf(accountId, sessionId));
    if (!known || known.epoch !== this.#dependencies.epochs.of(accountId)) return undefined;
    const { session, readAt } = known;
    if (performance.now() - readAt > freshMs) return undefined;
    if (!session) return { session: undefined };
    if ((this.#changed.get(session.viewer.userId) ?? Number.NEGATIVE_INFINITY) >= readAt) return undefined;
    return { session: this.#alive(session) };
  }

  #alive(session: ViewerSession): ViewerSession | undefined {
    return session.viewer.expiresAt > this.#dependencies.clock.now() ? session : undefined;
  }

  async #read(accountId: number, sessionId: string): Promise<ViewerSession | undefined> {
    const { database } = this.#dependencies;
    const row = await this.#store.findViewer(database, sessionId);
    if (row?.account_id !== accountId || row.status !== 'active') return undefined;
    const viewer = readViewer(row);
    const { flags } = await settingsOf(database, accountId);
    if (!flags.embedding || (viewer.isCreator && !flags.useCreatorMode)) return undefined;
    const rights = await this.#rightsOf(viewer);
    if (!rights) return undefined;
    const { userId, deploymentId, email } = viewer;
    const embedTheme = parsed(row.embed_theme);
    return { viewer, embedTheme, rights: { ...rights, userId, deploymentId, email } };
  }

  #rightsOf({ accountId, userId, tenantId, isCreator, isInternal }: Viewer) {
    const { embedTenants, usersOf } = this.#dependencies;
    if (isInternal) return usersOf(accountId).of(userId);
    return embedTenants.rightsOf(accountId, userId, { userScope: tenantId, scope: isCreator ? tenantId : null });
  }
}

function keyOf(accountId: number, sessionId: string): string {
  return `${accountId}/${sessionId}`;
}

function readViewer(row: ViewerRow): Viewer {
  return Object.freeze({
    kind: 'viewer',
    accountId: row.account_id,
    userId: row.user_id,
    isInternal: row.kind === 'internal',
    username: row.kind === 'internal' ? row.username : (row.external_id ?? row.username),
    email: row.email ?? undefined,
    displayName: row.display_name ?? undefined,
    picture: row.picture ?? undefined,
    tenantId: row.embed_tenant_id,
    tenantName: row.tenant_name ?? undefined,
    deploymentId: row.deployment_id,
    isCreator: row.is_creator === 1,
    sessionId: row.jti,
    publicDashboardId: row.public_dashboard_id ?? undefined,
    securityContext: parsed(row.security_context) ?? {},
    expiresAt: Math.min(row.expires_at, row.user_expires_at ?? Number.POSITIVE_INFINITY),
  });
}

function parsed(text: string | null): Readonly<Record<string, unknown>> | undefined {
  return text === null ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>); // written by EmbedSessionService
}
