import type { WireProblem } from '@orrery/contract';

/** Answer of the thread that parses a large body. */
export type LargeJsonAnswer =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly problems: readonly WireProblem[] };
