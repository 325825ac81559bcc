/** The users who share what agents remember: all users of a space, or the author alone; `disabled`: nothing is remembered. */
export type MemoryMode = 'space' | 'user' | 'disabled';

/** Longest texts in letters, and largest numbers of memories. */
export const memoryBounds = {
  text: 1_000,
  /** A word or phrase that is defined. */
  term: 100,
  /**
   * The maximum number of memories by one author in one space; the one that has been unused for the longest time is
   * then deleted.
   */
  ofAuthor: 100,
  /** Shared in one space; then an author forgets one of their own, or is refused. */
  shared: 500,
} as const;

/** A fact or a meaning that a user wants the agent to remember. */
export type Told =
  | { readonly kind: 'fact'; readonly text: string }
  /** Says that `term` means `text`. */
  | { readonly kind: 'meaning'; readonly term: string; readonly text: string };

/** A memory, for the user whose question it may help with. It is data, never an instruction. */
export interface Memory {
  readonly id: number;
  readonly told: Told;
  /** The name of the author. */
  readonly author: string;
  /** Whether the user is the author. */
  readonly isOwn: boolean;
  /** Whether it was learned from a choice, not from a message. */
  readonly isChosen: boolean;
  readonly toldAt: Date;
  /** The conversation that it comes from, while that exists. */
  readonly chatId: string | undefined;
}

export type Learned =
  | { readonly kind: 'kept' | 'known'; readonly memory: Memory }
  /** @property reason ends a sentence that says that it is not remembered */
  | { readonly kind: 'refused'; readonly reason: string };

/** The memories that a turn reads and writes: those of its user in its space. */
export interface MemoriesOfTurn {
  /** Oldest first. */
  readonly known: readonly Memory[];
  /** Whether what the user tells is for others, too. */
  readonly isShared: boolean;
  learn(told: Told): Promise<Learned>;
  /** Notes what the user chose. @returns the memory when it was chosen for the second time */
  choose(chosen: Extract<Told, { readonly kind: 'meaning' }>): Promise<Memory | undefined>;
  markUsed(ids: readonly number[]): Promise<void>;
}
