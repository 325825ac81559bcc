import { randomUUID } from 'node:crypto';
import { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from '../sign-in/index.ts';
import { Forbidden, InvalidInput, NotFound, Unauthorized } from '@orrery/kernel';
import { type Database, inSharedTransaction } from '@orrery/store';
import { settingsOf } from '../account/index.ts';
import type { AttributeService, Scope } from '../attribute/index.ts';
import { type Author, type Change, type Changes, isRightsChange, type RightsChange } from '../change/index.ts';
import type { GroupService } from '../group/index.ts';
import type { EmbedTenantService } from '../tenant/index.ts';
import { usernameKey } from '../user/index.ts';
import { defineInTenant } from './define-in-tenant.ts';
import type { EmbedSecrets } from './embed-secrets.ts';
import { EmbedSessionStore, type TokenFilter } from './embed-session-store.ts';
import { signEmbedToken } from './embed-token.ts';
import { refuse, requireSoundSession, type SessionInput } from './session-input.ts';
import type { ViewerSessions } from './viewer-sessions.ts';

const sessionLastsMs = 5 * 60_000;
const tokenLastsMs = 24 * 3_600_000;
const ephemeralSeconds = 604_800;
/** The maximum number of tries of a change that conflicts with another one of the same viewer or tenant. */
const mostTries = 4;
/** Rows of each table that one statement deletes. */
const mostForgotten = 1_000;

export interface EmbedSessionServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly embedTenants: EmbedTenantService;
  readonly attributes: AttributeService;
  readonly groups: GroupService;
  readonly secrets: EmbedSecrets;
}

/** The user that a program sends requests for. */
export interface AskedUser {
  readonly userId: number;
  readonly isInternal: boolean;
}

/** The sessions of one embed tenant that a caller may see. */
export type SessionsAt = Pick<TokenFilter, 'tenantId' | 'deployments'>;

/** A session that a browser has exchanged, for lists. Instants are epoch milliseconds. */
export interface RunningSession {
  readonly id: number;
  readonly userId: number;
  /** The id of the embedding application, or the username of an internal user. */
  readonly username: string;
  readonly isInternal: boolean;
  readonly deploymentId: number;
  readonly isCreator: boolean;
  readonly publicDashboardId: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Whether the deployment and the dashboard of a session are there, which other services know. */
export interface SessionTarget {
  /** @throws Forbidden, NotFound when the caller may open no such deployment */
  requireDeployment(): Promise<void>;
  /** Whether the deployment has published this dashboard. */
  isPublished(publicDashboardId: string): Promise<boolean>;
}

/** The sessions of this process, which forget a viewer when a request has changed something of the viewer. */
type Forgetting = Pick<ViewerSessions, 'forget'>;

/** Sessions of viewers of embedded content: made by an embedding application, exchanged for a token by a browser. */
export class EmbedSessionService {
  readonly #dependencies: EmbedSessionServiceDependencies;
  readonly #store = new EmbedSessionStore();

  constructor(dependencies: EmbedSessionServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Makes a session, and everything that the request says of its viewer, or nothing.
   *
   * @returns the name of the session, which only the caller knows @throws NotFound, InvalidInput, Forbidden, Invalid
   */
  async generate(
    author: Author,
    input: SessionInput,
    { target, sessions }: { readonly target: SessionTarget; readonly sessions: Forgetting },
  ): Promise<string> {
    await target.requireDeployment();
    await this.#check(author.accountId, input);
    await requirePublished(target, input.publicDashboardId);
    const name = makeOpaqueText();
    const making = this.#retrying((kind) =>
      this.#dependencies.changes[kind](author, (change) => this.#generate(change, input, hashOfOpaqueText(name))),
    );
    const { userId, isChanged } = await making.catch(async (error: unknown) => {
      await target.requireDeployment(); // it may have been deleted since it was looked for
      throw error;
    });
    if (isChanged) sessions.forget(userId);
    return name;
  }

  /**
   * Finds or creates the user that a program names without a session, with all data about the user in the input. An
   * ephemeral user lives from the creation on; a further call does not extend that.
   *
   * @param requireMayName throws where the caller may not name the user of a sound input
   * @throws InvalidInput, Forbidden, Invalid
   */
  async ensureUser(
    author: Author,
    input: SessionInput,
    { requireMayName, sessions }: { readonly requireMayName: () => void; readonly sessions: Forgetting },
  ): Promise<AskedUser> {
    await this.#check(author.accountId, input);
    requireMayName();
    const { userId, isChanged } = await this.#retrying((kind) =>
      this.#dependencies.changes[kind](author, (change) => this.#userOf(change, input, 'creation')),
    );
    if (isChanged) sessions.forget(userId);
    return { userId, isInternal: input.internalId !== undefined };
  }

  /** Finds the user that a program names, and creates none. @throws InvalidInput, Forbidden */
  async findUser({ accountId }: Author, input: SessionInput): Promise<AskedUser | undefined> {
    await this.#check(accountId, input);
    const { externalId, internalId } = input;
    const { database, clock, embedTenants } = this.#dependencies;
    if (internalId !== undefined) {
      const found = await this.#store.activeUser(database, accountId, usernameKey(internalId));
      return found && { userId: found.id, isInternal: true };
    }
    const at = { transaction: database, accountId, now: clock.now() };
    const found = (await embedTenants.findUsers(at, null, [externalId ?? ''])).get(externalId ?? '');
    return found && { userId: found.id, isInternal: false };
  }

  /**
   * Exchanges a session for a token, once.
   *
   * @throws Unauthorized for a session that is unknown, over or used, and when its viewer is not there any more
   */
  async exchange(name: string, issuer: string): Promise<string> {
    if (!isOpaqueText(name)) throw noSession('malformed');
    const { database, clock } = this.#dependencies;
    return inSharedTransaction(database, async (transaction) => {
      const row = await this.#store.take(transaction, hashOfOpaqueText(name), clock.now());
      if (!row) throw noSession('unknown, over or used');
      const { account_id: accountId } = row;
      const change = this.#dependencies.changes.within(transaction, { accountId, by: { via: 'app' } });
      const secret = await this.#dependencies.secrets.ensure(change);
      const user = await this.#store.user(transaction, accountId, row.user_id);
      const endsAt = Math.min(change.now + tokenLastsMs, user?.expires_at ?? Number.POSITIVE_INFINITY);
      if (user?.status !== 'active' || endsAt <= change.now) throw noSession('its viewer is not there any more');
      const sessionId = randomUUID();
      const { id: _, hash: __, ...kept } = row;
      await this.#store.insertToken(transaction, {
        ...kept,
        jti: sessionId,
        created_at: change.now,
        expires_at: endsAt,
      });
      const tenantName =
        row.embed_tenant_id === null
          ? undefined
          : await this.#dependencies.embedTenants.nameOf(change, row.embed_tenant_id);
      const isInternal = user.kind === 'internal';
      const more = {
        deploymentId: row.deployment_id,
        ...(isInternal ? { internalId: user.username } : { externalId: user.external_id ?? user.username }),
        ...(tenantName === undefined ? {} : { embedTenantName: tenantName }),
        creatorMode: row.is_creator === 1,
        ...(row.public_dashboard_id === null ? {} : { publicDashboardId: row.public_dashboard_id }),
        securityContext: row.security_context === null ? {} : JSON.parse(row.security_context),
      };
      const claims = { issuer, userId: row.user_id, sessionId, issuedAt: change.now, expiresAt: endsAt, more };
      return signEmbedToken(claims, { accountId, secret });
    });
  }

  /** Lists sessions that run, by number. */
  async list(
    accountId: number,
    at: SessionsAt,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly RunningSession[]> {
    const { database, clock } = this.#dependencies;
    const rows = await this.#store.list(database, { ...at, accountId, now: clock.now() }, range);
    return rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      username: row.kind === 'internal' ? row.username : (row.external_id ?? row.username),
      isInternal: row.kind === 'internal',
      deploymentId: row.deployment_id,
      isCreator: row.is_creator === 1,
      publicDashboardId: row.public_dashboard_id ?? undefined,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  }

  /** Ends a session that runs. @returns its user @throws NotFound */
  async revoke(change: Change, at: SessionsAt, id: number): Promise<number> {
    const { transaction, accountId, now } = change;
    const [userId] = await this.#store.revoke(transaction, { ...at, accountId, now }, { id });
    if (userId === undefined) throw new NotFound('embed-session.unknown', `There is no session ${id}`);
    await change.record({ event: 'Revoked embed session', attributes: { sessionId: id, embedUserId: userId } });
    return userId;
  }

  /** Ends all sessions of a user, those included that no browser has exchanged yet. @throws NotFound */
  async revokeAllOf(change: Change, at: SessionsAt, userId: number): Promise<void> {
    const { transaction, accountId, now } = change;
    const user = await this.#store.user(transaction, accountId, userId);
    if (!user || user.embed_tenant_id !== at.tenantId || isOver(user, now)) {
      throw new NotFound('external-user.unknown', `There is no user ${userId}`);
    }
    const filter = { ...at, accountId, now };
    // First, so that an exchange that is under way has left its token before tokens are looked for.
    await this.#store.deleteSessions(transaction, filter, userId);
    const { length: sessions } = await this.#store.revoke(transaction, filter, { userId });
    await change.record({ event: 'Revoked embed session', attributes: { embedUserId: userId, sessions } });
  }

  /** Deletes the sessions of all accounts that are over. */
  async forget(): Promise<void> {
    const { database, clock } = this.#dependencies;
    while (await this.#store.deleteOver(database, clock.now(), mostForgotten));
  }

  /** Checks an input before anything is read for it. Creator mode has to be enabled for the account. */
  async #check(accountId: number, input: SessionInput): Promise<void> {
    requireSoundSession(input);
    if (input.creatorMode !== true) return;
    const { flags } = await settingsOf(this.#dependencies.database, accountId);
    if (!flags.useCreatorMode) throw new Forbidden('embed-session.no-creator-mode', 'Creator mode is not enabled');
  }

  async #generate(change: Change, input: SessionInput, hash: string): Promise<Generated> {
    const { deploymentId, embedTenantName, creatorMode = false, internalId, publicDashboardId } = input;
    const { userId, tenantId, isChanged } = await this.#userOf(change, input, 'now');
    const { transaction, accountId, now } = change;
    await this.#store.insert(transaction, {
      hash,
      account_id: accountId,
      deployment_id: deploymentId,
      user_id: userId,
      embed_tenant_id: tenantId,
      is_creator: creatorMode ? 1 : 0,
      public_dashboard_id: publicDashboardId ?? null,
      security_context: jsonOf(input.securityContext),
      embed_theme: jsonOf(input.embedTheme),
      created_at: now,
      expires_at: now + sessionLastsMs,
    });
    await change.record({
      event: 'Generated embed session',
      deploymentId,
      attributes: {
        embedUserId: userId,
        ...(internalId === undefined ? { externalId: input.externalId } : { internalId }),
        ...(embedTenantName === undefined ? {} : { embedTenant: embedTenantName }),
        creatorMode,
        ...(publicDashboardId === undefined ? {} : { publicDashboardId }),
      },
    });
    return { userId, isChanged };
  }

  #userOf(change: Change, input: SessionInput, livesFrom: 'now' | 'creation'): Promise<Provisioned> {
    const { internalId } = input;
    return internalId === undefined ? this.#provision(change, input, livesFrom) : this.#internal(change, internalId);
  }

  /** An internal user is of no embed tenant. */
  async #internal(change: Change, internalId: string): Promise<Provisioned> {
    const found = await this.#store.activeUser(change.transaction, change.accountId, usernameKey(internalId));
    if (found) return { userId: found.id, tenantId: null, isChanged: false };
    throw refuse('embed-session.internal-user-unknown', 'Internal user not found', [
      { path: 'internalId', message: 'Internal user not found' },
    ]);
  }

  async #provision(change: Change, input: SessionInput, livesFrom: 'now' | 'creation'): Promise<Provisioned> {
    const { embedTenants } = this.#dependencies;
    const tenantId = await this.#tenantOf(change, input.embedTenantName);
    const isDefined = await this.#define(change, input, tenantId);
    const scope = input.creatorMode === true ? tenantId : null;
    const values = new Map(input.userAttributes?.map(({ name, value }) => [name, value]));
    const livesForMs = input.isEphemeral === true ? (input.ephemeralTtlSeconds ?? ephemeralSeconds) * 1000 : undefined;
    const viewer = {
      externalId: input.externalId ?? '',
      email: input.email,
      ...input.userProfile,
      ...(livesFrom === 'creation'
        ? { livesForMs }
        : { expiresAt: livesForMs === undefined ? undefined : change.now + livesForMs }),
    };
    const provisioning = embedTenants.provision(change, tenantId, viewer, {
      scope,
      named: { groups: input.groups, values },
    });
    const { user, isChanged } = await provisioning.catch((error: unknown) => {
      // What the request defines may have been deleted since it was looked at, unless the account is locked.
      if (error instanceof InvalidInput && definesAny(input)) needsRights(change);
      throw error;
    });
    return { userId: user.id, tenantId, isChanged: isDefined || isChanged };
  }

  async #tenantOf(change: Change, name: string | undefined): Promise<Scope> {
    if (name === undefined) return null;
    const { embedTenants } = this.#dependencies;
    const known = await embedTenants.numberOf(change, name);
    return known ?? (await embedTenants.ensure(needsRights(change), name)).id;
  }

  /** Creates and changes what the request defines in the tenant. @returns whether anything has changed */
  #define(change: Change, input: SessionInput, tenantId: Scope): Promise<boolean> {
    const { groupDefinitions = [], userAttributeDefinitions = [] } = input;
    if (tenantId === null || groupDefinitions.length + userAttributeDefinitions.length === 0)
      return Promise.resolve(false);
    const { groups, attributes } = this.#dependencies;
    const wanted = { groups: groupDefinitions, attributes: userAttributeDefinitions };
    return defineInTenant(change, tenantId, wanted, { groups, attributes, needsRights });
  }

  /** Makes the change as one that reduces no rights of others, else as one that may. */
  async #retrying(make: (kind: 'makeTogether' | 'changeRights') => Promise<Generated>): Promise<Generated> {
    let kind: 'makeTogether' | 'changeRights' = 'makeTogether';
    for (let tries = 1; ; tries++) {
      try {
        return await make(kind);
      } catch (error) {
        if (error instanceof NeedsRights) kind = 'changeRights';
        else if (tries >= mostTries || !isConflict(error)) throw error;
      }
    }
  }
}

interface Generated {
  readonly userId: number;
  /** Whether something has changed that policies read of the viewer, or that pages show. */
  readonly isChanged: boolean;
}

interface Provisioned extends Generated {
  readonly tenantId: Scope;
}

/** @throws InvalidInput */
async function requirePublished(target: SessionTarget, publicDashboardId: string | undefined): Promise<void> {
  if (publicDashboardId === undefined || (await target.isPublished(publicDashboardId))) return;
  const message = 'names no published dashboard of the deployment';
  throw new InvalidInput('embed-session.dashboard-unknown', `publicDashboardId ${message}`, [
    { path: 'publicDashboardId', message },
  ]);
}

function definesAny({ groupDefinitions = [], userAttributeDefinitions = [] }: SessionInput): boolean {
  return groupDefinitions.length + userAttributeDefinitions.length > 0;
}

/** A new tenant and new definitions change what others may name or read. */
class NeedsRights extends Error {}

/** @throws NeedsRights, upon which the change is made again */
function needsRights(change: Change): RightsChange {
  if (isRightsChange(change)) return change;
  throw new NeedsRights('this change has to be made by changeRights');
}

/** A name that another transaction has just taken, a row that it has deleted, or a deadlock that PostgreSQL ended. */
function isConflict(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['23503', '23505', '40P01', '40001', 'SQLITE_CONSTRAINT_UNIQUE'].includes(code);
}

/** Whether the time of an ephemeral viewer is over. */
function isOver({ expires_at: expiresAt }: { readonly expires_at: number | null }, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function noSession(reason: string): Unauthorized {
  return new Unauthorized('auth.invalid-embed-session', 'Invalid or expired session', { cause: reason });
}
