import { createHash } from 'node:crypto';
import type { Database, HeldJob, JobHandler, JobStore } from '@orrery/store';
import { NotFound, TooManyRequests } from '@orrery/kernel';
import {
  type Changes,
  FailureCounts,
  networkOf,
  type SignInService,
  type User,
  usernameKey,
  type UserService,
  type SignInOrigin,
} from '@orrery/people';
import type { SignInMail } from './sign-in-mail.ts';

interface ForgottenPasswordsDependencies {
  readonly database: Database;
  readonly jobs: JobStore;
  readonly clock: { now(): number };
  /** Account of a request for an unknown one: nothing is done, but it takes the same time. */
  readonly accountId: number;
}

const kind = 'forgotten-password';
const longestName = 300;
/** Bound on users whose name or address matches the text. */
const mostAlike = 50;

/** Accepts requests for a new password from people who cannot sign in. */
export class ForgottenPasswords {
  readonly #dependencies: ForgottenPasswordsDependencies;
  readonly #asked = new FailureCounts();

  constructor(dependencies: ForgottenPasswordsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores a request. Neither the answer nor its duration reveals whether the account or user exists: only a row is
   * written now, and a job on any node does the rest.
   *
   * @throws TooManyRequests for a network with too many requests
   */
  async ask(accountId: number | undefined, username: string, { address }: SignInOrigin): Promise<void> {
    const { database, jobs, clock } = this.#dependencies;
    const now = clock.now();
    const network = networkOf(address);
    const until = this.#asked.lockedUntil(network, now);
    if (until !== undefined) {
      throw new TooManyRequests('auth.locked', 'Too many requests; try again later', Math.ceil((until - now) / 1_000));
    }
    this.#asked.record(network, now);
    const name = usernameKey(username.slice(0, longestName)).replaceAll('\0', '').toWellFormed();
    const key = createHash('sha256')
      .update(`${accountId ?? ''}\n${name}`)
      .digest('base64url');
    const payload = { name, address, isOfAccount: accountId !== undefined };
    const job = { accountId: accountId ?? this.#dependencies.accountId, kind, key, payload, dueAt: now };
    await jobs.add(database, [job], now);
  }
}

interface LinkMailerDependencies {
  readonly changes: Changes;
  readonly users: Pick<UserService, 'find' | 'list'>;
  readonly signIn: Pick<SignInService, 'forgotten'>;
  readonly signInMail: Pick<SignInMail, 'deliver'>;
}

/** Mails a link, if the user exists. */
export class ForgottenPasswordHandler implements JobHandler {
  readonly kind = kind;
  readonly mostAttempts = 5;
  readonly #dependencies: LinkMailerDependencies;

  constructor(dependencies: LinkMailerDependencies) {
    this.#dependencies = dependencies;
  }

  async run({ accountId, payload, attempt }: HeldJob): Promise<void> {
    const { changes, signIn, signInMail } = this.#dependencies;
    const { name, address, isOfAccount } = payload;
    if (isOfAccount !== true || typeof name !== 'string') return;
    const user = await this.#find(accountId, name);
    if (user?.email === undefined) return;
    const by = { via: 'app', address: typeof address === 'string' ? address : undefined } as const;
    // A link of an earlier attempt was never mailed.
    const isAgain = attempt > 1;
    const link = await changes.make({ accountId, by }, (change) => signIn.forgotten(change, user.id, { isAgain }));
    if (link) await signInMail.deliver(user, link);
  }

  /** Does nothing: the log has the failure, and the requester gets no message in any case. */
  async gaveUp(): Promise<void> {}

  /** Finds a user by the name they sign in with, else by an address that only they have. */
  async #find(accountId: number, name: string): Promise<User | undefined> {
    const { users } = this.#dependencies;
    const named = await users.find(accountId, name).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
    if (named || !name.includes('@')) return named ?? undefined;
    const found = await users.list(accountId, { search: name, status: 'active', most: mostAlike });
    const reached = found.filter(({ email }) => email !== undefined && usernameKey(email) === name);
    return reached.length === 1 && found.length < mostAlike ? reached[0] : undefined;
  }
}
