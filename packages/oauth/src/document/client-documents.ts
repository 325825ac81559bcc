import { growingCache, Invalid, type Person, TooManyRequests, Unavailable } from '@orrery/kernel';
import type { ClientService, OAuthClient } from '@orrery/people';
import { hostOfRedirect } from '../address/index.ts';
import { isDocumentAddress } from './document-address.ts';

type Asker = Pick<Person, 'accountId' | 'userId'>;

/** The whole time of a request, whatever its server does. */
const withinMs = 5_000;
/** Requests that run at a time, for all people: each holds a socket. */
const mostAtATime = 4;
const mostOfPerson = 30;
const hourMs = 3_600_000;
/** Time in which a document that was of no use is not asked for again. */
const faultMs = 60_000;
const remembered = 10_000;

interface ClientDocumentsDependencies {
  readonly clients: Pick<ClientService, 'find' | 'saveDocument'>;
  /** Sends requests to addresses that strangers name: only to those that may be reached, without redirects, and bounded. */
  readonly fetch: typeof fetch;
  readonly clock: { now(): number };
  readonly log: { info(fields: object, message: string): void };
}

/**
 * Clients whose id is the address of a document that describes them. It is asked for when somebody who is signed in is
 * asked for the client, and kept as long as its server allows, an hour at most.
 */
export class ClientDocuments {
  readonly #dependencies: ClientDocumentsDependencies;
  /** Requests that run, by address. */
  readonly #running = new Map<string, Promise<OAuthClient>>();
  readonly #faults = growingCache<string, { readonly at: number; readonly sentence: string }>(remembered);
  /** Instants of the requests that a person caused in the last hour. */
  readonly #caused = growingCache<string, readonly number[]>(remembered);

  constructor(dependencies: ClientDocumentsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Finds the client of an id, registered or not.
   *
   * @throws Invalid for a document that is of no use, TooManyRequests, Unavailable
   */
  async find(clientId: string, asker: Asker): Promise<OAuthClient | undefined> {
    const { clients, clock } = this.#dependencies;
    const known = await clients.find(clientId);
    if (!isDocumentAddress(clientId)) return known;
    const now = clock.now();
    if (known && (known.freshUntil ?? 0) > now) return known;
    const fault = this.#faults.get(clientId);
    if (fault && now - fault.at < faultMs) throw unusable(fault.sentence);
    return this.#running.get(clientId) ?? this.#begin(clientId, asker, now);
  }

  #begin(address: string, asker: Asker, now: number): Promise<OAuthClient> {
    if (this.#running.size >= mostAtATime) {
      throw new Unavailable('oauth.documents-busy', 'Too many applications are looked up at the moment; try again');
    }
    this.#count(asker, now);
    const reading = this.#read(address).finally(() => this.#running.delete(address));
    this.#running.set(address, reading);
    return reading;
  }

  /** @throws TooManyRequests */
  #count({ accountId, userId }: Asker, now: number): void {
    const key = `${accountId}/${userId}`;
    const recent = (this.#caused.get(key) ?? []).filter((at) => now - at < hourMs);
    const [first] = recent;
    if (first !== undefined && recent.length >= mostOfPerson) {
      const message = 'You have connected many new applications lately; try again later';
      throw new TooManyRequests('oauth.too-many-documents', message, Math.ceil((first + hourMs - now) / 1_000));
    }
    this.#caused.set(key, [...recent, now]);
  }

  async #read(address: string): Promise<OAuthClient> {
    const { clients, clock, log } = this.#dependencies;
    // Its reader is loaded with the first document.
    const { fetchDocument } = await import('./fetch-document.ts');
    const read = await fetchDocument(address, this.#dependencies.fetch, withinMs);
    const now = clock.now();
    if (read.kind === 'read') return clients.saveDocument(address, read.registration, now + read.freshMs);
    log.info({ client: address, err: read.cause }, 'the document that describes an application is of no use');
    const sentence = `The application describes itself at ${hostOfRedirect(address)}, and that cannot be used: ${read.reason}.`;
    this.#faults.set(address, { at: now, sentence });
    throw unusable(sentence);
  }
}

function unusable(sentence: string): Invalid {
  return new Invalid('oauth.unusable-document', sentence);
}
