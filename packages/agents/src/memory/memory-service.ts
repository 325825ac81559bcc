import { Forbidden, inPieces, NotFound } from '@orrery/kernel';
import type { Change } from '@orrery/people';
import type { Database } from '@orrery/store';
import { cleanTold } from './clean-told.ts';
import { equalKey } from './equal-key.ts';
import { type Learned, type Memory, memoryBounds, type Told } from './memory.ts';
import {
  circleOf,
  findEqual,
  forgetBeyond,
  makeRoom,
  memoriesOf,
  type MemoryPlace,
  type MemoryReader,
  ownOf,
  putMemory,
  readableBy,
} from './memory-rows.ts';
import { authorName, readMemory } from './read-memory.ts';

export interface MemoryServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** The users that a memory is written for: the author alone, or all who share memories of the space with the author. */
export interface MemoryWriter extends MemoryPlace {
  readonly userId: number;
  readonly isShared: boolean;
  readonly chatId: string | undefined;
}

/** The user who lists memories: `all` of the account, those that the user may read, or those that the user wrote. */
export interface MemoryLister extends MemoryReader {
  readonly sees: 'all' | 'readable' | 'own';
}

export interface MemoryFilter {
  readonly space?: string | undefined;
  /** The user whose memories are listed. */
  readonly userId?: number | undefined;
}

/** A memory in a list. */
export interface ListedMemory extends Memory {
  readonly space: string;
  readonly authorId: number;
  /** Whether it is for others than its author. */
  readonly isShared: boolean;
  readonly lastUsedAt: Date | undefined;
}

interface MemoryAtKey {
  readonly place: MemoryPlace;
  /** Equal for memories that are one. */
  readonly key: string;
}

/** Memories that users have written for agents. */
export class MemoryService {
  readonly #database: Database;
  readonly #clock: { now(): number };

  constructor({ database, clock }: MemoryServiceDependencies) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Reads the memories that may help with a question of a user in a space, oldest first. @param sharesSpace whether the
   * memories that other users share are read
   */
  async known(place: MemoryPlace, userId: number, sharesSpace: boolean): Promise<readonly Memory[]> {
    const now = this.#clock.now();
    const { accountId, spaceId } = place;
    const options = { sharesSpace, writer: this.#database, now };
    const rows = await readableBy(memoriesOf(this.#database, place, now), { accountId, userId }, options)
      .where('memory.space_id', '=', spaceId)
      .orderBy('memory.id')
      .limit(memoryBounds.shared + memoryBounds.ofAuthor)
      .execute();
    return rows.map((row) => readMemory(row, userId));
  }

  /** Lists memories of a deployment, the newest first. */
  async list(
    { sees, ...reader }: MemoryLister,
    deploymentId: number,
    { space, userId }: MemoryFilter,
    { beforeId, most }: { readonly beforeId: number | undefined; readonly most: number },
  ): Promise<readonly ListedMemory[]> {
    const rows = await this.#seen({ sees, ...reader }, deploymentId)
      .$if(space !== undefined, (query) => query.where('space.name', '=', space ?? ''))
      .$if(userId !== undefined, (query) => query.where('author_id', '=', userId ?? 0))
      .$if(beforeId !== undefined, (query) => query.where('memory.id', '<', beforeId ?? 0))
      .orderBy('memory.id', 'desc')
      .limit(most)
      .execute();
    return rows.map((row) => ({
      ...readMemory(row, reader.userId),
      space: row.space_name,
      authorId: row.author_id,
      isShared: row.user_id === null,
      lastUsedAt: row.last_used_at === null ? undefined : new Date(row.last_used_at),
    }));
  }

  #seen({ sees, ...reader }: MemoryLister, deploymentId: number) {
    const now = this.#clock.now();
    const all = memoriesOf(this.#database, { accountId: reader.accountId, deploymentId }, now);
    if (sees === 'all') return all;
    if (sees === 'own') return ownOf(all, reader.userId);
    return readableBy(all, reader, { sharesSpace: true, writer: this.#database, now });
  }

  /** Remembers what a user tells. @throws NotFound for a user whose time is over */
  async save(change: Change, writer: MemoryWriter, given: Told): Promise<Learned> {
    const cleaned = cleanTold(given);
    if ('reason' in cleaned) return { kind: 'refused', reason: cleaned.reason };
    const { told } = cleaned;
    const { place, before, ...found } = await this.#find(change, writer, told, false);
    const { userId, isShared } = writer;
    if (before && (told.kind === 'fact' || before.text === told.text))
      return { kind: 'known', memory: await this.#get(change, place, before.id, userId) };
    if (!before && isShared && !(await makeRoom(change.transaction, place, userId)))
      return {
        kind: 'refused',
        reason: `${memoryBounds.shared} things are remembered already, none of them yours; have some deleted`,
      };
    const id = await this.#put(change, writer, { ...found, place, told, timesChosen: null });
    return { kind: 'kept', memory: await this.#get(change, place, id, userId) };
  }

  /**
   * Counts a choice of a user, for the user alone.
   * @returns the memory when the same was chosen for the second time
   */
  async choose(change: Change, given: MemoryWriter, chosen: Told): Promise<Memory | undefined> {
    const cleaned = cleanTold(chosen);
    if ('reason' in cleaned) return undefined;
    const { told } = cleaned;
    const writer = { ...given, isShared: false };
    const { before, ...found } = await this.#find(change, writer, told, true);
    const timesChosen = before?.text === told.text ? (before.times_chosen ?? 0) + 1 : 1;
    if (timesChosen > 2) return undefined;
    const id = await this.#put(change, writer, { ...found, told, timesChosen });
    return timesChosen === 2 ? this.#get(change, found.place, id, writer.userId) : undefined;
  }

  async #find({ transaction, accountId, now }: Change, writer: MemoryWriter, told: Told, isChosen: boolean) {
    const { userId: authorId, isShared, deploymentId, spaceId } = writer;
    const place = { accountId, deploymentId, spaceId };
    const circle = await circleOf(transaction, { accountId, userId: authorId }, now);
    if (circle === undefined) throw new NotFound('user.unknown', `There is no user ${authorId}`);
    const key = equalKey(told, { circle, userId: isShared ? null : authorId, authorId, isChosen });
    return { place, key, before: await findEqual(transaction, place, key) };
  }

  async #put(
    change: Change,
    { userId: authorId, isShared, chatId }: MemoryWriter,
    { place, key, told, timesChosen }: MemoryAtKey & { readonly told: Told; readonly timesChosen: number | null },
  ): Promise<number> {
    const userId = isShared ? null : authorId;
    const term = told.kind === 'meaning' ? told.term : null;
    const row = { ...place, userId, authorId, kind: told.kind, term, text: told.text, equalKey: key, timesChosen };
    const id = await putMemory(change.transaction, { ...row, threadUid: chatId ?? null }, change.now);
    await forgetBeyond(change.transaction, place, authorId, id);
    return id;
  }

  async #get({ transaction, now }: Change, place: MemoryPlace, id: number, userId: number): Promise<Memory> {
    const row = await memoriesOf(transaction, place, now)
      .where('memory.space_id', '=', place.spaceId)
      .where('memory.id', '=', id)
      .executeTakeFirstOrThrow();
    return readMemory(row, userId);
  }

  /** Notes that an answer used memories, so that others are forgotten first. */
  async markUsed(change: Change, { deploymentId, spaceId }: Omit<MemoryPlace, 'accountId'>, ids: readonly number[]) {
    for (const some of inPieces(ids)) {
      await change.transaction
        .updateTable('agent_memory')
        .set({ last_used_at: change.now })
        .where('account_id', '=', change.accountId)
        .where('deployment_id', '=', deploymentId)
        .where('space_id', '=', spaceId)
        .where('id', 'in', some)
        .execute();
    }
  }

  /** Forgets a memory: authors their own, admins any. @throws NotFound for one that the user does not see, Forbidden */
  async delete(change: Change, lister: MemoryLister, deploymentId: number, id: number): Promise<void> {
    const row = await this.#seen(lister, deploymentId).where('memory.id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound('memory.unknown', `There is no memory ${id}`);
    if (lister.sees !== 'all' && row.author_id !== lister.userId) {
      throw new Forbidden('memory.of-another', `Only ${authorName(row)} and admins may delete this memory`);
    }
    const { numDeletedRows } = await change.transaction
      .deleteFrom('agent_memory')
      .where('account_id', '=', change.accountId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new NotFound('memory.unknown', `There is no memory ${id}`);
    await change.record({
      event: 'Deleted memory',
      deploymentId,
      attributes: { memoryId: id, authorId: row.author_id, isShared: row.user_id === null },
    });
  }
}
