import type { Database } from '@orrery/store';
import { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from '../sign-in/index.ts';
import type { SignInProvider } from './sign-in-provider.ts';

interface ReceivedAnswersDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** How long a browser may take from the answer of the provider to the page that ends the sign-in. */
const answerMs = 60_000;

interface ProvedAnswer {
  /** The provider's own id of its statement, which it gives once. */
  readonly id: string;
  /** Until when the statement would be taken, in epoch milliseconds: as long it is remembered. */
  readonly endsAt: number;
  /** Statement that was proved; absent where nothing is left to do. */
  readonly content?: string;
}

type Place = Pick<SignInProvider, 'accountId' | 'key'>;

/**
 * Answers of providers that arrive as the form of another site, to which browsers add no cookies: what was proved waits here
 * until the browser brings its handle with them. Each answer is taken once, and never a second time.
 */
export class ReceivedAnswers {
  readonly #dependencies: ReceivedAnswersDependencies;

  constructor(dependencies: ReceivedAnswersDependencies) {
    this.#dependencies = dependencies;
  }

  /** @returns the handle of the answer; `undefined` when it was here before */
  async keep({ accountId, key }: Place, { id, endsAt, content }: ProvedAnswer): Promise<string | undefined> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    await this.forget();
    const handle = makeOpaqueText();
    const kept = await database
      .insertInto('sign_in_answer')
      .values({
        account_id: accountId,
        provider_key: key,
        answer_hash: hashOfOpaqueText(id),
        handle_hash: content === undefined ? null : hashOfOpaqueText(handle),
        content: content ?? null,
        created_at: now,
        expires_at: Math.max(endsAt, now + answerMs),
      })
      .onConflict((conflict) => conflict.columns(['provider_key', 'answer_hash']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return kept && handle;
  }

  /** Deletes answers that are over, and erases the content of answers that no browser fetched in time. */
  async forget(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    await database.deleteFrom('sign_in_answer').where('expires_at', '<', now).execute();
    await database
      .updateTable('sign_in_answer')
      .set({ handle_hash: null, content: null })
      .where('created_at', '<', now - answerMs)
      .where('content', 'is not', null)
      .execute();
  }

  /** @returns what was proved; `undefined` when it is not known, was taken, or waited too long */
  async take({ accountId, key }: Place, handle: string): Promise<string | undefined> {
    const { database, clock } = this.#dependencies;
    if (!isOpaqueText(handle)) return undefined;
    const mine = database
      .selectFrom('sign_in_answer')
      .select(['id', 'content', 'created_at'])
      .where('account_id', '=', accountId)
      .where('provider_key', '=', key)
      .where('handle_hash', '=', hashOfOpaqueText(handle));
    const row = await mine.executeTakeFirst();
    if (!row) return undefined;
    const taken = await database
      .updateTable('sign_in_answer')
      .set({ handle_hash: null, content: null })
      .where('id', '=', row.id)
      .where('handle_hash', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    return taken && row.created_at + answerMs > clock.now() ? (row.content ?? undefined) : undefined;
  }
}
