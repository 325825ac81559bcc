import { mostOfGeojson, readShapes } from '@orrery/charts';
import { type NetworkRule, ServerConnections, serverErrorIn } from '@orrery/engines';
import { Invalid, InvalidInput, Unavailable } from '@orrery/kernel';

/** The subject of error messages. */
const server = 'The server of the GeoJSON';
const times = { connectMs: 5_000, firstByteMs: 10_000, pauseMs: 5_000 };
const wholeMs = 20_000;
/** Letters take up to three bytes each. */
const mostBytes = 3 * mostOfGeojson;
/** Requests to other servers at a time: each holds a file. Slow servers that one account names leave room for others. */
const mostAtATime = { ofAll: 8, ofAccount: 2 };

interface Fetching {
  readonly accountId: number;
  readonly signal: AbortSignal;
}

interface ShapesLog {
  info(fields: object, message: string): void;
}

/** GeoJSON that stands elsewhere. It is fetched once, when somebody names it, and kept with the map. */
export class MapShapes {
  readonly #connections: ServerConnections;
  readonly #log: ShapesLog;
  /** The account of each running request. */
  readonly #running: number[] = [];

  constructor({ network, log }: { readonly network: NetworkRule; readonly log: ShapesLog }) {
    this.#connections = new ServerConnections(network, { server, times, mostBytes, isKeptAlive: false });
    this.#log = log;
  }

  /**
   * Fetches GeoJSON without following redirects. Servers that may not be connected to fail as those that are down.
   *
   * @returns its text, which maps can draw @throws InvalidInput, Invalid, Unavailable
   */
  async fetch(address: string, { accountId, signal }: Fetching): Promise<string> {
    const url = requireAddress(address);
    const ofAccount = this.#running.filter((each) => each === accountId).length;
    if (this.#running.length >= mostAtATime.ofAll || ofAccount >= mostAtATime.ofAccount) {
      throw new Unavailable('map-shapes.busy', 'Too many addresses are being fetched at the moment; try again');
    }
    this.#running.push(accountId);
    try {
      const text = await this.#textOf(url, AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]));
      const read = readShapes(text);
      if (read.ok) return text;
      throw new Invalid('map-shapes.unreadable', read.reason);
    } finally {
      this.#running.splice(this.#running.indexOf(accountId), 1);
    }
  }

  close(): void {
    this.#connections.close();
  }

  async #textOf(url: URL, signal: AbortSignal): Promise<string> {
    const fetch = this.#connections.fetchFor({ isTrusted: false });
    try {
      const answer = await fetch(url, { headers: { accept: 'application/geo+json, application/json' }, signal });
      const fault = faultOf(answer);
      if (fault === undefined) return textIn(await answer.arrayBuffer());
      await answer.body?.cancel();
      throw new Invalid('map-shapes.unfetched', `${server} ${fault}`);
    } catch (error) {
      if (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError') {
        throw new Invalid('map-shapes.unfetched', `${server} did not send all of it in time`);
      }
      const failure = serverErrorIn(error);
      if (!failure) throw error;
      this.#log.info({ err: failure }, 'GeoJSON of a map was not fetched');
      throw new Invalid('map-shapes.unfetched', failure.message);
    }
  }
}

function faultOf({ ok, status, headers }: Response): string | undefined {
  if (!ok) return `answers with status ${status}`;
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return undefined;
  return `sends it encoded as '${encoding.slice(0, 50)}', which was not asked for`;
}

/** @throws Invalid for bytes that are no UTF-8 */
function textIn(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Invalid('map-shapes.unreadable', 'The GeoJSON is not written in UTF-8: save it in that encoding');
  }
}

/** @throws InvalidInput */
function requireAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp && url.username === '' && url.password === '') return url;
  const message = 'must be an address such as https://maps.example.com/regions.geojson, without a user and a password';
  throw new InvalidInput('map-shapes.address', `url ${message}`, [{ path: 'url', message }]);
}
