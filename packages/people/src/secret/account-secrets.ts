import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Database, type Epochs, type Keyring, kindOf, type Writer } from '@orrery/store';
import type { Change } from '../change/index.ts';

const secretBytes = 32;
const rememberedAccounts = 1_000;

interface AccountSecret {
  readonly id: number;
  readonly key: Uint8Array;
}

export interface AccountSecretsDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Absent in a process that remembers nothing. */
  readonly epochs: Pick<Epochs, 'of'> | undefined;
}

/** A kind of secret that each account has one of, at most. */
interface SecretKind {
  readonly table: 'embed_secret' | 'oauth_secret';
  /** The place to which the sealed text is bound. */
  readonly placeOf: (accountId: number) => string;
}

/** Secrets of accounts of one kind, sealed in the store. */
export class AccountSecrets {
  readonly #dependencies: AccountSecretsDependencies;
  readonly #kind: SecretKind;
  readonly #remembered = new LRUCache<number, { readonly secret: AccountSecret; readonly epoch: number }>({
    max: rememberedAccounts,
  });

  constructor(dependencies: AccountSecretsDependencies, kind: SecretKind) {
    this.#dependencies = dependencies;
    this.#kind = kind;
  }

  /** @returns `undefined` when the account has none yet */
  async of(accountId: number): Promise<AccountSecret | undefined> {
    const epoch = this.#dependencies.epochs?.of(accountId);
    const before = this.#remembered.get(accountId);
    if (before && before.epoch === epoch) return before.secret;
    const secret = await this.#read(accountId, this.#dependencies.database);
    if (secret && epoch !== undefined) this.#remembered.set(accountId, { secret, epoch });
    return secret;
  }

  /** Returns the secret, and makes it when the account has none. */
  async ensure(change: Change): Promise<AccountSecret> {
    const { transaction, accountId } = change;
    const known = await this.#read(accountId, transaction);
    if (known) return known;
    await this.make(change);
    const made = await this.#read(accountId, transaction);
    if (!made) throw new Error(`account ${accountId} has no row in ${this.#kind.table}`);
    return made;
  }

  /** Makes the secret of an account that has none; one that another transaction has made meanwhile stays. */
  async make({ transaction, accountId, now }: Change): Promise<void> {
    const { table, placeOf } = this.#kind;
    const text = randomBytes(secretBytes).toString('base64url');
    const sealed = await this.#dependencies.keyring.seal(transaction, text, placeOf(accountId));
    await transaction
      .insertInto(table)
      .values({ account_id: accountId, sealed, created_at: now })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .execute();
  }

  /** Keeps the secret until a transaction ends. SQLite has one writer at a time. */
  async #read(accountId: number, writer: Writer): Promise<AccountSecret | undefined> {
    const { table, placeOf } = this.#kind;
    const row = await writer
      .selectFrom(table)
      .select(['id', 'sealed'])
      .where('account_id', '=', accountId)
      .$if(kindOf(writer) === 'postgres' && writer.isTransaction, (query) => query.modifyEnd(sql`FOR KEY SHARE`))
      .executeTakeFirst();
    if (!row) return undefined;
    const text = this.#dependencies.keyring.unseal(row.sealed, placeOf(accountId));
    return { id: row.id, key: Buffer.from(text, 'base64url') };
  }
}
