import type { Delivery } from '../notification/index.ts';

/** The result of one try to deliver to one recipient. The history of the run shows the notes. */
export type DeliveryOutcome = { readonly notes: readonly string[] } & (
  | {
      readonly kind: 'sent';
      readonly messageId: string /** Whether all data could be read. */;
      readonly isComplete: boolean;
    }
  /** The recipient gets no message, which is not a failure. */
  | { readonly kind: 'left-out'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The delivery may succeed at another time. */
  | { readonly kind: 'delayed'; readonly reason: string; readonly cause?: unknown }
  /** The mail was not handed over, and the server did not say that it is about this mail. */
  | { readonly kind: 'unsent'; readonly reason: string; readonly cause: unknown }
);

/** The outcome as it is kept, once it is final. */
export function deliveryOf(outcome: Extract<DeliveryOutcome, { kind: 'sent' | 'left-out' | 'failed' }>): Delivery {
  if (outcome.kind === 'sent') return { state: 'sent', messageId: outcome.messageId };
  return { state: outcome.kind, error: outcome.reason };
}
