import { isIPv6 } from 'node:net';

/** Sockets whose caller is not known; one of more is closed. */
const mostUnknown = 1_000;

interface Endable {
  terminate(): void;
}

/** Sockets whose caller is not known yet. A client that opens too many of them ends its own, and keeps no other client out. */
export class UnknownSockets<Socket extends Endable> {
  readonly #most: number;
  readonly #byNetwork = new Map<string, Set<Socket>>();
  readonly #networks = new Map<Socket, string>();

  constructor(most = mostUnknown) {
    this.#most = most;
  }

  /** Beyond the bound, ends the oldest one of the network that has the most. */
  add(socket: Socket, address: string): void {
    const network = networkOf(address);
    const alike = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, alike.add(socket));
    this.#networks.set(socket, network);
    if (this.#networks.size <= this.#most) return;
    let largest = alike;
    for (const other of this.#byNetwork.values()) if (other.size > largest.size) largest = other;
    const [oldest] = largest;
    if (!oldest) return;
    this.remove(oldest);
    oldest.terminate();
  }

  /** Removes a socket whose caller is known, or that has closed. */
  remove(socket: Socket): void {
    const network = this.#networks.get(socket);
    if (network === undefined) return;
    this.#networks.delete(socket);
    const alike = this.#byNetwork.get(network);
    alike?.delete(socket);
    if (alike?.size === 0) this.#byNetwork.delete(network);
  }
}

/** One customer of a provider has a whole /64 of IPv6. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [upToZeros = ''] = address.split('::');
  return `${upToZeros.split(':').slice(0, 4).join(':')}::`;
}
