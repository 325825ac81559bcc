import type { Transaction } from 'kysely';
import { OperatorError } from '@orrery/kernel';
import { type Database, doneMigrations, type Tables, tablesAt } from '../database/index.ts';
import type { KeySource } from './key-source.ts';
import type { MasterKey } from './master-key.ts';
import { MasterKeyStore } from './master-key-store.ts';
import { seal, SealError, unseal } from './seal.ts';
import { keyCheckPlace } from './sealed-columns.ts';

/** The text that is sealed to recognise the key. */
const checkText = 'orrery';
const mostTries = 3;

/** Reports that the store is sealed by a key that is not available. */
export class WrongMasterKey extends OperatorError {
  constructor(storeKeyId: string, source: Pick<KeySource, 'name' | 'keys'>) {
    const given = source.keys().map(({ id }) => id);
    super(
      given.length === 0
        ? `The master key is missing: the secrets in the metadata store are sealed by the key ${storeKeyId}, and ${source.name} is not there.`
        : 'The master key does not open the secrets in the metadata store. ' +
            `They are sealed by the key ${storeKeyId}; ${source.name} has ${given.join(', ')}.`,
    );
  }
}

/**
 * The master key of a store, which may change while processes serve. Sealing checks in the same transaction that the
 * store still uses the key: texts sealed with an old key could never be opened.
 */
export class Keyring {
  readonly #store: MasterKeyStore;
  readonly #source: KeySource;
  #current: MasterKey;

  private constructor(store: MasterKeyStore, source: KeySource, current: MasterKey) {
    this.#store = store;
    this.#source = source;
    this.#current = current;
  }

  /** @throws WrongMasterKey, SealError, StoreUnavailable */
  static async open(database: Database, source: KeySource, clock: { now(): number }): Promise<Keyring> {
    const store = new MasterKeyStore(database);
    for (let tries = 1; ; tries++) {
      const row = (await store.find(database)) ?? (await sealFirst(database, source, clock));
      const key = source.keys().find(({ id }) => id === row.key_id);
      if (key) {
        unseal(row.sealed, key, keyCheckPlace);
        source.settle(key);
        return new Keyring(store, source, key);
      }
      // The key may have changed between the two reads.
      if (tries === mostTries) throw new WrongMasterKey(row.key_id, source);
    }
  }

  /**
   * Tells whether the source has the key of a store, without writing.
   *
   * @returns the id of the key; absent while the store has none @throws WrongMasterKey, SealError, StoreUnavailable
   */
  static async check(database: Database, source: Pick<KeySource, 'name' | 'keys'>): Promise<string | undefined> {
    const tables = await tablesAt(await doneMigrations(database)); // an earlier version may not have made the key's yet
    if (!tables.some(({ name }) => name === 'master_key')) return undefined;
    const row = await new MasterKeyStore(database).find(database);
    if (!row) return undefined;
    const key = source.keys().find(({ id }) => id === row.key_id);
    if (!key) throw new WrongMasterKey(row.key_id, source);
    unseal(row.sealed, key, keyCheckPlace);
    return key.id;
  }

  get current(): MasterKey {
    return this.#current;
  }

  /** Finds the available key with this id; reads the source again. */
  find(keyId: string): MasterKey {
    const key = this.#source.keys().find(({ id }) => id === keyId);
    if (key) return key;
    throw new WrongMasterKey(keyId, this.#source);
  }

  /** @throws WrongMasterKey when the store has a new key that this process cannot find */
  async seal(transaction: Transaction<Tables>, text: string, place: string): Promise<string> {
    const row = await this.#store.find(transaction, 'share');
    if (row && row.key_id !== this.#current.id) {
      this.#current = this.find(row.key_id);
    }
    return seal(text, this.#current, place);
  }

  /** @throws SealError */
  unseal(sealed: string, place: string): string {
    try {
      return unseal(sealed, this.#current, place);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      for (const key of this.#source.keys()) {
        const text = key.id === this.#current.id ? undefined : tryUnseal(sealed, key, place);
        if (text === undefined) continue;
        this.#current = key;
        return text;
      }
      throw error;
    }
  }
}

/** The row a store keeps about its key. */
export function keyRow(key: MasterKey, now: number) {
  return { key_id: key.id, sealed: seal(checkText, key, keyCheckPlace), sealed_at: now };
}

/** Records which key the store is sealed by: the one that opens existing texts, or the first key of a new store. */
async function sealFirst(database: Database, source: KeySource, clock: { now(): number }) {
  const store = new MasterKeyStore(database);
  const key = source.keys()[0] ?? source.make?.();
  if (!key) throw new OperatorError(`There is no master key in ${source.name}.`);
  const known = await store.anySealed();
  if (known) unseal(known.sealed, key, known.place);
  await store.insert(keyRow(key, clock.now()));
  const row = await store.find(database);
  if (!row) throw new Error('the store does not keep by which key it is sealed');
  return row;
}

function tryUnseal(sealed: string, key: MasterKey, place: string): string | undefined {
  try {
    return unseal(sealed, key, place);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
