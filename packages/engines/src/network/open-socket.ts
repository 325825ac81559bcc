import { connect, type Socket } from 'node:net';
import { GuardedSocket } from './guarded-socket.ts';
import type { NetworkRule } from './open-addresses.ts';

export interface ServerPlace {
  readonly host: string;
  readonly port: number;
  /** Rule for the address; without one, any address is allowed. */
  readonly network?: NetworkRule | undefined;
}

/** A connecting socket; it fails for an address that the rule does not allow. */
export function openSocket({ host, port, network }: ServerPlace): Socket {
  return network ? new GuardedSocket(network).connect(port, host) : connect({ host, port });
}
