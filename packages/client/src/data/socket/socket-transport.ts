import { OrreryError } from '../../http/index.ts';
import { severalResults } from '../several-results.ts';
import type { DataSchemas } from '../data-types.ts';
import type { SubscriptionTransport } from '../subscription-transport.ts';
import { SharedSocket, type SocketClass } from './shared-socket.ts';

export interface SocketOptions {
  /** Address of the socket; by default that of the API with `/ws` behind it. */
  readonly url?: string | undefined;
  /** Replaces the `WebSocket` of the platform, which Node has from 22 on. */
  readonly WebSocket?: SocketClass | undefined;
}

/**
 * Hears of new rows over one WebSocket for all subscriptions of a client: `createDataClient({ ..., subscribeBy:
 * socketTransport() })`. It opens with the first subscription, and closes with the last one.
 */
export function socketTransport(options: SocketOptions = {}): SubscriptionTransport {
  return {
    open: ({ apiUrl, getHeaders, retry, read, stateOf }) => {
      const url = options.url ?? `${apiUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/ws`;
      const Socket = options.WebSocket ?? (globalThis.WebSocket as SocketClass | undefined);
      if (!Socket) throw new Error('This platform has no WebSocket: give one to socketTransport');
      const socket = new SharedSocket({ url, Socket, getHeaders, retry });
      return async function* subscribe(query, { cache, everyMs, ...watching }) {
        if (everyMs !== undefined) {
          throw new OrreryError('Sockets take no everyMs: leave it out', { code: 'client.every-ms' });
        }
        let last: string | undefined; // a socket that was opened again says again what the one before has said
        for await (const answer of socket.subscribe({ query, queryType: 'multi', cache }, watching)) {
          const { results } = answer as DataSchemas['MultiLoadResult']; // as the contract says
          const [result] = results;
          if (result === undefined || results.length > 1) throw severalResults();
          if (stateOf(result) === last) continue;
          last = stateOf(result);
          yield read(result);
        }
      };
    },
  };
}
