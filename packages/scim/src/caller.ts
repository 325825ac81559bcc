import type { Acting } from '@orrery/kernel';

/** Who provisions, in what they ask for. */
export interface Caller {
  readonly accountId: number;
  readonly by: Acting;
  /** Address of SCIM as the caller knows it, without a slash at its end. */
  readonly base: string;
}
