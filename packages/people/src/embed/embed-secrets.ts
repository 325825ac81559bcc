import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Database, embedSecretPlace, type Epochs, type Keyring, kindOf, type Writer } from '@orrery/store';
import type { Change, RightsChange } from '../change/index.ts';

const secretBytes = 32;
const rememberedAccounts = 1_000;

interface EmbedSecret {
  readonly id: number;
  readonly key: Uint8Array;
}

interface EmbedSecretsDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Absent in a process that remembers nothing. */
  readonly epochs: Pick<Epochs, 'of'> | undefined;
}

/** The secret of each account that signs the tokens of its viewers. It is made with the first token. */
export class EmbedSecrets {
  readonly #dependencies: EmbedSecretsDependencies;
  readonly #remembered = new LRUCache<number, { readonly secret: EmbedSecret; readonly epoch: number }>({
    max: rememberedAccounts,
  });

  constructor(dependencies: EmbedSecretsDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns `undefined` when the account has none yet */
  async of(accountId: number): Promise<EmbedSecret | undefined> {
    const epoch = this.#dependencies.epochs?.of(accountId);
    const before = this.#remembered.get(accountId);
    if (before && before.epoch === epoch) return before.secret;
    const secret = await this.#read(accountId, this.#dependencies.database);
    if (secret && epoch !== undefined) this.#remembered.set(accountId, { secret, epoch });
    return secret;
  }

  /** Returns the secret, and makes it when the account has none. */
  async ensure(change: Change): Promise<EmbedSecret> {
    const { transaction, accountId } = change;
    const known = await this.#read(accountId, transaction);
    if (known) return known;
    await this.#insert(change);
    const made = await this.#read(accountId, transaction);
    if (!made) throw new Error(`account ${accountId} has no embed secret`);
    return made;
  }

  /** Replaces the secret and ends every token it has signed. */
  async rotate(change: RightsChange): Promise<void> {
    const { transaction, accountId } = change;
    // First, which waits for exchanges that sign by the secret, so that their tokens are there to be deleted.
    await transaction.deleteFrom('embed_secret').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('embed_token').where('account_id', '=', accountId).execute();
    await this.#insert(change);
    await change.record({ event: 'Rotated embed secret', attributes: {} });
  }

  /** Keeps the secret until a transaction ends. SQLite has one writer at a time. */
  async #read(accountId: number, writer: Writer): Promise<EmbedSecret | undefined> {
    const row = await writer
      .selectFrom('embed_secret')
      .select(['id', 'sealed'])
      .where('account_id', '=', accountId)
      .$if(kindOf(writer) === 'postgres' && writer.isTransaction, (query) => query.modifyEnd(sql`FOR KEY SHARE`))
      .executeTakeFirst();
    if (!row) return undefined;
    const text = this.#dependencies.keyring.unseal(row.sealed, embedSecretPlace(accountId));
    return { id: row.id, key: Buffer.from(text, 'base64url') };
  }

  async #insert({ transaction, accountId, now }: Change): Promise<void> {
    const text = randomBytes(secretBytes).toString('base64url');
    const sealed = await this.#dependencies.keyring.seal(transaction, text, embedSecretPlace(accountId));
    await transaction
      .insertInto('embed_secret')
      .values({ account_id: accountId, sealed, created_at: now })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
  }
}
