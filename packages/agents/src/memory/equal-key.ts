import { createHash } from 'node:crypto';
import { nameKey } from '@orrery/kernel';
import { keyOf } from '@orrery/analyst';
import type { Told } from './memory.ts';

/** The owner of a memory: memories of a space are equal only if their owners are. */
interface MemoryOwner {
  /** Users who share memories: those of the account, or the viewers of one tenant. */
  readonly circle: string;
  /** The only user that it is for. */
  readonly userId: number | null;
  readonly authorId: number;
  readonly isChosen: boolean;
}

/**
 * Returns the key by which two memories are equal. Equal facts of several authors are one. A term has one meaning by
 * each author: the last one.
 */
export function equalKey(told: Told, { circle, userId, authorId, isChosen }: MemoryOwner): string {
  const parts =
    told.kind === 'fact'
      ? ['fact', circle, userId, nameKey(told.text)]
      : [isChosen ? 'choice' : 'meaning', circle, userId, authorId, keyOf(told.term)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
