import type { WireProblem } from '@orrery/contract';

/** What the thread that reads a large body answers. */
export type LargeJsonAnswer =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly problems: readonly WireProblem[] }
  | { readonly kind: 'failed'; readonly message: string };
