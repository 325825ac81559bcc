import type { Transaction } from 'kysely';
import { type AuditActor, auditActorOf, Forbidden, type Person, type Provider, type Viewer } from '@orrery/kernel';
import { bumpEpoch, type Database, type Epochs, inSharedTransaction, inTransaction, type Tables } from '@orrery/store';
import type { AuditEntry, AuditLog } from '../audit/index.ts';
import { givenBetween, serviceRights } from './service-rights.ts';

/** The account that is changed, and who changes it. */
export interface Author {
  readonly accountId: number;
  readonly by: AuditActor;
}

export function authorOf(caller: Person | Provider | Viewer): Author {
  return { accountId: caller.accountId, by: auditActorOf(caller) };
}

/** A change of an account: one transaction, one author and one time. */
export interface Change extends Author {
  readonly transaction: Transaction<Tables>;
  /** Epoch milliseconds. Taken when it is first read, so that it is not older than the locks taken before. */
  readonly now: number;
  /** Records an event in the audit log, if the change commits. */
  record(entry: AuditEntry): Promise<void>;
}

/**
 * A change that may reduce rights. It holds the lock of its account from its first statement on: such changes of one
 * account run one after the other, and none of them can be forgotten by a process that remembers rights.
 */
export interface RightsChange extends Change {
  /** Epoch of the account once the change commits. */
  readonly epoch: number;
}

interface ChangesDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly audit: AuditLog;
  /** Epochs of this process; absent in one that remembers nothing. */
  readonly epochs?: Epochs | undefined;
}

/** Makes every change of the accounts in the store. */
export class Changes {
  readonly #dependencies: ChangesDependencies;

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Makes a change that reduces no rights. */
  make<T>(author: Author, work: (change: Change) => Promise<T>): Promise<T> {
    return inTransaction(this.#dependencies.database, (transaction) => work(this.within(transaction, author)));
  }

  /** Makes a small change that reduces no rights, of which many come at once; they may be written to disk together. */
  makeTogether<T>(author: Author, work: (change: Change) => Promise<T>): Promise<T> {
    return inSharedTransaction(this.#dependencies.database, (transaction) => work(this.within(transaction, author)));
  }

  /**
   * Makes a change that may reduce rights in the account: it takes effect on the next request of this process, and
   * within a second on all others.
   *
   * @throws Forbidden when an application makes it by an access token and it may give a service account more
   */
  async changeRights<T>(author: Author, work: (change: RightsChange) => Promise<T>): Promise<T> {
    const { database, clock, epochs } = this.#dependencies;
    const { epoch, value } = await inTransaction(database, async (transaction) => {
      const change = { epoch: await bumpEpoch(transaction, author.accountId, clock.now()) };
      const act = () => work(Object.assign(this.within(transaction, author), change));
      return { ...change, value: await givingServicesNothing(transaction, author, act) };
    });
    epochs?.learn(author.accountId, epoch);
    return value;
  }

  /** Returns the change of a transaction that is open already, such as one that has just created the account. */
  within(transaction: Transaction<Tables>, { accountId, by }: Author): Change {
    const { clock, audit } = this.#dependencies;
    let now: number | undefined;
    return {
      transaction,
      accountId,
      by,
      get now() {
        now ??= clock.now();
        return now;
      },
      record: (entry) => audit.record(transaction, accountId, by, entry),
    };
  }
}

/**
 * Refuses a change by which an application, which acts for a person or for itself, gives a service account more: its own
 * perhaps, which would keep that after the grant has ended. Changes of rights run one after the other, so that what is given
 * meanwhile by a person is not taken for it.
 */
async function givingServicesNothing<T>(
  transaction: Transaction<Tables>,
  { accountId, by }: Author,
  act: () => Promise<T>,
): Promise<T> {
  if (by.application === undefined) return act();
  const before = await serviceRights(transaction, accountId);
  const value = await act();
  const given = givenBetween(before, await serviceRights(transaction, accountId));
  if (given === undefined) return value;
  const what = `another ${given.source} may give more to the service account of an application`;
  throw new Forbidden('user.service-account', `No application may do this: ${what}. Sign in, and do it yourself`);
}

/** Whether the change was made by `changeRights`. */
export function isRightsChange(change: Change): change is RightsChange {
  return 'epoch' in change;
}

/** @throws Error when the change was not made by `changeRights` */
export function asRightsChange(change: Change): RightsChange {
  if (isRightsChange(change)) return change;
  throw new Error('this may reduce rights, and the change was not made for that');
}
