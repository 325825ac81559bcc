import type { Provider } from '@orrery/kernel';

/** An identity provider, with the address under which it knows SCIM. */
export interface Provisioner extends Provider {
  /** The address has no slash at its end. */
  readonly base: string;
}
