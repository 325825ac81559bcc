import { Agent as HttpAgent, globalAgent as httpAgent } from 'node:http';
import { Agent as HttpsAgent, globalAgent as httpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, guardedLookup } from './guarded-socket.ts';
import { isOpenAddress, type NetworkRule } from './open-addresses.ts';
import { unreachable } from './server-error.ts';
import { type CallTimes, fetchOver } from './bounded-fetch.ts';

const keepAlive = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8 };

interface ConnectionSettings {
  /** The name of a server at the beginning of error messages: `The server of the model`. */
  readonly server: string;
  readonly times: CallTimes;
  /** Largest answer of one call. */
  readonly mostBytes: number;
  /** Whether connections to servers that users name wait for further requests; absent: they do. */
  readonly isKeptAlive?: boolean;
}

/**
 * Connections by HTTP to servers that somebody names. Those that users name lead only to addresses that the rule allows;
 * the operator's own lead everywhere.
 */
export class ServerConnections {
  readonly #rule: NetworkRule;
  readonly #guarded: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly #settings: ConnectionSettings;

  constructor(rule: NetworkRule, settings: ConnectionSettings) {
    this.#rule = rule;
    this.#settings = settings;
    const lookup = guardedLookup(rule);
    const kept = settings.isKeptAlive === false ? { keepAlive: false } : keepAlive;
    this.#guarded = {
      http: new HttpAgent({ ...kept, lookup }),
      https: new HttpsAgent({ ...kept, lookup }),
    };
  }

  /** @returns `fetch` without redirects, with bounded times and a bounded size */
  fetchFor({ isTrusted }: { readonly isTrusted: boolean }): typeof fetch {
    const { http, https } = isTrusted ? { http: httpAgent, https: httpsAgent } : this.#guarded;
    return fetchOver({
      agentFor: (url) => {
        if (!isTrusted) this.#requireOpen(url);
        return url.protocol === 'https:' ? https : http;
      },
      ...this.#settings,
    });
  }

  close(): void {
    this.#guarded.http.destroy();
    this.#guarded.https.destroy();
  }

  /** An address is never looked up, so it is checked here. @throws ServerError */
  #requireOpen({ hostname }: URL): void {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || isOpenAddress(host, this.#rule)) return;
    throw unreachable(this.#settings.server, new AddressRefused({ host, address: host }, this.#rule));
  }
}
