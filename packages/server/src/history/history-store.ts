import { hash } from 'node:crypto';
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { HistoryEntry } from './history-entry.ts';
import type {
  HistoryFilter,
  HistoryItem,
  HistoryKeeper,
  HistoryLimits,
  HistoryPage,
  HistoryPosition,
  KeptEntry,
} from './history-keeper.ts';
import { toEntry, toRow } from './history-rows.ts';
import type { HistoryTables } from './history-tables.ts';

type HistoryTransaction = Transaction<HistoryTables>;
type HistorySelect = SelectQueryBuilder<HistoryTables, 'query_history', object>;

interface KnownText {
  readonly hash: string;
  readonly usedAt: number;
}

/** Bound on entries that one page examines, whatever the filter: rare matches among a million are found in steps. */
const lookedAtPerPage = 20_000;
const removedPerStep = 500;
const rememberedTexts = 2_000;
const rememberTextForMs = 60 * 60 * 1000;

/** Rows of the history, on either store. */
export class HistoryStore implements HistoryKeeper {
  readonly close: () => Promise<void>;
  readonly #database: Kysely<HistoryTables>;
  /** Texts known to be there, by themselves. */
  readonly #texts = new LRUCache<string, KnownText>({ max: rememberedTexts });

  /** @param close called at the end; absent when the caller closes the database */
  constructor(database: Kysely<HistoryTables>, close: () => Promise<void> = async () => undefined) {
    this.#database = database;
    this.close = close;
  }

  async append(items: readonly HistoryItem[]): Promise<readonly number[]> {
    const texts = new Map<string, KnownText>();
    const ids = await this.#database.transaction().execute(async (transaction) => {
      const written: number[] = [];
      for (const { entry, id } of items) {
        const isAdded = id !== undefined && (await addTo(transaction, id, entry));
        written.push(isAdded ? id : await this.#insert(transaction, entry, texts));
      }
      return written;
    });
    for (const [text, known] of texts) this.#texts.set(text, known);
    return ids;
  }

  async list(filter: HistoryFilter): Promise<HistoryPage> {
    const range = this.#range(filter);
    const last = filter.requestId === undefined ? await lastLookedAt(range) : undefined;
    const rows = await matching(last ? range.where(notBeyond(last)) : range, filter)
      .selectAll()
      .limit(filter.first + 1)
      .execute();
    const shown = rows.slice(0, filter.first);
    const lastShown = shown.at(-1);
    return {
      entries: shown.map((row) => toEntry(row, [])),
      end: rows.length > shown.length && lastShown ? positionOf(lastShown) : last,
    };
  }

  async find(deploymentId: number, id: number): Promise<KeptEntry | undefined> {
    const row = await this.#database
      .selectFrom('query_history')
      .selectAll()
      .where('id', '=', id)
      .where('deployment_id', '=', deploymentId)
      .executeTakeFirst();
    if (!row) return undefined;
    const hashes = row.statements.split(' ').filter((part) => part !== '');
    const texts =
      hashes.length === 0
        ? []
        : await this.#database.selectFrom('query_history_text').selectAll().where('hash', 'in', hashes).execute();
    const byHash = new Map(texts.map(({ hash: key, text }) => [key, text]));
    return toEntry(
      row,
      hashes.flatMap((key) => byHash.get(key) ?? []),
    );
  }

  /** Entries are numbered in the order they came: those to be removed are at one end. */
  async prune({ olderThan, mostEntries }: HistoryLimits): Promise<boolean> {
    const { oldest, newest } = await this.#database
      .selectFrom('query_history')
      .select(({ fn }) => [fn.min('id').as('oldest'), fn.max('id').as('newest')])
      .executeTakeFirstOrThrow();
    if (oldest === null || newest === null) return this.#pruneTexts(olderThan);
    const surplus = Number(newest) - mostEntries;
    const stepEnd = Number(oldest) + removedPerStep;
    const removed = await this.#database
      .deleteFrom('query_history')
      .where('id', '<', stepEnd)
      .where(({ eb, or }) => or([eb('id', '<=', surplus), eb('last_started_at', '<', olderThan)]))
      .executeTakeFirst();
    return removed.numDeletedRows > 0n || this.#pruneTexts(olderThan);
  }

  /** A text is kept for as long as an entry may name it. */
  async #pruneTexts(olderThan: number): Promise<boolean> {
    const first = await this.#database
      .selectFrom('query_history')
      .select('last_started_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const usedBefore = (first?.last_started_at ?? olderThan) - 2 * rememberTextForMs;
    const step = this.#database
      .selectFrom('query_history_text')
      .select('hash')
      .where('used_at', '<', usedBefore)
      .limit(removedPerStep);
    const removed = await this.#database.deleteFrom('query_history_text').where('hash', 'in', step).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  }

  async #insert(transaction: HistoryTransaction, entry: HistoryEntry, texts: Map<string, KnownText>): Promise<number> {
    const hashes: string[] = [];
    for (const text of entry.statements) {
      const known = texts.get(text) ?? this.#texts.get(text);
      const kept = await keepText(transaction, text, known, entry.lastStartedAt);
      texts.set(text, kept);
      hashes.push(kept.hash);
    }
    const { id } = await transaction
      .insertInto('query_history')
      .values(toRow(entry, hashes))
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  }

  #range({ deploymentId, from, to, after }: HistoryFilter): HistorySelect {
    return this.#database
      .selectFrom('query_history')
      .where('deployment_id', '=', deploymentId)
      .$if(from !== undefined, (query) => query.where('started_at', '>=', from ?? 0))
      .$if(to !== undefined, (query) => query.where('started_at', '<', to ?? 0))
      .$if(after !== undefined, (query) =>
        query.where(sql<SqlBool>`(started_at, id) < (${after?.startedAt}, ${after?.id})`),
      )
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc');
  }
}

/** The last of the entries a page may examine; absent when there are fewer. */
async function lastLookedAt(range: HistorySelect): Promise<HistoryPosition | undefined> {
  const row = await range
    .select(['started_at', 'id'])
    .offset(lookedAtPerPage - 1)
    .limit(1)
    .executeTakeFirst();
  return row && positionOf(row);
}

function notBeyond({ startedAt, id }: HistoryPosition): Expression<SqlBool> {
  return sql<SqlBool>`(started_at, id) >= (${startedAt}, ${id})`;
}

function positionOf(row: { readonly started_at: number; readonly id: number }): HistoryPosition {
  return { startedAt: row.started_at, id: Number(row.id) };
}

function matching(range: HistorySelect, filter: HistoryFilter): HistorySelect {
  const { status, errorCode, endpoint, isCached, member, requestId, tenant, slowerThanMs } = filter;
  return (
    range
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 0))
      .$if(errorCode !== undefined, (query) => query.where('error_code', '=', errorCode ?? ''))
      .$if(endpoint !== undefined, (query) => query.where('endpoint', '=', endpoint ?? ''))
      .$if(isCached === true, (query) => query.where('cache', 'in', servedFromCache))
      .$if(isCached === false, (query) => query.where('cache', 'not in', servedFromCache))
      .$if(requestId !== undefined, (query) => query.where('request_id', '=', requestId ?? ''))
      .$if(tenant !== undefined, (query) => query.where('tenant', '=', tenant ?? ''))
      .$if(slowerThanMs !== undefined, (query) => query.where('total_ms', '>', slowerThanMs ?? 0))
      // Not LIKE, which ignores letter case on SQLite.
      .$if(member !== undefined, (query) =>
        query.where(sql<SqlBool>`replace(members, ${` ${member} `}, '') <> members`),
      )
  );
}

const servedFromCache: readonly string[] = ['hit', 'stale'];

/** @returns whether the entry was there */
async function addTo(transaction: HistoryTransaction, id: number, entry: HistoryEntry): Promise<boolean> {
  const whenSlower = <T>(column: string, value: T) =>
    sql<T>`CASE WHEN total_ms < ${entry.totalMs} THEN ${value} ELSE ${sql.ref(column)} END`;
  const updated = await transaction
    .updateTable('query_history')
    .set({
      answers: sql<number>`answers + ${entry.answers}`,
      total_ms_sum: sql<number>`total_ms_sum + ${entry.totalMsSum}`,
      last_started_at: entry.lastStartedAt,
      request_id: whenSlower('request_id', entry.requestId),
      timings: whenSlower('timings', entry.timings),
      total_ms: whenSlower('total_ms', entry.totalMs),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

async function keepText(
  transaction: HistoryTransaction,
  text: string,
  known: KnownText | undefined,
  usedAt: number,
): Promise<KnownText> {
  if (known && usedAt < known.usedAt + rememberTextForMs) return known;
  const key = known?.hash ?? hash('sha256', text, 'base64url');
  await transaction
    .insertInto('query_history_text')
    .values({ hash: key, text, used_at: usedAt })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at: usedAt }))
    .execute();
  return { hash: key, usedAt };
}
