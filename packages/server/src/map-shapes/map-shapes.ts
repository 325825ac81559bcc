import { mostOfGeojson, readShapes } from '@orrery/charts';
import { type NetworkRule, ServerConnections, serverErrorIn } from '@orrery/engines';
import { Invalid, InvalidInput, Unavailable } from '@orrery/kernel';

/** What the server is, as the sentence of an error begins. */
const server = 'The server of the GeoJSON';
const times = { connectMs: 5_000, firstByteMs: 10_000, pauseMs: 5_000 };
const wholeMs = 20_000;
/** Letters take up to three bytes each. */
const mostBytes = 3 * mostOfGeojson;
/** Requests to other servers at a time: each holds a file. */
const mostAtATime = 8;

interface Log {
  info(fields: object, message: string): void;
}

/** GeoJSON that stands elsewhere. It is fetched once, when somebody names it, and kept with the map. */
export class MapShapes {
  readonly #connections: ServerConnections;
  readonly #log: Log;
  #running = 0;

  constructor({ network, log }: { readonly network: NetworkRule; readonly log: Log }) {
    this.#connections = new ServerConnections(network, { server, times, mostBytes });
    this.#log = log;
  }

  /**
   * Fetches GeoJSON without following redirects. Servers that may not be connected to fail as those that are down.
   *
   * @returns its text, which maps can draw @throws InvalidInput, Invalid, Unavailable
   */
  async fetch(address: string, signal: AbortSignal): Promise<string> {
    const url = requireAddress(address);
    if (this.#running >= mostAtATime) {
      throw new Unavailable('map-shapes.busy', 'Too many addresses are being fetched at the moment; try again');
    }
    this.#running += 1;
    try {
      const text = await this.#textOf(url, AbortSignal.any([signal, AbortSignal.timeout(wholeMs)]));
      const read = readShapes(text);
      if (read.ok) return text;
      throw new Invalid('map-shapes.unreadable', read.reason);
    } finally {
      this.#running -= 1;
    }
  }

  close(): void {
    this.#connections.close();
  }

  async #textOf(url: URL, signal: AbortSignal): Promise<string> {
    const fetch = this.#connections.fetchFor({ isTrusted: false });
    try {
      const answer = await fetch(url, { headers: { accept: 'application/geo+json, application/json' }, signal });
      if (answer.ok) return await answer.text();
      await answer.body?.cancel();
      throw new Invalid('map-shapes.unfetched', `${server} answers with status ${answer.status}`);
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

/** @throws InvalidInput */
function requireAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp && url.username === '' && url.password === '') return url;
  const message = 'must be an address such as https://maps.example.com/regions.geojson, without a user and a password';
  throw new InvalidInput('map-shapes.address', `url ${message}`, [{ path: 'url', message }]);
}
