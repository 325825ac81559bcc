import { Agent as HttpAgent, globalAgent as httpAgent } from 'node:http';
import { Agent as HttpsAgent, globalAgent as httpsAgent } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, guardedLookup, isOpenAddress, type NetworkRule } from '@orrery/engines';
import { unreachable } from './model-server-error.ts';
import { type CallTimes, fetchOver } from './provider-fetch.ts';

/** Time for the pieces of a call; models that think may be silent for long. */
const usualTimes: CallTimes = { connectMs: 10_000, firstByteMs: 120_000, pauseMs: 120_000 };
/** Largest answer of one call. Long ones have some hundred kilobytes. */
const mostBytes = 16 * 1024 * 1024;
const keepAlive = { keepAlive: true, timeout: 30_000, maxFreeSockets: 8 };

/**
 * Connections to servers of models. Those of models that were registered over the API lead only to addresses that the
 * rule allows; the operator's own lead everywhere.
 */
export class ProviderConnections {
  readonly #rule: NetworkRule;
  readonly #guarded: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly #times: CallTimes;

  constructor(rule: NetworkRule, times: Partial<CallTimes> = {}) {
    this.#rule = rule;
    this.#times = { ...usualTimes, ...times };
    const lookup = guardedLookup(rule);
    this.#guarded = {
      http: new HttpAgent({ ...keepAlive, lookup }),
      https: new HttpsAgent({ ...keepAlive, lookup }),
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
      times: this.#times,
      mostBytes,
    });
  }

  close(): void {
    this.#guarded.http.destroy();
    this.#guarded.https.destroy();
  }

  /** An address is never looked up, so it is checked here. @throws ModelServerError */
  #requireOpen({ hostname }: URL): void {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || isOpenAddress(host, this.#rule)) return;
    throw unreachable(new AddressRefused(host, host));
  }
}
