import { timingSafeEqual } from 'node:crypto';
import type { Database } from '@orrery/store';
import { hashOfOpaqueText, isOpaqueText, makeOpaqueText } from '../sign-in/index.ts';
import type { SignInProvider } from './sign-in-provider.ts';

interface FlowServiceDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
}

/** How long a person may take at the provider. */
export const flowMs = 10 * 60_000;

export type TakenFlow =
  | {
      readonly kind: 'taken';
      readonly next: string | undefined;
      readonly testerId: number | undefined;
      readonly frame: string | undefined;
    }
  | { readonly kind: 'unknown' | 'expired' | 'used' | 'other-browser' | 'other-provider' };

interface BegunFlow {
  readonly browser: string;
  /** The page that opens afterwards. */
  readonly next: string | undefined;
  /** Number of the admin who tests the provider; no session begins then. */
  readonly testerId?: number | undefined;
  /** The random value of a frame that the sign-in is for; no page opens then. */
  readonly frame?: string | undefined;
}

/**
 * Ends of flows where no page opens afterwards: how what is stored in place of a page begins, and what the state is
 * hashed with. Addresses of pages begin with a slash. Servers that do not know such an end do not find the state, and so
 * begin no session by it.
 */
const ends = {
  test: { place: 'test by user ', state: 'test:' },
  frame: { place: 'frame ', state: 'frame:' },
} as const;

/** Sign-ins that are under way at a provider: each is of one browser, and ends once. */
export class FlowService {
  readonly #dependencies: FlowServiceDependencies;

  constructor(dependencies: FlowServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param browser the random value in the cookie of the browser @returns the state that comes back with the answer */
  async begin({ accountId, key }: SignInProvider, { browser, next, testerId, frame }: BegunFlow): Promise<string> {
    const { database, clock } = this.#dependencies;
    const now = clock.now();
    const state = makeOpaqueText();
    const end = testerId !== undefined ? ends.test : frame !== undefined ? ends.frame : undefined;
    await this.forget();
    await database
      .insertInto('sign_in_flow')
      .values({
        account_id: accountId,
        provider_key: key,
        state_hash: hashOfState(state, end),
        browser_hash: hashOfOpaqueText(browser),
        next: end ? `${end.place}${testerId ?? frame}` : (next ?? null),
        created_at: now,
        expires_at: now + flowMs,
        used_at: null,
      })
      .execute();
    return state;
  }

  /**
   * Returns the kind of the flow that is under way at the provider with a state, which only the browser that began it knows, and
   * the provider; `undefined` for none.
   */
  async underWay(
    { accountId, key }: Pick<SignInProvider, 'accountId' | 'key'>,
    state: string,
  ): Promise<'test' | 'sign-in' | undefined> {
    const { database, clock } = this.#dependencies;
    if (!isOpaqueText(state)) return undefined;
    const ofTest = hashOfState(state, ends.test);
    const row = await database
      .selectFrom('sign_in_flow')
      .select('state_hash')
      .where('state_hash', 'in', hashesOfState(state))
      .where('account_id', '=', accountId)
      .where('provider_key', '=', key)
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    return row && (row.state_hash === ofTest ? 'test' : 'sign-in');
  }

  /** Deletes flows that are over. They are kept for a while, so that a late answer is told apart from an unknown one. */
  async forget(): Promise<void> {
    const { database, clock } = this.#dependencies;
    const before = clock.now() - flowMs;
    await database.deleteFrom('sign_in_flow').where('expires_at', '<', before).execute();
  }

  /** Ends a flow. An answer that another browser brings leaves it as it is. */
  async take({ accountId, key }: SignInProvider, state: string, browser: string | undefined): Promise<TakenFlow> {
    const { database, clock } = this.#dependencies;
    if (!isOpaqueText(state)) return { kind: 'unknown' };
    const flows = database.selectFrom('sign_in_flow').selectAll();
    const row = await flows.where('state_hash', 'in', hashesOfState(state)).executeTakeFirst();
    if (!row) return { kind: 'unknown' };
    if (!isSame(row.browser_hash, hashOfOpaqueText(browser ?? ''))) return { kind: 'other-browser' };
    const now = clock.now();
    const taken = await database
      .updateTable('sign_in_flow')
      .set({ used_at: now })
      .where('id', '=', row.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!taken) return { kind: 'used' };
    if (row.account_id !== accountId || row.provider_key !== key) return { kind: 'other-provider' };
    if (row.expires_at <= now) return { kind: 'expired' };
    return { kind: 'taken', ...endOf(row.next) };
  }
}

function hashOfState(state: string, end: { readonly state: string } | undefined): string {
  return hashOfOpaqueText(`${end?.state ?? ''}${state}`);
}

/** The hashes of a state, one for each end that its flow may have. */
function hashesOfState(state: string): readonly string[] {
  return [undefined, ends.test, ends.frame].map((end) => hashOfState(state, end));
}

function endOf(stored: string | null) {
  const none = { next: undefined, testerId: undefined, frame: undefined };
  if (stored?.startsWith(ends.test.place)) return { ...none, testerId: Number(stored.slice(ends.test.place.length)) };
  if (stored?.startsWith(ends.frame.place)) return { ...none, frame: stored.slice(ends.frame.place.length) };
  return { ...none, next: stored ?? undefined };
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
