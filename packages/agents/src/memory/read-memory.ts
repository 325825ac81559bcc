import type { Memory, Told } from './memory.ts';

/** A row, with what is known of its author. */
export interface MemoryRow {
  readonly id: number;
  readonly kind: string;
  readonly term: string | null;
  readonly text: string;
  readonly author_id: number;
  readonly times_chosen: number | null;
  readonly thread_uid: string | null;
  readonly created_at: number;
  readonly author_kind: string;
  readonly author_username: string;
  readonly author_given_name: string | null;
  readonly author_external_id: string | null;
}

/** @param userId the user who reads it */
export function readMemory(row: MemoryRow, userId: number): Memory {
  return {
    id: row.id,
    told: toldOf(row),
    author: authorName(row),
    isOwn: row.author_id === userId,
    isChosen: row.times_chosen !== null,
    toldAt: new Date(row.created_at),
    chatId: row.thread_uid ?? undefined,
  };
}

function toldOf({ kind, term, text }: Pick<MemoryRow, 'kind' | 'term' | 'text'>): Told {
  return kind === 'meaning' ? { kind, term: term ?? '', text } : { kind: 'fact', text };
}

/** The name that others know of an author. */
export function authorName({ author_kind, author_given_name, author_external_id, author_username }: MemoryRow): string {
  const id = author_kind === 'external' ? author_external_id : null;
  return author_given_name ?? id ?? author_username;
}
