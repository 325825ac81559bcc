import { connect, type Socket } from 'node:net';
import { GuardedSocket } from './guarded-socket.ts';
import type { NetworkRule } from './open-addresses.ts';

export interface ServerPlace {
  readonly host: string;
  readonly port: number;
  /** When absent, any address. */
  readonly network?: NetworkRule | undefined;
}

/** A connection in the making; it fails where the rule does not let it go. */
export function openSocket({ host, port, network }: ServerPlace): Socket {
  return network ? new GuardedSocket(network).connect(port, host) : connect({ host, port });
}
