import type { NameEntry } from '../names/index.ts';
import type { Period } from '../period/index.ts';

/** Words of the question and what they may mean. */
export interface Mention {
  readonly words: string;
  readonly entries: readonly NameEntry[];
  /** Place in the question, `[start, end)`; absent for what the question before brought. */
  readonly place?: readonly [number, number];
  /** Whether things are meant that are called so; follows from the words when absent. */
  readonly isThing?: boolean;
}

export type QuestionGrouping =
  | { readonly kind: 'member'; readonly mention: Mention }
  /** A unit of time, of a dimension that is found later. */
  | { readonly kind: 'grain'; readonly granularity: string; readonly words: string };

/** Values that a dimension equals. */
export interface ValueFilter {
  /** The dimension of the filter; absent when the question has only a value. */
  readonly dimension?: Mention;
  readonly values: readonly ValueWords[];
  /** Joined to the filter before by "or". */
  readonly isAlternative?: boolean;
}

export interface ValueWords {
  readonly words: string;
  /** Taken as it is. */
  readonly isExact: boolean;
  readonly place?: readonly [number, number];
}

export interface Rank {
  readonly descending: boolean;
  readonly limit?: number;
  readonly words: string;
}

export interface QuestionFault {
  readonly words: string;
  /** Why it cannot be taken; absent for words without a meaning. */
  readonly reason?: string;
  /** Whether names of the model may be meant. */
  readonly isName?: boolean;
}

/** A question by its parts. Settled: which words are names, periods, values. Open: which of the members of a name. */
export interface ParsedQuestion {
  readonly measures: readonly Mention[];
  readonly groupings: readonly QuestionGrouping[];
  readonly filters: readonly ValueFilter[];
  /** Segments and yes-or-no dimensions that restrict without a value. */
  readonly flags: readonly Mention[];
  /** The time dimension that periods and units of time are of. */
  readonly time?: Mention;
  readonly pieces: readonly Mention[];
  readonly period?: Period;
  readonly rank?: Rank;
  readonly asksCount: boolean;
  readonly asksTotal: boolean;
  /** Ways of aggregating that the question names. */
  readonly aggregates: readonly { readonly words: string; readonly type: string }[];
  readonly isList: boolean;
  /** How it goes on from the question before. */
  readonly cue: 'none' | 'add' | 'change';
  readonly faults: readonly QuestionFault[];
  readonly notes: readonly string[];
}
