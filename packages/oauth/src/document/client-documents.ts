import { growingCache, Invalid, type Person, type RequestError, TooManyRequests, Unavailable } from '@orrery/kernel';
import type { ClientService, OAuthClient } from '@orrery/people';
import { hostOfRedirect } from '../address/index.ts';
import { isDocumentAddress } from './document-address.ts';

type Asker = Pick<Person, 'accountId' | 'userId'>;

/** The whole time of a request, whatever its server does. */
const withinMs = 5_000;
/** Requests that run at a time, for all people: each holds a socket. One person does not take the places of others. */
const mostAtATime = 16;
const mostAtATimeOfPerson = 2;
const mostOfPerson = 30;
const hourMs = 3_600_000;
/** Time after its freshness in which a document that cannot be asked for at the moment is still used. */
const staleMs = 24 * hourMs;
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
  /** Requests that run, by address, with the person that each began for. */
  readonly #running = new Map<string, { readonly person: string; readonly reading: Promise<OAuthClient> }>();
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
    // A clock that was far ahead may have saved a document: no document is fresh for longer than an hour.
    const freshMs = known?.freshUntil === undefined ? -Infinity : known.freshUntil - now;
    if (freshMs > 0 && freshMs <= hourMs) return known;
    const fault = this.#faults.get(clientId);
    if (fault && now - fault.at < faultMs) throw unusable(fault.sentence);
    const running = this.#running.get(clientId);
    if (running) return running.reading;
    const person = `${asker.accountId}/${asker.userId}`;
    const refusal = this.#refusal(person, now);
    if (!refusal) return this.#begin(clientId, person, now);
    if (freshMs > -staleMs && freshMs <= hourMs) return known;
    throw refusal;
  }

  #begin(address: string, person: string, now: number): Promise<OAuthClient> {
    this.#caused.set(person, [...this.#recentOf(person, now), now]);
    const reading = this.#read(address).finally(() => this.#running.delete(address));
    this.#running.set(address, { person, reading });
    return reading;
  }

  /** Reason why no request may begin for the person now. */
  #refusal(person: string, now: number): RequestError | undefined {
    const message = 'You have connected many new applications lately; try again later';
    const tooMany = (ms: number) => new TooManyRequests('oauth.too-many-documents', message, Math.ceil(ms / 1_000));
    const running = [...this.#running.values()];
    if (running.filter((each) => each.person === person).length >= mostAtATimeOfPerson) return tooMany(withinMs);
    const recent = this.#recentOf(person, now);
    const [first] = recent;
    if (first !== undefined && recent.length >= mostOfPerson) return tooMany(first + hourMs - now);
    if (running.length < mostAtATime) return undefined;
    return new Unavailable('oauth.documents-busy', 'Too many applications are looked up at the moment; try again');
  }

  #recentOf(person: string, now: number): readonly number[] {
    return (this.#caused.get(person) ?? []).filter((at) => now - at < hourMs);
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
