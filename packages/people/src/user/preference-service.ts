import type { Database, Writer } from '@orrery/store';
import { NotFound } from '@orrery/kernel';
import type { Change } from '../change/index.ts';
import { defaultPreferences, type PreferencesChange, type UserPreferences } from './preferences.ts';

/** Preferences that users set for themselves. They grant nothing and are not audited. */
export class PreferenceService {
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  get(accountId: number, userId: number): Promise<UserPreferences> {
    return preferencesOf(this.#database, accountId, userId);
  }

  /** Updates preferences. Each is a row, so two concurrent changes both survive. @throws NotFound */
  async update(
    { transaction, accountId }: Change,
    userId: number,
    wanted: PreferencesChange,
  ): Promise<UserPreferences> {
    const users = transaction.selectFrom('account_user').select('id').where('account_id', '=', accountId);
    if (!(await users.where('id', '=', userId).executeTakeFirst())) {
      throw new NotFound('user.unknown', `There is no user ${userId}`);
    }
    // Written in a fixed order, so that concurrent changes cannot deadlock.
    for (const [name, value] of Object.entries(wanted).sort(([one], [other]) => (one < other ? -1 : 1))) {
      if (value === null) {
        const own = transaction.deleteFrom('user_preference').where('user_id', '=', userId);
        await own.where('name', '=', name).execute();
      } else if (value !== undefined) {
        const text = JSON.stringify(value);
        await transaction
          .insertInto('user_preference')
          .values({ user_id: userId, name, value: text })
          .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value: text }))
          .execute();
      }
    }
    return preferencesOf(transaction, accountId, userId);
  }
}

async function preferencesOf(writer: Writer, accountId: number, userId: number): Promise<UserPreferences> {
  const rows = await writer
    .selectFrom('user_preference')
    .innerJoin('account_user', 'account_user.id', 'user_preference.user_id')
    .select(['user_preference.name', 'user_preference.value'])
    .where('account_user.account_id', '=', accountId)
    .where('account_user.id', '=', userId)
    .execute();
  // Ignores a preference of an older version that this one does not know.
  const known = rows.filter(({ name }) => Object.hasOwn(defaultPreferences, name));
  return { ...defaultPreferences, ...Object.fromEntries(known.map(({ name, value }) => [name, JSON.parse(value)])) };
}
