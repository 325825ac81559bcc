import type { NetworkRule } from '@orrery/engines';
import type { ModelPart, ModelQuestion, ToldFailure } from '../call/index.ts';
import type { CallTimes } from '@orrery/engines';
import type { ModelToOpen } from '../provider/index.ts';

/** A model with what is needed to ask it. */
export interface ModelToAsk extends ModelToOpen {
  /** Whether the operator named it: it may have any address. */
  readonly isTrusted: boolean;
}

/** What the thread begins with. */
export interface ModelThreadData {
  /** Addresses that models may have that were registered over the API. */
  readonly rule: NetworkRule;
  readonly times?: Partial<CallTimes> | undefined;
}

export type ToModels =
  | { readonly kind: 'ask'; readonly id: number; readonly model: ModelToAsk; readonly question: ModelQuestion }
  /** Nobody waits for the answer any more. */
  | { readonly kind: 'leave'; readonly id: number }
  /** What was told last was taken: the thread may tell more. */
  | { readonly kind: 'taken' };

/** What is new of one answer. */
export interface NewsOfAnswer {
  readonly id: number;
  readonly parts: readonly ModelPart[];
  /** Absent while the answer goes on. */
  readonly end?: 'whole' | ToldFailure | undefined;
}

export type FromModels =
  | { readonly kind: 'news'; readonly news: readonly NewsOfAnswer[] }
  /** Something failed that belongs to no answer. */
  | { readonly kind: 'fault'; readonly reason: string };
