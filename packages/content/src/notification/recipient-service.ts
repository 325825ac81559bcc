import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { Database, Tables } from '@orrery/store';
import { type InputProblem, requireSound } from '@orrery/kernel';
import { type Change, type EmbedTenantService, type ExternalUser, type RightsChange } from '@orrery/people';
import type { ContentScope } from '../item/index.ts';
import { requireRow } from './notification-service.ts';
import { type NewestFirst, NotificationStore } from './notification-store.ts';
import type { NotificationRow } from './read-notification.ts';
import type { Recipient } from './recipient.ts';
import { type NewRecipient, type RecipientName, RecipientStore } from './recipient-store.ts';
import {
  fieldOfRecipient,
  type RecipientInput,
  type Resolved,
  type ResolvedUser,
  resolveRecipients,
  type ViewerRecipient,
  viewerHasAddress,
} from './resolve-recipients.ts';

export interface RecipientServiceDependencies {
  readonly database: Database;
  readonly embedTenants: EmbedTenantService;
}

/** The result for each named person, in exactly one of the lists. */
export interface ChangedRecipients {
  readonly created: readonly Recipient[];
  readonly updated: readonly Recipient[];
  readonly unchanged: readonly Recipient[];
}

type RecipientOutcome = keyof ChangedRecipients;

interface RecipientChange extends NewRecipient {
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
  async list(place: ContentScope, notificationId: number, range: NewestFirst): Promise<readonly Recipient[]> {
    requireRow(await this.#notifications.get(this.#dependencies.database, place, notificationId), notificationId);
    return this.#store.list(notificationId, range);
  }

  /** Adds all recipients or none. @throws NotFound, Invalid naming every problem */
  async add(
    change: RightsChange,
    place: ContentScope,
    notificationId: number,
    inputs: readonly RecipientInput[],
  ): Promise<ChangedRecipients> {
    const { transaction } = change;
    const row = requireRow(await this.#notifications.lock(transaction, place, notificationId), notificationId);
    const resolved = await resolveRecipients(transaction, place.accountId, inputs);
    const known = await this.#known(change, resolved.viewers);
    requireSound('recipient.invalid', [
      ...resolved.faults,
      ...(await this.#deactivated(transaction, notificationId, resolved)),
      ...withoutAddress(resolved.viewers, known),
    ]);
    const viewers = await this.#upsertAll(change, resolved.viewers, known);
    const wanted = [...resolved.users.map(({ userId }) => ({ userId, securityContext: undefined })), ...viewers];
    const outcomes = await this.#addAll(change, notificationId, wanted);
    const changed = await this.#changed(transaction, notificationId, outcomes);
    const counts = { added: changed.created.length, updated: changed.updated.length };
    if (counts.added + counts.updated > 0) await record(change, row, counts);
    return changed;
  }

  /** Removes recipients; other names are ignored. @throws NotFound */
  async remove(
    change: RightsChange,
    place: ContentScope,
    notificationId: number,
    names: readonly RecipientName[],
  ): Promise<void> {
    const { transaction } = change;
    const row = requireRow(await this.#notifications.lock(transaction, place, notificationId), notificationId);
    const userIds = names.map((name) => ('userId' in name ? name.userId : name.embedUserId));
    const members = await this.#store.of(transaction, notificationId, userIds);
    const ids = names.flatMap((name) => {
      const member = members.get('userId' in name ? name.userId : name.embedUserId);
      return member && isNamed(member, name) ? [member.id] : [];
    });
    await this.#store.remove(transaction, ids);
    const removed = new Set(ids).size;
    if (removed > 0) await record(change, row, { removed });
  }

  async #known(
    change: Change,
    viewers: readonly ViewerRecipient[],
  ): Promise<ReadonlyMap<ViewerRecipient, ExternalUser>> {
    const { embedTenants } = this.#dependencies;
    const known = new Map<ViewerRecipient, ExternalUser>();
    for (const [tenantName, those] of byTenant(viewers)) {
      const tenantId = await embedTenants.numberOf(change, tenantName);
      if (tenantId === undefined) continue;
      const externalIds = those.map(({ externalId }) => externalId);
      const users = await embedTenants.findUsers(change, tenantId, externalIds);
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
    return news.map(({ index }) => ({ path: fieldOfRecipient(index, 'userId'), message: 'is deactivated' }));
  }

  async #upsertAll(
    change: RightsChange,
    viewers: readonly ViewerRecipient[],
    known: ReadonlyMap<ViewerRecipient, ExternalUser>,
  ): Promise<readonly RecipientChange[]> {
    const { embedTenants } = this.#dependencies;
    const wanted: RecipientChange[] = [];
    for (const [tenantName, those] of byTenant(viewers)) {
      const { id: tenantId } = await embedTenants.ensure(change, tenantName);
      const newcomers = those.filter((viewer) => !known.has(viewer));
      const added = await embedTenants.addUsers(change, tenantId, newcomers);
      for (const viewer of those) {
        const user = known.get(viewer) ?? added.get(viewer.externalId);
        if (!user) throw new Error(`the viewer '${viewer.externalId}' was not made`);
        const isChanged = await this.#update(change, tenantId, viewer, user);
        wanted.push({ userId: user.id, securityContext: viewer.securityContext, isChanged });
      }
    }
    return wanted;
  }

  /** @returns whether anything of the viewer has changed */
  async #update(
    change: RightsChange,
    tenantId: number,
    { externalId, email, groups, userAttributes }: ViewerRecipient,
    user: ExternalUser,
  ): Promise<boolean> {
    const { embedTenants } = this.#dependencies;
    const isOtherAddress = email !== undefined && email !== user.email;
    if (isOtherAddress || user.expiresAt !== undefined) {
      await embedTenants.upsertUser(change, tenantId, { externalId, email });
    }
    // The scope of read-only sessions: the mail shows the account's own dashboards.
    const standing = await embedTenants.resolve(change, null, { groups, values: userAttributes });
    const hasOtherStanding = await embedTenants.setStanding(change, user.id, null, standing);
    return isOtherAddress || hasOtherStanding;
  }

  async #addAll(
    { transaction, now }: Change,
    notificationId: number,
    wanted: readonly RecipientChange[],
  ): Promise<ReadonlyMap<number, RecipientOutcome>> {
    const userIds = wanted.map(({ userId }) => userId);
    const members = await this.#store.of(transaction, notificationId, userIds);
    const newcomers = wanted.filter(({ userId }) => !members.has(userId));
    await this.#store.insert(transaction, notificationId, newcomers, now);
    const outcomes = new Map<number, RecipientOutcome>();
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
    outcomes: ReadonlyMap<number, RecipientOutcome>,
  ): Promise<ChangedRecipients> {
    const members = await this.#store.of(transaction, notificationId, [...outcomes.keys()]);
    const those = (wanted: RecipientOutcome) =>
      [...outcomes].flatMap(([userId, outcome]) => (outcome === wanted ? (members.get(userId) ?? []) : []));
    return { created: those('created'), updated: those('updated'), unchanged: those('unchanged') };
  }
}

function record(change: Change, { id, deployment_id }: NotificationRow, counts: object): Promise<void> {
  const attributes = { notificationId: id, ...counts };
  return change.record({ event: 'Updated notification recipients', deploymentId: deployment_id, attributes });
}

function withoutAddress(
  viewers: readonly ViewerRecipient[],
  known: ReadonlyMap<ViewerRecipient, ExternalUser>,
): readonly InputProblem[] {
  return viewers
    .filter((viewer) => !viewerHasAddress(viewer, known.get(viewer)?.email))
    .map(({ index }) => ({
      path: fieldOfRecipient(index, 'email'),
      message: 'is needed: the externalId is no e-mail address',
    }));
}

function isNamed(member: Recipient, name: RecipientName): boolean {
  if (member.type === 'USER') return 'userId' in name;
  return 'embedUserId' in name && name.embedTenantName === member.embedTenantName;
}

function byTenant(viewers: readonly ViewerRecipient[]): ReadonlyMap<string, readonly ViewerRecipient[]> {
  return Map.groupBy(viewers, ({ embedTenantName }) => embedTenantName);
}

/** Compares without regard to the order of keys. */
function hasContext(member: Recipient, securityContext: object): boolean {
  const before = member.type === 'EMBED_USER' ? member.securityContext : undefined;
  return isDeepStrictEqual(before, JSON.parse(JSON.stringify(securityContext)));
}
