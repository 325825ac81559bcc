import { presentUsers } from '@orrery/people';
import type { Writer } from '@orrery/store';
import { sql } from 'kysely';
import { memoryBounds } from './memory.ts';

/** A space of a deployment of an account. Each statement compares all three. */
export interface MemoryPlace {
  readonly accountId: number;
  readonly deploymentId: number;
  readonly spaceId: number;
}

/** The user whose questions memories are read for. */
export interface MemoryReader {
  readonly accountId: number;
  readonly userId: number;
}

/** Users who share memories: those of the account, or the viewers of one tenant. `undefined` for users whose time is over. */
export async function circleOf(
  writer: Writer,
  { accountId, userId }: MemoryReader,
  now: number,
): Promise<string | undefined> {
  const row = await presentUsers(writer, now)
    .where('id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && (row.kind === 'external' ? `viewers of ${row.embed_tenant_id ?? 0}` : 'account');
}

/** Memories with their authors, of authors whose time is not over. A choice counts from the second time on. */
export function memoriesOf(writer: Writer, { accountId, deploymentId }: Omit<MemoryPlace, 'spaceId'>, now: number) {
  return writer
    .selectFrom('agent_memory as memory')
    .innerJoin(presentUsers(writer, now).as('author'), (join) =>
      join.onRef('author.id', '=', 'memory.author_id').onRef('author.account_id', '=', 'memory.account_id'),
    )
    .innerJoin('agent_space as space', 'space.id', 'memory.space_id')
    .select(['memory.id', 'memory.kind', 'term', 'text', 'author_id', 'memory.user_id', 'times_chosen', 'thread_uid'])
    .select(['created_at', 'last_used_at', 'space.name as space_name'])
    .select(['author.kind as author_kind', 'author.username as author_username'])
    .select(['author.given_name as author_given_name', 'author.external_id as author_external_id'])
    .where('memory.account_id', '=', accountId)
    .where('memory.deployment_id', '=', deploymentId)
    .where((is) => is.or([is('times_chosen', 'is', null), is('times_chosen', '>', 1)]));
}

export type MemoryQuery = ReturnType<typeof memoriesOf>;

/** Keeps the memories that a user wrote or that are for the user. */
export function ownOf(memories: MemoryQuery, userId: number): MemoryQuery {
  return memories.where((is) => is.or([is('memory.user_id', '=', userId), is('author_id', '=', userId)]));
}

/** Keeps those that are for the user alone, and with `sharesSpace` those that are shared in the user's circle. */
export function readableBy(
  memories: MemoryQuery,
  { accountId, userId }: MemoryReader,
  { sharesSpace, writer, now }: { readonly sharesSpace: boolean; readonly writer: Writer; readonly now: number },
): MemoryQuery {
  if (!sharesSpace) return memories.where('memory.user_id', '=', userId);
  const reader = presentUsers(writer, now).where('id', '=', userId).where('account_id', '=', accountId).as('reader');
  return memories.where((is) => {
    const sharesCircle = is
      .selectFrom(reader)
      .select('reader.id')
      .whereRef('reader.kind', '=', 'author.kind')
      .where(sql<boolean>`coalesce(reader.embed_tenant_id, 0) = coalesce(author.embed_tenant_id, 0)`);
    return is.or([
      is('memory.user_id', '=', userId),
      is.and([is('memory.user_id', 'is', null), is.exists(sharesCircle)]),
    ]);
  });
}

/** A row to write. */
export interface NewMemory extends MemoryPlace {
  readonly userId: number | null;
  readonly authorId: number;
  readonly kind: 'fact' | 'meaning';
  readonly term: string | null;
  readonly text: string;
  readonly equalKey: string;
  readonly timesChosen: number | null;
  readonly threadUid: string | null;
}

/** The row with the key, in the space. */
export async function findEqual(writer: Writer, place: MemoryPlace, equalKey: string) {
  return inPlace(writer, place).where('equal_key', '=', equalKey).executeTakeFirst();
}

function inPlace(writer: Writer, { accountId, deploymentId, spaceId }: MemoryPlace) {
  return writer
    .selectFrom('agent_memory')
    .select(['id', 'text', 'times_chosen', 'author_id', 'user_id'])
    .where('account_id', '=', accountId)
    .where('deployment_id', '=', deploymentId)
    .where('space_id', '=', spaceId);
}

/** Writes a memory in place of the one with its key. @returns its number */
export async function putMemory(writer: Writer, memory: NewMemory, now: number): Promise<number> {
  const said = {
    term: memory.term,
    text: memory.text,
    times_chosen: memory.timesChosen,
    thread_uid: memory.threadUid,
    created_at: now,
  };
  const row = await writer
    .insertInto('agent_memory')
    .values({
      ...said,
      account_id: memory.accountId,
      deployment_id: memory.deploymentId,
      space_id: memory.spaceId,
      user_id: memory.userId,
      author_id: memory.authorId,
      kind: memory.kind,
      equal_key: memory.equalKey,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['space_id', 'equal_key']).doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Deletes the memories of an author in a space beyond the bound; those that have been unused for the longest time go first. */
export async function forgetBeyond(writer: Writer, place: MemoryPlace, authorId: number, kept: number): Promise<void> {
  const rows = await inPlace(writer, place)
    .where('author_id', '=', authorId)
    .where('id', '!=', kept)
    .orderBy(lastUse, 'desc')
    .orderBy('id', 'desc')
    .limit(memoryBounds.ofAuthor + mostAtOnce)
    .execute();
  const ids = rows.slice(memoryBounds.ofAuthor - 1).map(({ id }) => id);
  if (ids.length > 0) await writer.deleteFrom('agent_memory').where('id', 'in', ids).execute();
}

const mostAtOnce = 100;

/** @returns whether the space has room for one more that is shared, where need be by forgetting one of its author */
export async function makeRoom(writer: Writer, place: MemoryPlace, authorId: number): Promise<boolean> {
  const shared = inPlace(writer, place).where('user_id', 'is', null);
  const { count } = await shared
    .clearSelect()
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < memoryBounds.shared) return true;
  const oldest = await shared.where('author_id', '=', authorId).orderBy(lastUse).orderBy('id').executeTakeFirst();
  if (oldest) await writer.deleteFrom('agent_memory').where('id', '=', oldest.id).execute();
  return oldest !== undefined;
}

const lastUse = sql`coalesce(last_used_at, created_at)`;
