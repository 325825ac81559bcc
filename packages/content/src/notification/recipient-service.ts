import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Tables } from '@orrery/store';
import { type AuditActor, type InputProblem, requireSound } from '@orrery/kernel';
import {
  type AuditLog,
  changeStanding,
  type EmbedTenantService,
  type ExternalUser,
  type StandingDependencies,
} from '@orrery/people';
import type { Place } from '../item/index.ts';
import { requireRow } from './notification-service.ts';
import { type NewestFirst, NotificationStore } from './notification-store.ts';
import type { NotificationRow } from './read-notification.ts';
import type { Recipient } from './recipient.ts';
import { type NewRecipient, type RecipientName, RecipientStore } from './recipient-store.ts';
import {
  fieldOf,
  type RecipientInput,
  type Resolved,
  type ResolvedUser,
  resolveRecipients,
  type Viewer,
  viewerHasAddress,
} from './resolve-recipients.ts';

export interface RecipientServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
  readonly embedTenants: EmbedTenantService;
}

/** The result for each named person, in exactly one of the lists. */
export interface ChangedRecipients {
  readonly created: readonly Recipient[];
  readonly updated: readonly Recipient[];
  readonly unchanged: readonly Recipient[];
}

type Outcome = keyof ChangedRecipients;

interface Wanted extends NewRecipient {
  /** Whether their data has changed. */
  readonly isChanged?: boolean;
}

/**
 * Recipients of notifications. Missing viewers of embedded content are created, as by a session. Groups and attributes
 * in an entry apply to them everywhere, because policies read them.
 */
export class RecipientService {
  readonly #notifications: NotificationStore;
  readonly #store: RecipientStore;
  readonly #dependencies: RecipientServiceDependencies;

  constructor(dependencies: RecipientServiceDependencies) {
    this.#notifications = new NotificationStore(dependencies.database);
    this.#store = new RecipientStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Lists the newest first. @throws NotFound */
  async list(place: Place, notificationId: number, range: NewestFirst): Promise<readonly Recipient[]> {
    requireRow(await this.#notifications.get(this.#dependencies.database, place, notificationId), notificationId);
    return this.#store.list(notificationId, range);
  }

  /** Adds all recipients or none. @throws NotFound, Invalid naming every problem */
  add(
    place: Place,
    by: AuditActor,
    notificationId: number,
    inputs: readonly RecipientInput[],
  ): Promise<ChangedRecipients> {
    return changeStanding(this.#dependencies, place.accountId, async (transaction) => {
      const row = requireRow(await this.#notifications.lock(transaction, place, notificationId), notificationId);
      const resolved = await resolveRecipients(transaction, place.accountId, inputs);
      const known = await this.#known(transaction, place.accountId, resolved.viewers);
      requireSound('recipient.invalid', [
        ...resolved.faults,
        ...(await this.#deactivated(transaction, notificationId, resolved)),
        ...withoutAddress(resolved.viewers, known),
      ]);
      const viewers = await this.#upsertAll(transaction, place.accountId, resolved.viewers, known);
      const wanted = [...resolved.users.map(({ userId }) => ({ userId, securityContext: undefined })), ...viewers];
      const outcomes = await this.#addAll(transaction, notificationId, wanted);
      const changed = await this.#changed(transaction, notificationId, outcomes);
      const counts = { added: changed.created.length, updated: changed.updated.length };
      if (counts.added + counts.updated > 0) await this.#record(transaction, by, row, counts);
      return changed;
    });
  }

  /** Removes recipients; other names are ignored. @throws NotFound */
  remove(place: Place, by: AuditActor, notificationId: number, names: readonly RecipientName[]): Promise<void> {
    return changeStanding(this.#dependencies, place.accountId, async (transaction) => {
      const row = requireRow(await this.#notifications.lock(transaction, place, notificationId), notificationId);
      const userIds = names.map((name) => ('userId' in name ? name.userId : name.embedUserId));
      const members = await this.#store.of(transaction, notificationId, userIds);
      const ids = names.flatMap((name) => {
        const member = members.get('userId' in name ? name.userId : name.embedUserId);
        return member && isNamed(member, name) ? [member.id] : [];
      });
      await this.#store.remove(transaction, ids);
      const removed = new Set(ids).size;
      if (removed > 0) await this.#record(transaction, by, row, { removed });
    });
  }

  async #known(
    transaction: Transaction<Tables>,
    accountId: number,
    viewers: readonly Viewer[],
  ): Promise<ReadonlyMap<Viewer, ExternalUser>> {
    const { embedTenants } = this.#dependencies;
    const known = new Map<Viewer, ExternalUser>();
    for (const [tenantName, those] of byTenant(viewers)) {
      const tenantId = await embedTenants.findIn(transaction, accountId, tenantName);
      if (tenantId === undefined) continue;
      const externalIds = those.map(({ externalId }) => externalId);
      const users = await embedTenants.findUsersIn(transaction, accountId, tenantId, externalIds);
      for (const viewer of those) {
        const user = users.get(viewer.externalId);
        if (user) known.set(viewer, user);
      }
    }
    return known;
  }

  /** Lists deactivated users, who receive nothing. */
  async #deactivated(
    transaction: Transaction<Tables>,
    notificationId: number,
    { users }: Resolved,
  ): Promise<readonly InputProblem[]> {
    const out = users.filter(({ isActive }) => !isActive);
    const members = await this.#store.of(
      transaction,
      notificationId,
      out.map(({ userId }) => userId),
    );
    const news = out.filter(({ userId }: ResolvedUser) => !members.has(userId));
    return news.map(({ index }) => ({ path: fieldOf(index, 'userId'), message: 'is deactivated' }));
  }

  async #upsertAll(
    transaction: Transaction<Tables>,
    accountId: number,
    viewers: readonly Viewer[],
    known: ReadonlyMap<Viewer, ExternalUser>,
  ): Promise<readonly Wanted[]> {
    const { embedTenants } = this.#dependencies;
    const wanted: Wanted[] = [];
    for (const [tenantName, those] of byTenant(viewers)) {
      const { id: tenantId } = await embedTenants.ensureIn(transaction, accountId, tenantName);
      const newcomers = those.filter((viewer) => !known.has(viewer));
      const added = await embedTenants.addUsersIn(transaction, accountId, tenantId, newcomers);
      for (const viewer of those) {
        const user = known.get(viewer) ?? added.get(viewer.externalId);
        if (!user) throw new Error(`the viewer '${viewer.externalId}' was not made`);
        const isChanged = await this.#update(transaction, accountId, tenantId, viewer, user);
        wanted.push({ userId: user.id, securityContext: viewer.securityContext, isChanged });
      }
    }
    return wanted;
  }

  /** @returns whether anything of the viewer has changed */
  async #update(
    transaction: Transaction<Tables>,
    accountId: number,
    tenantId: number,
    { externalId, email, groups, userAttributes }: Viewer,
    user: ExternalUser,
  ): Promise<boolean> {
    const { embedTenants } = this.#dependencies;
    const isOtherAddress = email !== undefined && email !== user.email;
    if (isOtherAddress || user.expiresAt !== undefined) {
      await embedTenants.upsertUserIn(transaction, accountId, tenantId, { externalId, email });
    }
    // Scopes of read-only sessions: the mail shows the account's own dashboards.
    const scopes = { userScope: tenantId, scope: null };
    const isOtherGroups =
      groups !== undefined && (await embedTenants.setGroupsIn(transaction, accountId, user.id, groups, scopes));
    const isOtherValues =
      userAttributes !== undefined &&
      (await embedTenants.setAttributesIn(transaction, accountId, user.id, userAttributes, scopes));
    return isOtherAddress || isOtherGroups || isOtherValues;
  }

  async #addAll(
    transaction: Transaction<Tables>,
    notificationId: number,
    wanted: readonly Wanted[],
  ): Promise<ReadonlyMap<number, Outcome>> {
    const userIds = wanted.map(({ userId }) => userId);
    const members = await this.#store.of(transaction, notificationId, userIds);
    const newcomers = wanted.filter(({ userId }) => !members.has(userId));
    await this.#store.insert(transaction, notificationId, newcomers, this.#dependencies.clock.now());
    const outcomes = new Map<number, Outcome>();
    for (const { userId, securityContext, isChanged } of wanted) {
      const member = members.get(userId);
      const isOther = member !== undefined && securityContext !== undefined && !hasContext(member, securityContext);
      if (isOther) await this.#store.setContext(transaction, member.id, securityContext);
      outcomes.set(userId, !member ? 'created' : isOther || isChanged === true ? 'updated' : 'unchanged');
    }
    return outcomes;
  }

  async #changed(
    transaction: Transaction<Tables>,
    notificationId: number,
    outcomes: ReadonlyMap<number, Outcome>,
  ): Promise<ChangedRecipients> {
    const members = await this.#store.of(transaction, notificationId, [...outcomes.keys()]);
    const those = (wanted: Outcome) =>
      [...outcomes].flatMap(([userId, outcome]) => (outcome === wanted ? (members.get(userId) ?? []) : []));
    return { created: those('created'), updated: those('updated'), unchanged: those('unchanged') };
  }

  async #record(
    transaction: Transaction<Tables>,
    by: AuditActor,
    { id, account_id, deployment_id }: NotificationRow,
    counts: object,
  ): Promise<void> {
    const attributes = { notificationId: id, ...counts };
    const entry = { event: 'Updated notification recipients' as const, deploymentId: deployment_id, attributes };
    await this.#dependencies.audit.record(transaction, account_id, by, entry);
  }
}

function withoutAddress(viewers: readonly Viewer[], known: ReadonlyMap<Viewer, ExternalUser>): readonly InputProblem[] {
  return viewers
    .filter((viewer) => !viewerHasAddress(viewer, known.get(viewer)?.email))
    .map(({ index }) => ({ path: fieldOf(index, 'email'), message: 'is needed: the externalId is no e-mail address' }));
}

function isNamed(member: Recipient, name: RecipientName): boolean {
  if (member.type === 'USER') return 'userId' in name;
  return 'embedUserId' in name && name.embedTenantName === member.embedTenantName;
}

function byTenant(viewers: readonly Viewer[]): ReadonlyMap<string, readonly Viewer[]> {
  return Map.groupBy(viewers, ({ embedTenantName }) => embedTenantName);
}

/** Compares without regard to the order of keys. */
function hasContext(member: Recipient, securityContext: object): boolean {
  const before = member.type === 'EMBED_USER' ? member.securityContext : undefined;
  return isDeepStrictEqual(before, JSON.parse(JSON.stringify(securityContext)));
}
