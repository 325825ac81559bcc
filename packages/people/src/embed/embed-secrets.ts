import { embedSecretPlace } from '@orrery/store';
import type { Change, RightsChange } from '../change/index.ts';
import { AccountSecrets, type AccountSecretsDependencies } from '../secret/index.ts';

/** The secret of each account that signs the tokens of its viewers. It is made with the first token. */
export class EmbedSecrets {
  readonly #secrets: AccountSecrets;

  constructor(dependencies: AccountSecretsDependencies) {
    this.#secrets = new AccountSecrets(dependencies, { table: 'embed_secret', placeOf: embedSecretPlace });
  }

  /** @returns `undefined` when the account has none yet */
  of(accountId: number): ReturnType<AccountSecrets['of']> {
    return this.#secrets.of(accountId);
  }

  /** Returns the secret, and makes it when the account has none. */
  ensure(change: Change): ReturnType<AccountSecrets['ensure']> {
    return this.#secrets.ensure(change);
  }

  /** Replaces the secret and ends every token it has signed. */
  async rotate(change: RightsChange): Promise<void> {
    const { transaction, accountId } = change;
    // First, which waits for exchanges that sign by the secret, so that their tokens are there to be deleted.
    await transaction.deleteFrom('embed_secret').where('account_id', '=', accountId).execute();
    await transaction.deleteFrom('embed_token').where('account_id', '=', accountId).execute();
    await this.#secrets.make(change);
    await change.record({ event: 'Rotated embed secret', attributes: {} });
  }
}
