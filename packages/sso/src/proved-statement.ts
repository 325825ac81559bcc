import type { Presented } from '@orrery/people';

/** Statement of a provider about a person, after everything about its answer was proved. */
export interface ProvedStatement {
  /** Claims or attributes, as they arrived. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** Sentences for admins. */
  readonly warnings?: readonly string[];
  /** @throws SsoFault */
  readonly read: () => Presented;
}
