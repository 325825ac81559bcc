import { hash, timingSafeEqual } from 'node:crypto';
import { growingCache, TooManyRequests } from '@orrery/kernel';
import type { Database } from '@orrery/store';
import { hashOfOpaqueText } from '../sign-in/index.ts';
import { type OAuthClientRow, ClientStore } from './client-store.ts';
import type { OAuthClient, RegisteredClient, Registration } from './oauth-client.ts';
import { ownClients } from './own-clients.ts';
import { readClient } from './read-client.ts';
import { makeToken } from './token-text.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Registrations of one network in an hour. */
const mostAnHour = 60;
/** Registered clients of the installation that were never used. */
const mostUnused = 10_000;
/** Clients that a document describes and that have had no grant. */
const mostUnusedDocuments = 1_000;
/** Time that a registered client is kept without being used, and without a grant since it was used last. */
const unusedMs = 30 * dayMs;
const leftMs = 400 * dayMs;
/** Clients that are remembered, and for how long. A registration never changes, and is deleted after months without use. */
const mostRemembered = 1_000;
const rememberedMs = 60_000;
/** Rows that one statement deletes. */
const mostForgotten = 1_000;

interface ClientServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** Programs that ask for access tokens. */
export class ClientService {
  readonly #store: ClientStore;
  readonly #clock: { now(): number };
  /** Clients of the installation that people use, as each refresh of a token asks for its client. */
  readonly #remembered = growingCache<string, OAuthClient>(mostRemembered, rememberedMs);

  constructor({ database, clock }: ClientServiceDependencies) {
    this.#store = new ClientStore(database);
    this.#clock = clock;
  }

  /**
   * Registers a program for people of every account. Anybody may, so that their number is bounded.
   *
   * @param from the network that the request came from @throws TooManyRequests
   */
  async register(input: Registration, from: string): Promise<RegisteredClient> {
    const now = this.#clock.now();
    await this.#requireRoom(from, now);
    const secret = input.authMethod === 'none' ? undefined : makeToken('secret');
    const row = await this.#store.insert({
      client_id: makeToken('client'),
      kind: 'registered',
      name: input.name,
      auth_method: input.authMethod,
      secret_hash: secret === undefined ? null : hashOfOpaqueText(secret),
      secret_tail: secret?.slice(-4) ?? null,
      redirect_uris: JSON.stringify(input.redirectUris),
      grant_types: JSON.stringify(input.grantTypes),
      scopes: JSON.stringify(input.defaultScopes),
      client_uri: input.clientUri ?? null,
      created_at: now,
      registered_from: from,
    });
    return { client: readClient(row), secret };
  }

  /** Finds a client by the name that it gives itself; makes the row of one that is part of the product. */
  async find(clientId: string): Promise<OAuthClient | undefined> {
    // Not every store accepts every text, and addresses of documents are the longest names.
    if (!/^[\x21-\x7e]{1,2000}$/.test(clientId)) return undefined;
    const known = this.#remembered.get(clientId);
    if (known) return known;
    const found = await this.#store.find(clientId);
    if (found) return this.#read(found);
    const own = ownClients.get(clientId);
    if (!own) return undefined;
    await this.#store.insertMissing({
      client_id: clientId,
      kind: 'own',
      name: own.name,
      auth_method: 'none',
      redirect_uris: JSON.stringify(own.redirectUris),
      grant_types: JSON.stringify(own.grantTypes),
      scopes: JSON.stringify(own.defaultScopes),
      created_at: this.#clock.now(),
    });
    const made = await this.#store.find(clientId);
    return made && readClient(made);
  }

  #read(row: OAuthClientRow): OAuthClient {
    const client = readClient(row);
    const isFixed = row.account_id === null && (row.kind === 'own' || row.kind === 'registered');
    if (isFixed && row.used_at !== null) this.#remembered.set(client.clientId, client);
    return client;
  }

  /**
   * Keeps what the document at the id of a client says, in the place of what it said before. Grants that began with another
   * description go on; the next request of the client is a question again.
   */
  async saveDocument(clientId: string, read: Registration, freshUntil: number): Promise<OAuthClient> {
    const now = this.#clock.now();
    const row = await this.#store.saveDocument({
      client_id: clientId,
      kind: 'document',
      name: read.name,
      auth_method: 'none',
      redirect_uris: JSON.stringify(read.redirectUris),
      grant_types: JSON.stringify(read.grantTypes),
      scopes: JSON.stringify(read.defaultScopes),
      created_at: now,
      fetched_at: now,
      fresh_until: freshUntil,
      document_hash: hash('sha256', JSON.stringify([read.name, read.redirectUris.toSorted()]), 'base64url'),
    });
    if (row.created_at === now) await this.#store.deleteExcessDocuments(mostUnusedDocuments, mostForgotten);
    return readClient(row);
  }

  /** Whether this is the secret of the client. */
  async isSecretOf({ clientId }: Pick<OAuthClient, 'clientId'>, given: string): Promise<boolean> {
    const row = await this.#store.find(clientId);
    const hash = hashOfOpaqueText(given);
    // A hash of the hash is not equal to it, and makes the answer take the same time without a secret.
    return timingSafeEqual(Buffer.from(row?.secret_hash ?? hashOfOpaqueText(hash)), Buffer.from(hash));
  }

  /** Deletes registered clients, and those of documents, that are not used any more. */
  async forget(): Promise<void> {
    const now = this.#clock.now();
    const [unused, left] = [{ createdBefore: now - unusedMs }, { usedBefore: now - leftMs }];
    const bounds = { now, most: mostForgotten };
    while ((await this.#store.deleteUnused(['registered', 'document'], { ...unused, ...bounds })) === mostForgotten);
    while ((await this.#store.deleteLeft({ ...left, ...bounds })) === mostForgotten);
    this.#remembered.clear();
  }

  async #requireRoom(from: string, now: number): Promise<void> {
    const recent = await this.#store.registeredFrom(from, now - hourMs, mostAnHour);
    const first = recent[mostAnHour - 1];
    if (first !== undefined) throw tooMany(first + hourMs - now);
    const count = await this.#store.unusedCount();
    if (count < mostUnused) return;
    const bounds = { createdBefore: now - hourMs, now, most: count - mostUnused + 1 };
    const deleted = await this.#store.deleteUnused(['registered'], bounds);
    if (count - deleted >= mostUnused) throw tooMany(hourMs);
  }
}

function tooMany(afterMs: number): TooManyRequests {
  const message = 'Too many applications were registered lately; try again later';
  return new TooManyRequests('oauth.too-many-registrations', message, Math.max(1, Math.ceil(afterMs / 1_000)));
}
