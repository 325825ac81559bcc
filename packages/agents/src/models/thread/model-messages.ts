import type { NetworkRule } from '@orrery/engines';
import type { ModelPart, ModelQuestion, SentFailure } from '../call/index.ts';
import type { CallTimes } from '@orrery/engines';
import type { ModelToOpen } from '../provider/index.ts';

/** A model with what is needed to ask it. */
export interface ModelToAsk extends ModelToOpen {
  /** Whether the operator named it: it may have any address. */
  readonly isTrusted: boolean;
}

/** The data that the thread starts with. */
export interface ModelThreadData {
  /** Addresses that models may have that were registered over the API. */
  readonly rule: NetworkRule;
  readonly times?: Partial<CallTimes> | undefined;
}

export type ToModels =
  | { readonly kind: 'ask'; readonly id: number; readonly model: ModelToAsk; readonly question: ModelQuestion }
  /** The caller no longer waits for the answer. */
  | { readonly kind: 'leave'; readonly id: number }
  /** The main thread has taken the last message: the thread may send the next one. */
  | { readonly kind: 'taken' };

/** The news of one answer. */
export interface NewsOfAnswer {
  readonly id: number;
  readonly parts: readonly ModelPart[];
  /** Absent while the answer goes on. */
  readonly end?: 'whole' | SentFailure | undefined;
}

export type FromModels =
  | { readonly kind: 'news'; readonly news: readonly NewsOfAnswer[] }
  /** A failure that belongs to no answer. */
  | { readonly kind: 'fault'; readonly reason: string };
