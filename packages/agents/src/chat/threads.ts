import { Forbidden, nameKey, NotFound } from '@orrery/kernel';
import {
  type Change,
  clearPolicies,
  policiesOfUser,
  type PolicySubject,
  presentUsers,
  type ResourcePolicyService,
  type RightsChange,
} from '@orrery/people';
import type { Database, Writer } from '@orrery/store';
import { sql } from 'kysely';
import { findThread, type ThreadRow } from './store/index.ts';

/** A conversation for lists. Instants are epoch milliseconds. */
export interface Thread {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly deploymentId: number;
  readonly agentId: number;
  readonly agentName: string;
  readonly userId: number;
  readonly ownerName: string;
  readonly isShared: boolean;
  readonly isStreaming: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The user who reads conversations. */
export interface ThreadReader {
  readonly accountId: number;
  readonly userId: number;
  readonly isAdmin: boolean;
  /** Whether what is shared in the account reaches the user: people of the account, and no viewers. */
  readonly isOfAccount: boolean;
  /** Deployments whose agents the user may talk to, by the credential. */
  readonly deployments: readonly number[];
}

export interface ThreadFilter {
  /** Own conversations, those that others share, or all of the account for admins. */
  readonly which: 'own' | 'shared' | 'all';
  readonly search?: string | undefined;
  readonly deploymentId?: number | undefined;
  readonly agentId?: number | undefined;
}

/** Place in the list: the last changed first. */
export interface ThreadRange {
  readonly after: readonly [updatedAt: number, id: number] | undefined;
  readonly most: number;
}

export interface ThreadsDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly resourcePolicies: Pick<ResourcePolicyService, 'list' | 'set'>;
}

/** A user or a group who may read a conversation. */
export interface ThreadShare {
  readonly subject: PolicySubject;
  readonly name: string;
}

const forgottenAtOnce = 200;

/** Conversations as things that people list, rename, share and delete. */
export class Threads {
  readonly #database: Database;
  readonly #clock: ThreadsDependencies['clock'];
  readonly #resourcePolicies: ThreadsDependencies['resourcePolicies'];

  constructor({ database, clock, resourcePolicies }: ThreadsDependencies) {
    this.#database = database;
    this.#clock = clock;
    this.#resourcePolicies = resourcePolicies;
  }

  /** @throws Forbidden for all conversations, unless the reader is an admin */
  async list(reader: ThreadReader, filter: ThreadFilter, { after, most }: ThreadRange): Promise<readonly Thread[]> {
    if (filter.which === 'all' && !reader.isAdmin) throw new Forbidden('auth.admin-only', 'Only admins may do this');
    if (reader.deployments.length === 0) return [];
    const { search, deploymentId, agentId } = filter;
    const key = search === undefined ? undefined : nameKey(search);
    return (
      await rows(this.#database, reader, this.#clock.now())
        .$if(filter.which === 'own', (query) => query.where('thread.user_id', '=', reader.userId))
        .$if(filter.which === 'shared', (query) =>
          query.where('thread.user_id', '!=', reader.userId).where(sharedWith(reader)),
        )
        .$if(deploymentId !== undefined, (query) => query.where('thread.deployment_id', '=', deploymentId ?? 0))
        .$if(agentId !== undefined, (query) => query.where('thread.agent_id', '=', agentId ?? 0))
        .$if(key !== undefined && key !== '', (query) =>
          query.where((is) =>
            is.or([
              is('thread.uid', '=', search ?? ''),
              is(sql`thread.search_key`, 'like', sql`${`%${escaped(key ?? '')}%`} ESCAPE '!'`),
            ]),
          ),
        )
        .$if(after !== undefined, (query) =>
          query.where((is) =>
            is.or([
              is('thread.updated_at', '<', after?.[0] ?? 0),
              is.and([is('thread.updated_at', '=', after?.[0] ?? 0), is('thread.id', '<', after?.[1] ?? 0)]),
            ]),
          ),
        )
        .orderBy('thread.updated_at', 'desc')
        .orderBy('thread.id', 'desc')
        .limit(most)
        .execute()
    ).map(readThread);
  }

  /** @throws NotFound for a conversation that the reader may not read */
  get(reader: ThreadReader, uid: string): Promise<Thread> {
    return this.#get(this.#database, reader, uid);
  }

  async #get(writer: Writer, reader: ThreadReader, uid: string): Promise<Thread> {
    const row = await rows(writer, reader, this.#clock.now())
      .where('thread.uid', '=', uid)
      .$if(!reader.isAdmin, (query) =>
        query.where((is) => is.or([is('thread.user_id', '=', reader.userId), sharedWith(reader)])),
      )
      .executeTakeFirst();
    if (row) return readThread(row);
    throw new NotFound('chat.unknown', `There is no chat '${uid.slice(0, 50)}'`);
  }

  /** The row of a conversation that the reader may read. @throws NotFound */
  async row(reader: ThreadReader, uid: string): Promise<ThreadRow> {
    await this.get(reader, uid);
    const row = await findThread(this.#database, reader.accountId, uid, this.#clock.now());
    if (row) return row;
    throw new NotFound('chat.unknown', `There is no chat '${uid.slice(0, 50)}'`);
  }

  /** @throws NotFound; Forbidden for a conversation of another user, and for viewers who share */
  async update(
    { transaction }: Change,
    reader: ThreadReader,
    uid: string,
    { title, isShared }: { readonly title?: string | undefined; readonly isShared?: boolean | undefined },
  ): Promise<Thread> {
    const thread = await this.#own(transaction, reader, uid);
    if (isShared === true && !reader.isOfAccount) {
      throw new Forbidden('chat.not-shared', 'Viewers of embedded content share no chats');
    }
    await transaction
      .updateTable('chat_thread')
      .set({
        title: title ?? thread.title,
        ...(isShared === undefined ? {} : { is_shared: isShared ? 1 : 0 }),
      })
      .where('id', '=', thread.id)
      .execute();
    return this.#get(transaction, reader, uid);
  }

  /** Lists who may read an own conversation. @throws NotFound, Forbidden */
  async shares(reader: ThreadReader, uid: string): Promise<readonly ThreadShare[]> {
    const { id } = await this.#own(this.#database, reader, uid);
    return this.#resourcePolicies.list(reader.accountId, { type: 'ChatThread', id });
  }

  /** Lets a user or a group read an own conversation, or no longer. @throws NotFound, Forbidden */
  async share(
    change: RightsChange,
    reader: ThreadReader,
    uid: string,
    { subject, mayRead }: { readonly subject: PolicySubject; readonly mayRead: boolean },
  ): Promise<void> {
    const { id, deploymentId } = await this.#own(change.transaction, reader, uid);
    const action = mayRead ? 'ChatThreadRead' : undefined;
    await this.#resourcePolicies.set(change, { type: 'ChatThread', id }, subject, action, deploymentId);
  }

  async #own(writer: Writer, reader: ThreadReader, uid: string): Promise<Thread> {
    const thread = await this.#get(writer, reader, uid);
    if (thread.userId === reader.userId) return thread;
    throw new Forbidden('chat.of-another', 'The chat belongs to another user');
  }

  /** Deletes a conversation with all of its messages. @throws NotFound; Forbidden for one of another user, unless an admin */
  async delete(change: Change, reader: ThreadReader, uid: string): Promise<void> {
    const { transaction, accountId } = change;
    const thread = await this.#get(transaction, reader, uid);
    if (thread.userId !== reader.userId && !reader.isAdmin) {
      throw new Forbidden('chat.of-another', 'The chat belongs to another user');
    }
    const own = transaction.selectFrom('chat_thread').select('id').where('id', '=', thread.id);
    await clearPolicies(transaction, accountId, ['ChatThread'], own);
    await transaction.deleteFrom('chat_thread').where('id', '=', thread.id).execute();
    const { deploymentId, userId } = thread;
    await change.record({ event: 'Deleted chat', deploymentId, attributes: { chatId: thread.uid, userId } });
  }

  /** Deletes the conversations of an account that have had no question since an instant. */
  async forget(accountId: number, before: number): Promise<void> {
    for (;;) {
      const old = await this.#database
        .selectFrom('chat_thread')
        .select('id')
        .where('account_id', '=', accountId)
        .where('updated_at', '<', before)
        .limit(forgottenAtOnce)
        .execute();
      if (old.length === 0) return;
      const ids = old.map(({ id }) => id);
      await this.#database.transaction().execute(async (transaction) => {
        const own = transaction.selectFrom('chat_thread').select('id').where('id', 'in', ids);
        await clearPolicies(transaction, accountId, ['ChatThread'], own);
        await transaction.deleteFrom('chat_thread').where('id', 'in', ids).execute();
      });
    }
  }
}

/** Conversations of the deployments that the reader may use, of owners whose time is not over, with their names. */
function rows(writer: Writer, { accountId, deployments }: ThreadReader, now: number) {
  return writer
    .selectFrom('chat_thread as thread')
    .innerJoin('agent', 'agent.id', 'thread.agent_id')
    .innerJoin(presentUsers(writer, now).as('owner'), 'owner.id', 'thread.user_id')
    .select(['thread.id', 'thread.uid', 'thread.title', 'thread.deployment_id', 'thread.agent_id', 'thread.user_id'])
    .select(['thread.is_shared', 'thread.created_at', 'thread.updated_at', 'agent.name as agent_name'])
    .select(sql<string>`COALESCE(owner.given_name, owner.external_id, owner.username)`.as('owner_name'))
    .select(
      sql<number>`EXISTS (SELECT 1 FROM chat_run WHERE chat_run.thread_id = thread.id AND state = 'active')`.as(
        'is_streaming',
      ),
    )
    .where('thread.account_id', '=', accountId)
    .where('thread.deployment_id', 'in', deployments);
}

/** Conversations that others let the reader read. */
function sharedWith({ userId, isOfAccount }: ThreadReader) {
  const policies = policiesOfUser(userId).map(
    (own) => sql`SELECT resource_id FROM ${own} AND resource_type = 'ChatThread' AND action = 'ChatThreadRead'`,
  );
  const byPolicy = sql`thread.id IN (${sql.join(policies, sql` UNION ALL `)})`;
  return isOfAccount ? sql<boolean>`(thread.is_shared = 1 OR ${byPolicy})` : sql<boolean>`(${byPolicy})`;
}

type ThreadListRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

function readThread(row: ThreadListRow): Thread {
  return {
    id: row.id,
    uid: row.uid,
    title: row.title,
    deploymentId: row.deployment_id,
    agentId: row.agent_id,
    agentName: row.agent_name,
    userId: row.user_id,
    ownerName: row.owner_name,
    isShared: row.is_shared === 1,
    isStreaming: Boolean(row.is_streaming),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Signs of LIKE stand for themselves. */
function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
